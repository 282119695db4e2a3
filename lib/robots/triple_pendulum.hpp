#pragma once

// Three links that hang one from another and each swing at right angles to the link before: 1 m long, 1 kg in the middle.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Every row's y points up at q = 0; the source hangs it
// along -y. Source: 004 (symbolic Kane's equations), section 5.1 and appendix A.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
inline constexpr auto triple_pendulum = limb::tree({
    {.name = "upper",  .joint = revolute_z,                  .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .mass = 1, .com = {0, -0.5, 0}, .inertia = {0.2, 0.1, 0.2}},
    {.name = "middle", .joint = revolute_z, .at = {0, -1, 0}, .rotation = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, .mass = 1, .com = {0, -0.5, 0}, .inertia = {0.2, 0.1, 0.2}},
    {.name = "lower",  .joint = revolute_z, .at = {0, -1, 0}, .rotation = {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}, .mass = 1, .com = {0, -0.5, 0}, .inertia = {0.2, 0.1, 0.2}},
});
// clang-format on

}  // namespace robots
