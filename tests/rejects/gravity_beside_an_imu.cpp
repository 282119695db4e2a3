// EXPECT: limb: limb::Imu is the base's motion and gravity in one
#include "limb/inverse_dynamics.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::gravity_torque<arm>(q, limb::Imu<float>{.acceleration = {0, 0, 9.81f}}, limb::no_gravity);
