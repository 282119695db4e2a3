// EXPECT: joint_has_no_axis2, row 0 "upper"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute, .axis = {0, 1, 0}, .axis2 = {0, 0, 1}, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
