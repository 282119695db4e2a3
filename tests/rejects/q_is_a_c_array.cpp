// EXPECT: limb: q is a plain array: write limb::Positions<robot, T>::from(q)
#include "limb/kinematics.hpp"
#include "arm_and_gimbal.hpp"

const float angles[2]{};
auto wrong = limb::kinematics<arm, 1>(angles);
