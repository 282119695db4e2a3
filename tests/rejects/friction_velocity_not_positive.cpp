// EXPECT: friction_velocity_not_positive<0>
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}, .friction_velocity = 0},
});
