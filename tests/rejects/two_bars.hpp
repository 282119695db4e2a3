#pragma once

// A good robot, for tables of springs and loops that are not.

#include "limb/tree.hpp"

using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "tool", .joint = fixed, .at = {0.4, 0, 0}},
});
