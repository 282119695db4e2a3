// EXPECT: limb: qd, qdd or tau is a bare number: write limb::Joints<robot, T>{qd}
#include "limb/dynamics/articulated_body.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::forward_dynamics_aba<arm>(q, qd, 0);
