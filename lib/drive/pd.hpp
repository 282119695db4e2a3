#pragma once
// PD alone: tau = K (q_ref - q) + D (qd_ref - qd), joint by joint and without a model, to compare others with. N m (N).
#include "drive/state.hpp"

namespace drive {

template <const auto& robot> constexpr limb::Joints<robot> pd(const Gains<robot>& gains, const Sample<robot>& now,
                                                              const Reference<robot>& reference) {
    limb::Joints<robot> tau;
    for (std::size_t i = 0; i < joints<robot>; i++)
        tau[i] = gains.stiffness[i] * (reference.q[i] - now.q[i]) + gains.damping[i] * (reference.qd[i] - now.qd[i]);
    return tau;
}

}  // namespace drive
