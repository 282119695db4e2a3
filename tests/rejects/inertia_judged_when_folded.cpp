// EXPECT: inertia_breaks_triangle_inequality, row 1 "tool"
// What is fixed to a body cannot be mended by it.
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "tool", .mass = 1, .inertia = {0.01, 0.01, 0.5}},
});
