// EXPECT: limb: limb::Base is given twice
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<arm>(q, limb::Base<float>{}, limb::Base<float>{});
