// EXPECT: limb: those stand for something else
#include "arm_and_gimbal.hpp"

const auto wrong = limb::Joints<arm>::from(q);
