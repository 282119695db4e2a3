// EXPECT: limb: that is no option
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<arm>(q, 9.81f);
