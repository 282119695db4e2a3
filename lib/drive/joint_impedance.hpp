#pragma once
// Joint impedance: gravity compensation and K (q_ref - q) + D (qd_ref - qd). Each joint is a spring and a damper about
// the reference, without gravity's sag; the robot keeps its own inertia. The base stands upright and still.
#include "drive/gravity_compensation.hpp"
#include "drive/pd.hpp"

namespace drive {

template <const auto& robot> constexpr limb::Joints<robot> joint_impedance(const Gains<robot>& gains,
                                                                           const Sample<robot>& now,
                                                                           const Reference<robot>& reference) {
    limb::Joints<robot> tau = gravity_compensation<robot>(now);
    const limb::Joints<robot> feedback = pd<robot>(gains, now, reference);
    for (std::size_t i = 0; i < joints<robot>; i++) tau[i] += feedback[i];
    return tau;
}

}  // namespace drive
