// EXPECT: limb: limb::Stabilisation is for loop_forward_dynamics only
#include "limb/loops.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::forward_dynamics<arm>(q, qd, tau, limb::Stabilisation<float>{});
