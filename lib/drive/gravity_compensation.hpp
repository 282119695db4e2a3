#pragma once
// Gravity compensation: tau = G(q). The robot floats: it stays where it is let go. Its base stands upright and still.
#include "drive/state.hpp"

namespace drive {

template <const auto& robot> constexpr limb::Joints<robot> gravity_compensation(const Sample<robot>& now) {
    return limb::gravity_torque<robot>(now.q);
}

}  // namespace drive
