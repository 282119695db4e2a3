// EXPECT: limb: qd, qdd or tau is a plain array: write limb::Joints<robot, T>::from(qd)
#include <array>

#include "limb/integrate.hpp"
#include "arm_and_gimbal.hpp"

limb::Positions<arm> wrong = limb::integrate<arm>(q, std::array<double, 2>{}, 0.1f);
