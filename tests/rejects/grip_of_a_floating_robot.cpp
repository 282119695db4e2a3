// EXPECT: a robot with a floating root has no base to be held by
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "bus", .joint = floating, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});

auto grip(const limb::Positions<robot>& q, const limb::Joints<robot>& qd) { return limb::grip_of<robot>(q, qd, qd); }
