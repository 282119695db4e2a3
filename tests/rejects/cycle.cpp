// EXPECT: cycle, row 1 "upper"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "base", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "upper", .parent = "fore", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .parent = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
