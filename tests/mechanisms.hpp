#pragma once

// Mechanisms with closed loops, as tables that several tests use. All swing in the plane x z, gravity along -z; their first
// row is the ground, so that more than one chain can stand on it. Closed at q = 0 unless said.

#include "limb/limb.hpp"
#include "robots/four_bar.hpp"
#include "small_robots.hpp"

namespace mechanisms {

using enum limb::Joint;
using limb::Loop;
using robots::four_bar, robots::four_bar_loop;

// clang-format off

// Its bodies with pins only: planar, so of the five equations of a spatial pin three are redundant.
inline constexpr auto planar_four_bar = limb::tree(small_robots::changed(four_bar.given, [](limb::Row& row) {
    if (row.joint == revolute_z) row.joint = fixed;   // the coupler on the knuckle
}).row);
inline constexpr auto planar_four_bar_loop = limb::loops<planar_four_bar>({
    {.name = "pin",  .joint = Loop::pin, .a = "coupler", .a_at = {1, 0, 0}, .a_axis = {0, 1, 0}, .b = "rocker", .b_at = {0, 0, -1}, .b_axis = {0, 1, 0}},
});

// A slider-crank: crank 0.1 m, rod 0.3 m, the slide along x. At q = 0 it is stretched, the slider 0.4 m out.
inline constexpr auto slider_crank = limb::tree({
    {.name = "ground"},
    {.name = "crank",                       .joint = revolute_y,                        .mass = 2,   .com = {0.04, 0, 0}, .inertia = {0.001, 0.004, 0.004}},
    {.name = "rod",                         .joint = revolute_y,  .at = {0.1, 0, 0},    .mass = 0.6, .com = {0.12, 0, 0}, .inertia = {0.0005, 0.005, 0.005}},
    {.name = "slider", .parent = "ground",  .joint = prismatic_x, .at = {0.4, 0, 0},    .mass = 0.8,                      .inertia = {0.001, 0.001, 0.001}},
});
inline constexpr auto slider_crank_loop = limb::loops<slider_crank>({
    {.name = "gudgeon", .joint = Loop::pin, .a = "rod", .a_at = {0.3, 0, 0}, .a_axis = {0, 1, 0}, .b = "slider", .b_axis = {0, 1, 0}},
});

// The same without the rod: crank pin and slider 0.3 m apart.
inline constexpr auto rod_crank = limb::tree({
    {.name = "ground"},
    {.name = "crank",                       .joint = revolute_y,                        .mass = 2,   .com = {0.04, 0, 0}, .inertia = {0.001, 0.004, 0.004}},
    {.name = "slider", .parent = "ground",  .joint = prismatic_x, .at = {0.4, 0, 0},    .mass = 0.8,                      .inertia = {0.001, 0.001, 0.001}},
});
inline constexpr auto rod_crank_loop = limb::loops<rod_crank>({
    {.name = "rod", .joint = Loop::distance, .a = "crank", .a_at = {0.1, 0, 0}, .b = "slider", .distance = 0.3},
});

// A five-bar: two arms of 0.2 m and 0.3 m on hinges 0.2 m apart meet in a pin. Not closed at q = 0, where both point along x.
inline constexpr auto five_bar = limb::tree({
    {.name = "ground"},
    {.name = "left",                       .joint = revolute_y,                         .mass = 0.5, .com = {0.09, 0, 0.01}, .inertia = {0.0004, 0.002, 0.002}},
    {.name = "left rod",                   .joint = revolute_y, .at = {0.2, 0, 0},      .mass = 0.3, .com = {0.15, 0, 0},    .inertia = {0.0003, 0.002, 0.002}},
    {.name = "right",  .parent = "ground", .joint = revolute_y, .at = {0.2, 0, 0},      .mass = 0.4, .com = {0.1, 0, 0},     .inertia = {0.0004, 0.002, 0.002}},
    {.name = "right rod",                  .joint = revolute_y, .at = {0.2, 0, 0},      .mass = 0.2, .com = {0.16, 0, -0.01}, .inertia = {0.0003, 0.002, 0.002}},
});
inline constexpr auto five_bar_loop = limb::loops<five_bar>({
    {.name = "tip", .joint = Loop::pin, .a = "left rod", .a_at = {0.3, 0, 0}, .a_axis = {0, 1, 0}, .b = "right rod", .b_at = {0.3, 0, 0}, .b_axis = {0, 1, 0}},
});

// A quick-return drive: the pin of a crank, 0.1 m, slides in the groove of a lever that is hinged 0.25 m behind the crank.
inline constexpr auto quick_return = limb::tree({
    {.name = "ground"},
    {.name = "crank",                      .joint = revolute_y,                        .mass = 2,   .com = {0.04, 0, 0}, .inertia = {0.001, 0.004, 0.004}},
    {.name = "lever", .parent = "ground",  .joint = revolute_y, .at = {-0.25, 0, 0},   .mass = 1.2, .com = {0.3, 0, 0},  .inertia = {0.001, 0.03, 0.03}},
});
inline constexpr auto quick_return_loop = limb::loops<quick_return>({
    {.name = "groove", .joint = Loop::slide, .a = "lever", .a_axis = {1, 0, 0}, .b = "crank", .b_at = {0.1, 0, 0}},
});

// Two shafts, the second tilted by 0.6 rad about x, and Hooke's joint between them. What they turn is out of balance.
inline constexpr auto shafts = limb::tree({
    {.name = "ground"},
    {.name = "crank",                      .joint = revolute_z,                                              .mass = 2, .com = {0.03, 0, -0.1}, .inertia = {0.01, 0.01, 0.006}},
    {.name = "shaft", .parent = "ground",  .joint = revolute_z, .rotation = limb::rpy(0.6, 0, 0),            .mass = 3, .com = {0, 0.02, 0.2},  .inertia = {0.02, 0.02, 0.009}},
});
inline constexpr auto shafts_loop = limb::loops<shafts>({
    {.name = "cross", .joint = Loop::universal, .a = "crank", .a_axis = {1, 0, 0}, .b = "shaft", .b_axis = {0, 1, 0}},
});

// clang-format on

}  // namespace mechanisms
