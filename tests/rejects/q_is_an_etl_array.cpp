// EXPECT: limb: q is a plain array: write limb::Positions<robot, T>::from(q)
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<arm>(etl::array<float, 2>{});
