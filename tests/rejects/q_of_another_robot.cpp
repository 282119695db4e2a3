// EXPECT: limb: these limb::Positions, limb::Joints or this limb::Pose are another robot's
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<gimbal>(q);
