// EXPECT: joint_has_no_axis, row 0 "upper"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_x, .axis = {0, 1, 0}, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
