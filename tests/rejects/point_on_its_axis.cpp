// EXPECT: joint_moves_no_inertia, row 1 "fore"
// A point mass on the joint's axis, but for rounding.
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .joint = revolute, .axis = {0.6, 0.8, 0}, .at = {0.3, 0, 0}, .mass = 1, .com = {0.06, 0.08, 0}},
});
