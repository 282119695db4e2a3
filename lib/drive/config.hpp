#pragma once
// What a drive may be told: limits, gains, times. constexpr defaults for any robot; the limits are what the host may
// tighten but never widen (set, below).
#include "drive/messages.hpp"

namespace drive {

// What happens to the torques in a fault. Their feedback needs a sample that is younger than the command timeout, and
// leaves out joints whose sensors are at fault: damp is zero there, and hold keeps gravity's torque.
enum class SafeAction : std::uint8_t {
    zero,
    damp,  // -damping qd
    hold,  // joint impedance about where the robot was
};

template <const auto& robot> constexpr limb::Joints<robot> every_joint(float value) {
    limb::Joints<robot> all{};
    for (float& x : all) x = value;
    return all;
}

// A limit of each joint, as its row gives it, or `otherwise` where the row gives none.
template <const auto& robot>
constexpr limb::Joints<robot> limits(double limb::Row::*limit, float otherwise, auto is_given) {
    limb::Joints<robot> all = every_joint<robot>(otherwise);
    for (int i = 0; i < robot.bodies; i++) {
        const limb::Row& row = robot.given[robot.body[i].row];
        if (is_given(row)) all[std::size_t(robot.body[i].dof)] = float(row.*limit);
    }
    return all;
}
template <const auto& robot> constexpr limb::Joints<robot> limit(double limb::Row::*which, float otherwise) {
    return limits<robot>(which, otherwise, [which](const limb::Row& row) { return row.*which > 0; });
}
template <const auto& robot> constexpr limb::Joints<robot> position_limit(double limb::Row::*which, float otherwise) {
    return limits<robot>(which, otherwise, [](const limb::Row& row) { return row.lower < row.upper; });
}

// The same poles at every joint: (s + bandwidth)^2. The gains on torques are those on accelerations times the inertia
// that each joint moves at q = 0, so that PD alone is what computed torque is without its model.
template <const auto& robot> constexpr Gains<robot> gains_for(float bandwidth) {  // rad/s
    Gains<robot> gains{};
    const auto M = limb::mass_matrix<robot>(limb::Positions<robot>{});
    for (std::size_t i = 0; i < joints<robot>; i++) {
        gains.kp[i] = bandwidth * bandwidth;
        gains.kd[i] = 2 * bandwidth;
        gains.stiffness[i] = gains.kp[i] * M[i][i];
        gains.damping[i] = gains.kd[i] * M[i][i];
    }
    return gains;
}

template <const auto& robot> struct DriveConfig {
    std::uint32_t tick_hz = 1000;
    std::uint32_t command_timeout_ms = 100;
    SafeAction safe_action = SafeAction::damp;
    BaseMotion base_motion = BaseMotion::fed_forward;
    // the limits of the rows; where a row gives none, these stand in for it
    limb::Joints<robot> lower = position_limit<robot>(&limb::Row::lower, -6.3f);        // rad (m); angles within +-400
    limb::Joints<robot> upper = position_limit<robot>(&limb::Row::upper, 6.3f);         // rad (m)
    limb::Joints<robot> velocity_limit = limit<robot>(&limb::Row::velocity_limit, 10);  // rad/s (m/s)
    limb::Joints<robot> effort_limit = limit<robot>(&limb::Row::effort_limit, 100);     // N m (N), finite
    Gains<robot> gains = gains_for<robot>(30);
    // q may move by velocity_limit * time * jump_margin + jump_slack between samples
    float jump_margin = 1.5f, jump_slack = 0.02f;  // -, rad (m)
    // q may keep its bits for this long while |qd| is above stuck_velocity
    std::uint32_t stuck_ticks = 20;
    float stuck_velocity = 0.5f;  // rad/s (m/s)
};

}  // namespace drive
