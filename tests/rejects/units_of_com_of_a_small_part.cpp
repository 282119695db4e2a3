// EXPECT: units_of_com, row 1 "tip"
// 12 mm, written so.
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "tip", .joint = revolute_z, .mass = 0.05, .com = {12, 0, 0}, .inertia = {1e-6, 2e-6, 2e-6}},
});
