// EXPECT: limb: this function knows no limb::Payload
#include "limb/regressor.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::regressor<arm>(q, qd, qdd, limb::Payload<1>{.mass = 2});
