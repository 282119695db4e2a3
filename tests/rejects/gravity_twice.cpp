// EXPECT: limb: gravity is given twice
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<arm>(q, limb::no_gravity, limb::Gravity<float>{{0, 0, -9.81f}});
