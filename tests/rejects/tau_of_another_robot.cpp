// EXPECT: limb: these limb::Positions, limb::Joints or this limb::Pose are another robot's
#include "limb/dynamics/articulated_body.hpp"
#include "arm_and_gimbal.hpp"

limb::Joints<arm> wrong = limb::forward_dynamics_aba<arm>(q, qd, limb::Joints<gimbal>{});
