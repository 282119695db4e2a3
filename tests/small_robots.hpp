#pragma once

// Small robots that together have every kind of joint, branches, limbs that look alike and fixed rows, as rows that a
// test can change before it makes a tree of them.

#include <cstddef>

#include "limb/limb.hpp"

namespace small_robots {

using enum limb::Joint;

template <std::size_t n> struct Rows { limb::Row row[n]; };

// `rows` after `change(row)` for each of them
template <std::size_t n, class Change> constexpr Rows<n> changed(const limb::Row (&rows)[n], Change change) {
    Rows<n> out{};
    for (std::size_t i = 0; i < n; ++i) {
        out.row[i] = rows[i];
        change(out.row[i]);
    }
    return out;
}

template <std::size_t n> constexpr Rows<n + 1> with(const limb::Row (&rows)[n], const limb::Row& another) {
    Rows<n + 1> out{};
    for (std::size_t i = 0; i < n; ++i) out.row[i] = rows[i];
    out.row[n] = another;
    return out;
}

// clang-format off
// A crane on the ground: turns, telescopes, nods about a skew axis; its hook is a fixed row.
inline constexpr limb::Row crane_rows[] = {
    {.name = "mast", .joint = revolute_z,                                    .at = {0.1, 0, 0.2},                                  .mass = 4,   .com = {0.01, -0.02, 0.3}, .inertia = {0.09, 0.08, 0.03, 0.002, -0.001, 0.003}},
    {.name = "boom", .joint = prismatic_x,                                   .at = {0, 0.05, 0.6}, .rotation = limb::rpy(0.2, -0.3, 0.4), .mass = 2,   .com = {0.2, 0.01, 0.02},  .inertia = {0.01, 0.06, 0.06, 0.001, 0.002, -0.001}},
    {.name = "head", .joint = revolute, .axis = {1.0 / 3, 2.0 / 3, 2.0 / 3}, .at = {0.4, 0, -0.1},                                 .mass = 1,   .com = {0.05, 0.03, -0.1}, .inertia = {0.01, 0.012, 0.008, 0, 0.001, 0}},
    {.name = "hook", .joint = fixed,                                         .at = {0.1, 0.2, -0.3}, .rotation = limb::rpy(0.5, 0.6, -0.7), .mass = 0.5, .com = {0, 0, -0.1},       .inertia = {0.002, 0.002, 0.001}},
};
// A walker that floats on two legs that look alike, but for their numbers: in the shared form they share one code.
inline constexpr limb::Row walker_rows[] = {
    {.name = "trunk",                        .joint = floating,                                                              .mass = 6,   .com = {0.02, -0.01, 0.03}, .inertia = {0.05, 0.12, 0.11, 0.003, -0.004, 0.002}},
    {.name = "left hip",                     .joint = revolute_x,  .at = {0.1, 0.15, 0},                                     .mass = 1,   .com = {0, 0.04, -0.02},    .inertia = {0.004, 0.003, 0.002}},
    {.name = "left foot",                    .joint = prismatic_z, .at = {0, 0.05, -0.3},  .rotation = limb::rpy(0, 0.3, 0), .mass = 0.6, .com = {0.01, 0, -0.12},    .inertia = {0.005, 0.005, 0.001, 0, 0.0002, 0}},
    {.name = "right hip", .parent = "trunk", .joint = revolute_x,  .at = {0.1, -0.15, 0},                                    .mass = 1,   .com = {0, -0.04, -0.02},   .inertia = {0.004, 0.003, 0.002}},
    {.name = "right foot",                   .joint = prismatic_z, .at = {0, -0.05, -0.3}, .rotation = limb::rpy(0, 0.2, 0), .mass = 0.7, .com = {0.01, 0, -0.13},    .inertia = {0.005, 0.005, 0.001, 0, 0.0002, 0}},
};
// Joints of several freedoms: a lamp that hangs from a ball, with a screw, a skew universal joint and a ball at its tip.
inline constexpr limb::Row lamp_rows[] = {
    {.name = "stem",  .joint = spherical,                                                                    .at = {0.1, -0.2, 0.3},   .rotation = limb::rpy(0.3, 0.2, -0.5), .mass = 3,   .com = {0.02, 0.05, -0.3}, .inertia = {0.09, 0.08, 0.03, 0.002, -0.001, 0.003}},
    {.name = "screw", .joint = helical,   .axis = {2.0 / 3, 1.0 / 3, 2.0 / 3}, .pitch = 0.07,                .at = {0, 0.05, -0.4},    .rotation = limb::rpy(0.2, -0.3, 0.4), .mass = 2,   .com = {0.1, 0.01, 0.02},  .inertia = {0.01, 0.06, 0.06, 0.001, 0.002, -0.001}, .armature = 0.05},
    {.name = "arm",   .joint = universal, .axis = {0.6, 0, 0.8}, .axis2 = {0, 0.28, 0.96},                   .at = {0.2, 0, -0.1},                                            .mass = 1,   .com = {0.05, 0.03, -0.1}, .inertia = {0.01, 0.012, 0.008, 0, 0.001, 0}, .armature = 0.02},
    {.name = "bulb",  .joint = spherical,                                                                    .at = {0.1, 0.2, -0.3},   .rotation = limb::rpy(0.5, 0.6, -0.7), .mass = 0.5, .com = {0, 0.02, -0.1},    .inertia = {0.002, 0.003, 0.002}},
    {.name = "shade", .parent = "arm", .joint = revolute_x,                                                  .at = {-0.1, 0.1, 0.1},   .rotation = limb::rpy(0.1, 0.2, 0.3),  .mass = 0.4, .com = {0.02, 0.03, 0.1},  .inertia = {0.003, 0.003, 0.002}},
};
// A puck on a table that carries a telescope with a rotor.
inline constexpr limb::Row puck_rows[] = {
    {.name = "puck",  .joint = planar,                                 .at = {0.2, 0.1, 0.4}, .rotation = limb::rpy(0.1, 0.3, 0.2), .mass = 2,   .com = {0.03, -0.02, 0.05}, .inertia = {0.02, 0.03, 0.04, 0.001, 0.002, 0}},
    {.name = "tube",  .joint = cylindrical, .axis = {0, 0.6, 0.8},     .at = {0.1, 0.05, 0.1},                                      .mass = 1,   .com = {0.02, 0.1, 0.03},   .inertia = {0.01, 0.012, 0.008, 0, 0.001, 0}},
    {.name = "head",  .joint = revolute, .axis = {0.48, 0.64, 0.6},    .at = {0, 0.1, 0.2},   .rotation = limb::rpy(0.5, 0, 0.1),   .mass = 0.6, .com = {0.05, 0.02, 0.04},  .inertia = {0.002, 0.003, 0.002}, .rotor = 0.002, .gear = 30},
};
// clang-format on

inline constexpr auto lamp = limb::tree(lamp_rows);
inline constexpr auto puck = limb::tree(puck_rows);
inline constexpr auto crane = limb::tree(crane_rows);
inline constexpr auto walker = limb::tree(walker_rows, limb::Form::shared);

}  // namespace small_robots
