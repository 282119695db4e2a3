#pragma once

// The HyA hydraulic arm as published. The last inertia breaks the triangle inequality (0.0107 > 0.0023 + 0.0083): no
// real body has it. So there is no hya6: limb::tree(hya6_rows) does not compile. robots/hya6_trusted.hpp lets that one
// row through by name.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Made by tests/reference/convert.py.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
template <bool trusted>
inline constexpr limb::Row hya6_table[] = {
    {.name = "Shoulder_AA", .joint = revolute_z,                                                                            .mass = 2.688,     .com = {-0.000196, -0.003091, 0.17763901},                      .inertia = {0.004958957247951076, 0.004715535893071082, 0.007603214830463995, -0.000611371512832, -0.00058480975714048, -0.0008910006995980804}},
    {.name = "Shoulder_FE", .joint = revolute_z, .at = {0, 0, 0.178},       .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .mass = 2.5924191, .com = {0.11316620599999999, -0.023382, 0.0038319999999999995}, .inertia = {0.037547606348743774, 0.052617413347603045, 0.01677615702187938, -0.0013316906372587076, -0.02172741693566096, -0.0029842802950942383}},
    {.name = "Humerus_R",   .joint = revolute_z, .at = {0.112, 0, 0},       .rotation = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, .mass = 2.327,     .com = {-0.0023899989, 0.00618, 0.278456},                      .inertia = {0.021844746146128025, 0.029425327816463398, 0.010227833240735378, 1.9629740418946008e-05, -0.013263935684916177, 0.00020465535215999928}},
    {.name = "Elbow_FE",    .joint = revolute_z, .at = {0, 0, 0.304},       .rotation = {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}, .mass = 1.7423722, .com = {0.09200001, -0.005, 8.7422736e-10},                     .inertia = {0.081617440695, 0.00353704849323498, 0.08091748918823496, 0.0028842371008813896, -0.0002120000298628755, -0.002292000207616147}},
    {.name = "Wrist_R",     .joint = revolute_z, .at = {0.112, 0, 0},       .rotation = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, .mass = 2.1032,    .com = {0, 0, 0.0275},                                          .inertia = {0.017841455000000003, 0.027524455, 0.011046, -0.001387, -0.012652, -0.001243}},
    {.name = "Wrist_FE",    .joint = revolute_z, .at = {0.02075, 0, 0.184}, .rotation = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},  .mass = 1.547475,  .com = {0.025, 0, 0},                                           .inertia = {0.010737, 0.0022598281249999997, 0.008309828125, 0.000198, 1.5e-05, -0.000829},                                                           .trust_inertia = trusted},
};
// clang-format on

inline constexpr auto& hya6_rows = hya6_table<false>;

}  // namespace robots
