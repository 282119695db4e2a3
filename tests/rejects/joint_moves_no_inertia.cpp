// EXPECT: joint_moves_no_inertia, row 1 "spin"
#include "limb/tree.hpp"
using enum limb::Joint;

// A point mass on its own axis of rotation: the torque could be anything. Trusting the inertia does not help.
constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "spin", .joint = revolute_z, .mass = 1, .com = {0, 0, 0.1}, .trust_inertia = true},
});
