#pragma once

// Three-axis camera gimbal, yaw - pitch - roll, with off-centre masses and full inertia tensors.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Made by tests/reference/convert.py.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
inline constexpr auto gimbal3 = limb::tree({
    {.name = "yaw",   .joint = revolute_z, .at = {0, 0, 0.05f},            .mass = 0.42f, .com = {0.004f, -0.002f, 0.031f},  .inertia = {0.00041f, 0.00037f, 0.00022f, 1.1e-05f, -2.3e-05f, 7e-06f}},
    {.name = "pitch", .joint = revolute_y, .at = {0.012f, 0.035f, 0.06f},  .mass = 0.27f, .com = {-0.003f, -0.021f, 0.006f}, .inertia = {0.00017f, 9.1e-05f, 0.00015f, -8e-06f, 4e-06f, 5e-06f}},
    {.name = "roll",  .joint = revolute_x, .at = {0.03f, -0.035f, 0.004f}, .mass = 0.18f, .com = {0.012f, 0.001f, -0.004f},  .inertia = {5.2e-05f, 8.4e-05f, 7.9e-05f, 2e-06f, -3e-06f, 1.5e-06f}},
});
// clang-format on

}  // namespace robots
