#pragma once
// Computed torque: tau = M(q) (qdd_ref + kd ed + kp e) + V(q, qd) + G(q) - E(q, qd_ref), with e = q_ref - q and E what
// the joints' own springs, dampers and friction exert (limb/elements.hpp). On the exact model each joint's error then
// obeys edd + kd ed + kp e = 0 (002, 4.8), but for dampers and friction, which are taken at the reference's velocity:
// at standstill the noise of qd would toss friction to and fro. The base stands upright and still. Cost: inverse
// dynamics, and the elements of the rows that have some.
#include "drive/state.hpp"

namespace drive {

template <const auto& robot> constexpr limb::Joints<robot> computed_torque(const Gains<robot>& gains,
                                                                           const Sample<robot>& now,
                                                                           const Reference<robot>& reference) {
    limb::Joints<robot> qdd;
    for (std::size_t i = 0; i < joints<robot>; i++)
        qdd[i] =
            reference.qdd[i] + gains.kd[i] * (reference.qd[i] - now.qd[i]) + gains.kp[i] * (reference.q[i] - now.q[i]);
    return less<robot>(limb::inverse_dynamics<robot>(now.q, now.qd, qdd),
                       limb::joint_elements<robot>(now.q, reference.qd));
}

}  // namespace drive
