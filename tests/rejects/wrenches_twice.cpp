// EXPECT: limb: limb::Wrenches are given twice
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<arm>(q, limb::Wrenches<arm>{}, limb::Wrenches<arm>{});
