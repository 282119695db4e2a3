// Gravity compensation of a robot of the user's own, and one of the samples.
#include "limb/limb.hpp"
#include "robots/gimbal3.hpp"

using enum limb::Joint;

inline constexpr auto pendulum = limb::tree({
    {.name = "rod", .joint = revolute_y, .mass = 1.0f, .com = {0.5f, 0, 0}, .inertia = {0.001f, 0.08f, 0.08f}},
});

int main() {
    volatile float angle = 0;
    const limb::Joints<pendulum> tau = limb::gravity_torque<pendulum>(limb::Joints<pendulum>{angle});
    const limb::Joints<robots::gimbal3> hold = limb::gravity_torque<robots::gimbal3>(limb::Joints<robots::gimbal3>{});
    // A horizontal rod: |tau| = m g l = 4.905 Nm.
    const bool right = tau[0] * tau[0] > 24.0f && tau[0] * tau[0] < 24.1f && hold[0] == 0.0f;
    return right ? 0 : 1;
}
