// EXPECT: limb: that array has not as many numbers as this robot
#include "arm_and_gimbal.hpp"

const float angles[3]{};
const auto wrong = limb::Positions<arm>::from(angles);
