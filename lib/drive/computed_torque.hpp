#pragma once
// Computed torque: tau = M(q) (qdd_ref + kd ed + kp e) + V(q, qd) + G(q), with e = q_ref - q. On the exact model each
// joint's error then obeys edd + kd ed + kp e = 0 (002, 4.8). The base stands upright and still. Cost: inverse
// dynamics.
#include "drive/state.hpp"

namespace drive {

template <const auto& robot> constexpr limb::Joints<robot> computed_torque(const Gains<robot>& gains,
                                                                           const Sample<robot>& now,
                                                                           const Reference<robot>& reference) {
    limb::Joints<robot> qdd;
    for (std::size_t i = 0; i < joints<robot>; i++)
        qdd[i] =
            reference.qdd[i] + gains.kd[i] * (reference.qd[i] - now.qd[i]) + gains.kp[i] * (reference.q[i] - now.q[i]);
    limb::Joints<robot> tau = limb::inverse_dynamics<robot>(now.q, now.qd, qdd);
    for (std::size_t i = 0; i < joints<robot>; i++) tau[i] += friction<robot>(gains, i, reference.qd[i]);
    return tau;
}

}  // namespace drive
