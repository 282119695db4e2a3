// EXPECT: rotation_not_orthonormal, row 0 "upper"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
