// Gravity compensation of a robot of the user's own, one of the samples, and two from files.
#include "lever.hpp"
#include "limb/limb.hpp"
#include "my_swing.hpp"
#include "robots/gimbal3.hpp"

using enum limb::Joint;

inline constexpr auto pendulum = limb::tree({
    {.name = "rod", .joint = revolute_y, .mass = 1.0f, .com = {0.5f, 0, 0}, .inertia = {0.001f, 0.08f, 0.08f}},
});

int main() {
    volatile float angle = 0;
    const limb::Joints<pendulum> tau = limb::gravity_torque<pendulum>(limb::Positions<pendulum>{angle});
    const limb::Joints<robots::gimbal3> hold = limb::gravity_torque<robots::gimbal3>(limb::Positions<robots::gimbal3>{});
    const limb::Joints<robots::lever> lift = limb::gravity_torque<robots::lever>(limb::Positions<robots::lever>{angle});
    const limb::Joints<robots::my_swing> swing = limb::gravity_torque<robots::my_swing>(limb::Positions<robots::my_swing>{angle});
    // A horizontal rod: |tau| = m g l = 4.905 Nm.
    const auto is_rod = [](float x) { return x * x > 24.0f && x * x < 24.1f; };
    return is_rod(tau[0]) && is_rod(lift[0]) && is_rod(swing[0]) && hold[0] == 0.0f ? 0 : 1;
}
