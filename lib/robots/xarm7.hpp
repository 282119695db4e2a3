#pragma once

// UFACTORY xArm 7, published URDF values with the fixed links folded in. Its right angles are written as
// 1.5708, as its makers did, so no rotation here is an exact quarter turn.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Made by tests/reference/convert.py.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
inline constexpr auto xarm7 = limb::tree({
    {.name = "link1", .joint = revolute_z, .at = {0, 0, 0.267},                                              .mass = 2.382,  .com = {-0.0002, 0.029049999999999996, -0.01233}, .inertia = {0.0056905, 0.0049566, 0.003316654, -1.579e-05, 5.125e-06, -0.000873378}},
    {.name = "link2", .joint = revolute_z,                             .rotation = limb::rpy(-1.5708, 0, 0), .mass = 1.869,  .com = {0.00022, -0.12856, 0.01735},              .inertia = {0.0095989, 0.00382472, 0.007565669, 1.541e-06, 5.56e-06, -0.00317156}},
    {.name = "link3", .joint = revolute_z, .at = {0, -0.293, 0},       .rotation = limb::rpy(1.5708, 0, 0),  .mass = 1.6383, .com = {0.04660000000000001, -0.02463, -0.00768}, .inertia = {0.00310955, 0.00264483, 0.0026624, 0.00030837, -0.00058453, 0.000338893}},
    {.name = "link4", .joint = revolute_z, .at = {0.0525, 0, 0},       .rotation = limb::rpy(1.5708, 0, 0),  .mass = 1.7269, .com = {0.07047, -0.11575, 0.012},                .inertia = {0.005889, 0.00359703, 0.00543244, 0.00137112, 0.00088143, -0.001762155}},
    {.name = "link5", .joint = revolute_z, .at = {0.0775, -0.3425, 0}, .rotation = limb::rpy(1.5708, 0, 0),  .mass = 1.3203, .com = {-0.00032, 0.01604, -0.026},               .inertia = {0.00534665, 0.0049779, 0.0013624, 1.5117e-05, -3.69e-07, -0.00022132}},
    {.name = "link6", .joint = revolute_z,                             .rotation = limb::rpy(1.5708, 0, 0),  .mass = 1.325,  .com = {0.06469, 0.03278, 0.02141},               .inertia = {0.0014745, 0.0019037, 0.0023652, -0.000488, 0.0002953, 0.00014749}},
    {.name = "link7", .joint = revolute_z, .at = {0.076, 0.097, 0},    .rotation = limb::rpy(-1.5708, 0, 0), .mass = 0.17,   .com = {0, -0.00677, -0.01098},                   .inertia = {9.3e-05, 5.87e-05, 0.000132, 0, 0, -3.6e-06}},
});
// clang-format on

}  // namespace robots
