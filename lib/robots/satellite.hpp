#pragma once

// A satellite of 20 kg that floats, with two links of 10 kg on hinges at its sides; it spins about its y axis.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Source: 004 (symbolic Kane's equations), section 5.3 and
// appendix A.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
inline constexpr auto satellite = limb::tree({
    {.name = "body",                     .joint = floating,                         .mass = 20,                        .inertia = {0.25, 0.125, 0.25}},
    {.name = "right", .parent = "body",  .joint = revolute_z, .at = {0.1, 0, 0},  .mass = 10, .com = {0, 0.1, 0}, .inertia = {0.04, 0.02, 0.04}},
    {.name = "left",  .parent = "body",  .joint = revolute_z, .at = {-0.1, 0, 0}, .mass = 10, .com = {0, 0.1, 0}, .inertia = {0.04, 0.02, 0.04}},
});
// clang-format on

}  // namespace robots
