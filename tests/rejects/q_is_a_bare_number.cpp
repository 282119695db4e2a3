// EXPECT: limb: q is a bare number: write limb::Positions<robot, T>{q}
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<arm>(0.3f);
