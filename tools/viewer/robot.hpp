#pragma once
// The robot that model.cpp and describe.cpp are compiled for, by macros on the command line:
//   ROBOT, ROBOT_HEADER   robots::arm6, "robots/arm6.hpp"
#include "limb/limb.hpp"
#include ROBOT_HEADER

inline constexpr const auto& robot = ROBOT;
