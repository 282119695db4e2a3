// EXPECT: only articulated bodies (forward_dynamics, handle) know limb::Carried
#include "limb/inverse_dynamics.hpp"
#include "limb/sweep/carried.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});

auto torque(const limb::Joints<robot>& q) { return limb::inverse_dynamics<robot>(q, q, q, limb::Carried<0>{}); }
