// EXPECT: limb: after q come qd, qdd or tau, limb::Joints<robot, T>, and only then the options
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::inverse_dynamics<arm>(q, qd, limb::no_gravity);
