#pragma once

// The satellite of 004, section 5.3 and appendix A: a floating bus with two links on revolute joints, no gravity.

#include "limb/limb.hpp"

namespace satellite {

using enum limb::Joint;

// clang-format off
inline constexpr limb::Row rows[] = {
    {.name = "bus",                      .joint = floating,                          .mass = 20, .com = {0, 0, 0},    .inertia = {0.25, 0.125, 0.25}},
    {.name = "link 2", .parent = "bus",  .joint = revolute_z, .at = {0.1, 0, 0},     .mass = 10, .com = {0, 0.1, 0},  .inertia = {0.04, 0.02, 0.04}},
    {.name = "link 3", .parent = "bus",  .joint = revolute_z, .at = {-0.1, 0, 0},    .mass = 10, .com = {0, 0.1, 0},  .inertia = {0.04, 0.02, 0.04}},
};
// clang-format on
inline constexpr auto robot = limb::tree(rows);

}  // namespace satellite
