// EXPECT: unknown_parent, row 1 "fore"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .com = {0.2, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .parent = "uper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
