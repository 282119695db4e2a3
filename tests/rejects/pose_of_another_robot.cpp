// EXPECT: limb: these limb::Positions, limb::Joints or this limb::Pose are another robot's
#include "limb/energy.hpp"
#include "arm_and_gimbal.hpp"

float wrong = limb::kinetic_energy<arm>(limb::pose<gimbal>(limb::Positions<gimbal>{}), qd);
