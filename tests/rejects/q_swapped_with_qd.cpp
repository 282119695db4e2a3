// EXPECT: limb: limb::Joints (qd, qdd, tau) in place of q
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::inverse_dynamics<arm>(qd, q, qdd);
