// EXPECT: only articulated bodies (forward_dynamics, grip_of) know limb::Carried
#include "limb/inverse_dynamics.hpp"
#include "limb/sweep/carried.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});

auto torque(const limb::Positions<robot>& q, const limb::Joints<robot>& qd) { return limb::inverse_dynamics<robot>(q, qd, qd, limb::Carried<0>{}); }
