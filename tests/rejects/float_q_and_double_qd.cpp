// EXPECT: limb: q and qd, qdd or tau are of different number types
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

limb::Joints<arm, double> wrong = limb::inverse_dynamics<arm>(q, limb::Joints<arm, double>{}, qdd);
