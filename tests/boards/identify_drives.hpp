#pragma once

// A made-up machine with what a row may say of its joint and its drive, for tests/boards/identify.py.
// Metres, kilograms, kg m^2 about the centre of mass in body axes.

#include "limb/limb.hpp"

namespace checks {

using enum limb::Joint;

// clang-format off
inline constexpr auto drives = limb::tree({
    {.name = "bed",                      .joint = fixed,                                                           .at = {0, 0, 0.1},                                    .mass = 5,   .com = {0, 0.01, 0.02}, .inertia = {0.1, 0.1, 0.1}},
    {.name = "arm",                      .joint = revolute,  .axis = {0.6, 0, 0.8},                                .at = {0, 0, 0.3}, .rotation = limb::rpy(0.3, 0, 0),  .mass = 3,   .com = {0.1, 0.05, 0.2}, .inertia = {0.05, 0.06, 0.04, 0.001, -0.002, 0.003}, .rotor = 1e-4, .gear = 30, .damping = 0.5, .friction = 0.3, .friction_velocity = 0.05, .stiffness = 2, .rest = -0.3, .lower = -1.5, .upper = 1.25, .velocity_limit = 4, .effort_limit = 70},
    {.name = "cross",  .parent = "arm",  .joint = universal, .axis = {1, 0, 0}, .axis2 = {0, 0.28, 0.96},          .at = {0, 0, 0.4},                                    .mass = 1,   .com = {0.02, 0.03, 0.1}, .inertia = {0.01, 0.011, 0.009}, .armature = 0.02, .damping = 0.1, .trust_inertia = true},
    {.name = "screw",  .parent = "bed",  .joint = helical,   .axis = {0, 0.6, 0.8},                .pitch = 0.025, .at = {0.2, 0, 0.1},                                  .mass = 0.5, .com = {0.03, 0.02, 0.1}, .inertia = {0.002, 0.002, 0.001}, .armature = 0.01, .rotor = 2e-6, .gear = -50, .damping = 0.05, .friction = 0.01, .trust_units = true},
});
// clang-format on

}  // namespace checks
