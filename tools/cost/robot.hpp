#pragma once
// The robot (tools/robot/robot.hpp) that kernel.cpp and counts.cpp are compiled for, in the form that is measured:
//   FORM   unrolled, shared or looped; absent: as the robot's table chose
#include "tools/robot/robot.hpp"

namespace tool::cost {

#ifdef FORM
inline constexpr auto robot = limb::in_form(limb::Form::FORM, tool::robot);
#else
inline constexpr const auto& robot = tool::robot;
#endif

}  // namespace tool::cost
