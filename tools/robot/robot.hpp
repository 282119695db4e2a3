#pragma once
// The robot that a program of tools/ is compiled for, by macros on the command line (robot.py):
//   ROBOT, ROBOT_HEADER   ::robots::arm6, "robots/arm6.hpp"; of a robot in namespace robots ::arm6 will do
// The user's names are all around, so programs are in namespaces of their own.
#include <type_traits>

#include "limb/limb.hpp"
#include ROBOT_HEADER

namespace robots {}
using namespace robots;

namespace tool {

template <class T> inline constexpr bool is_robot = false;
template <int rows> inline constexpr bool is_robot<limb::Tree<rows>> = true;
static_assert(is_robot<std::remove_cvref_t<decltype(ROBOT)>>, "this is no robot: limb::tree({...}) makes one");

inline constexpr const auto& robot = ROBOT;

}  // namespace tool
