// EXPECT: limb: limb::Positions (q) in place of qd, qdd or tau
#include "limb/dynamics/articulated_body.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::forward_dynamics_aba<arm>(q, qd, q);
