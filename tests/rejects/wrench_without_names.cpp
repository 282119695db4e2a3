// EXPECT: WriteItsMembersNames
#include "arm_and_gimbal.hpp"

const limb::Wrench<float> wrong{{0, 0, 1}, {0, 0, 2}};
