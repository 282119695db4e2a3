// EXPECT: limb: external wrenches change nothing here
#include "limb/quantities.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::coriolis_torque<arm>(q, qd, limb::Wrenches<arm>{});
