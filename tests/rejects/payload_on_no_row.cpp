// EXPECT: limb: this robot has no row of that number
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<arm>(q, limb::Payload<2>{.mass = 1});
