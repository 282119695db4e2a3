#pragma once

// The Stanford arm: two revolute joints, a prismatic one, and a three-axis wrist in one point.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Made by tests/reference/convert.py.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
inline constexpr auto stanford6 = limb::tree({
    {.name = "link1", .joint = revolute_z,  .at = {0, 0, 0.412f},                                                 .mass = 9.29f, .com = {0, 0.0175f, -0.1105f},      .inertia = {0.27592283f, 0.25461754f, 0.071459614f, -0.0012844891f, 0.0005507499f, 0.009168147f}},
    {.name = "link2", .joint = revolute_z,                        .rotation = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, .mass = 5.01f, .com = {0, -0.1054f, 0.02f},        .inertia = {0.10758576f, 0.018566674f, 0.09984757f, -0.0056964047f, -0.0008970711f, -0.004033545f}},
    {.name = "link3", .joint = prismatic_z, .at = {0, 0, 0.154f}, .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .mass = 4.25,  .com = {0, 0, -0.2447f},            .inertia = {0.48995474f, 0.50024813f, 0.019797135f, 0.0045936666f, -0.076211944f, 0.029064726f}},
    {.name = "link4", .joint = revolute_z,  .at = {0, 0, 0.1f},                                                   .mass = 1.08f, .com = {0, 0.0054f, -0.0342f},      .inertia = {0.0017525987f, 0.0011019636f, 0.0010454378f, -3.8031452e-05f, -0.00018403097f, 1.5912468e-05f}},
    {.name = "link5", .joint = revolute_z,                        .rotation = {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, .mass = 0.63f, .com = {0, -0.0197f, 0.003f},       .inertia = {0.0027480114f, 0.0027893113f, 0.0006626773f, 4.044804e-05f, -0.0007663512f, 0.00015995983f}},
    {.name = "link6", .joint = revolute_z,                        .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .mass = 0.51f, .com = {0.0021f, 0.0013f, 0.1554f}, .inertia = {0.0111152455f, 0.01293193f, 0.002252825f, 0.00035818422f, -0.0045006434f, 0.0008553151f}},
});
// clang-format on

}  // namespace robots
