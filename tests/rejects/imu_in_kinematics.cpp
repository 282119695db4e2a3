// EXPECT: limb: this function takes no limb::Imu
#include "limb/kinematics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::kinematics<arm, 1>(q, qd, qdd, limb::Imu<float>{});
