// EXPECT: limb: these limb::Wrenches are another robot's
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<arm>(q, limb::Wrenches<gimbal>{});
