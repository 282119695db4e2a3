// EXPECT: limb: that is no option
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::inverse_dynamics<arm>(q, qd, qdd, tau);
