// EXPECT: limb: this function takes no limb::Base
#include "limb/energy.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::kinetic_energy<arm>(q, qd, limb::Base<float>{.angular_velocity = {0, 0, 10}});
