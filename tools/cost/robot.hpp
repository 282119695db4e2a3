#pragma once
// The robot that kernel.cpp and counts.cpp are compiled for, by macros on the command line:
//   ROBOT, ROBOT_HEADER   robots::arm6, "robots/arm6.hpp"
//   FORM                  unrolled, shared or looped; absent: as the robot's table chose
#include "limb/limb.hpp"
#include ROBOT_HEADER

#ifdef FORM
inline constexpr auto robot = limb::in_form(limb::Form::FORM, ROBOT);
#else
inline constexpr const auto& robot = ROBOT;
#endif
