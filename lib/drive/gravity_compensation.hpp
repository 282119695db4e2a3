#pragma once
// Gravity compensation: tau = G(q), less what the joints' own springs give. The robot floats: it stays where it is let
// go. Its base stands upright and still.
#include "drive/state.hpp"

namespace drive {

template <const auto& robot> constexpr limb::Joints<robot> gravity_compensation(const Sample<robot>& now) {
    return less<robot>(limb::gravity_torque<robot>(now.q), limb::joint_springs<robot>(now.q));
}

}  // namespace drive
