#pragma once

// The spatial four-bar: two cranks of 1 m hang 1 m apart; a universal joint (two rows, the knuckle between them) and a ball
// joint, which is the loop, carry the coupler. A parallelogram with one freedom, in the plane x z; closed at q = 0:
// (2 (0.1 + 10 0.5^2) + 10.1) th'' = -9.81 (2 10 0.5 + 10.1) sin th, eigenvalue 197.181 / 15.3.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Source: 004 (symbolic Kane's equations), section 6.2.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
inline constexpr auto four_bar = limb::tree({
    {.name = "ground"},
    {.name = "crank",                        .joint = revolute_y,                     .mass = 10,  .com = {0, 0, -0.5}, .inertia = {0.1, 0.1, 0.1}},
    {.name = "knuckle",                      .joint = revolute_y, .at = {0, 0, -1},   .mass = 0.1,                      .inertia = {0.001, 0.001, 0.001}},
    {.name = "coupler",                      .joint = revolute_z,                     .mass = 10,  .com = {0.5, 0, 0},  .inertia = {0.1, 0.1, 0.1}},
    {.name = "rocker",  .parent = "ground",  .joint = revolute_y, .at = {1, 0, 0},    .mass = 10,  .com = {0, 0, -0.5}, .inertia = {0.1, 0.1, 0.1}},
});
inline constexpr auto four_bar_loop = limb::loops<four_bar>({
    {.name = "ball", .joint = limb::Loop::spherical, .a = "coupler", .a_at = {1, 0, 0}, .b = "rocker", .b_at = {0, 0, -1}},
});
// clang-format on

}  // namespace robots
