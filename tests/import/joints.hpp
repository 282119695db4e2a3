#pragma once

// A made-up robot with the joints that no sample has, and a name that needs care.
// Metres, kilograms, kg m^2 about the centre of mass in body axes.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
inline constexpr auto joints = limb::tree({
    {.name = "plate \"A\" <1>", .joint = planar,                                              .at = {0, 0, 0.3}, .rotation = limb::rpy(0.3, -0.2, 1.5707),      .mass = 3, .com = {0.01, 0, 0.02}, .inertia = {0.02, 0.03, 0.04, 0.001, -0.002, 0.003}, .damping = 0.5},
    {.name = "ball",            .joint = spherical,                                           .at = {0.1, 0, 0.2},                                              .mass = 1, .com = {0, 0.03, 0.1},  .inertia = {0.01, 0.011, 0.003}, .friction = 0.1, .friction_velocity = 0.05},
    {.name = "cross",           .joint = universal,   .axis = {0.6, 0.8, 0}, .axis2 = {0, 0.28, 0.96}, .at = {0, 0, 0.2},                                       .mass = 1, .com = {0, 0.03, 0.1},  .inertia = {0.01, 0.011, 0.003}, .armature = 0.01, .lower = -1, .upper = 1.5, .velocity_limit = 4, .effort_limit = 7},
    {.name = "plunger",         .joint = cylindrical, .axis = {0, 0, -1},                     .at = {0, 0, 0.2}, .rotation = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, .mass = 1, .com = {0, 0.03, 0.1},  .inertia = {0.01, 0.011, 0.003}},
    {.name = "flange",          .joint = fixed,                                               .at = {0, 0, 0.2}, .rotation = {{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}}},
    {.name = "fan", .parent = "ball", .joint = revolute, .axis = {-0.6, 0, 0.8},              .at = {0, 0.1, 0},                                                .mass = 0.2, .com = {0, 0.03, 0},  .inertia = {1e-4, 1.1e-4, 2e-4}, .rotor = 1e-6, .gear = -50, .stiffness = 0.5, .rest = -0.05, .lower = -0.1, .upper = 0.1, .trust_units = true},
});
// clang-format on

}  // namespace robots
