// EXPECT: joint_has_no_pitch, row 0 "upper"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = prismatic_z, .pitch = 0.01, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
