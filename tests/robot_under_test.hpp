#pragma once

// The robot that a test is built for, as `robot`. Tests of many robots are built once for each, to keep compile time and
// memory of one compilation low; the build gives LIMB_TEST_ROBOT, its name, and LIMB_TEST_FORM, how its sweeps are laid
// out (automatic: as limb chooses).

#include "limb/limb.hpp"

#define LIMB_TEST_TEXT(x) #x
#define LIMB_TEST_STRING(x) LIMB_TEST_TEXT(x)
#define LIMB_TEST_ROBOT_NAME LIMB_TEST_STRING(LIMB_TEST_ROBOT)
#include LIMB_TEST_STRING(robots/LIMB_TEST_ROBOT.hpp)

namespace {

constexpr auto robot = limb::in_form(limb::Form::LIMB_TEST_FORM, robots::LIMB_TEST_ROBOT);

}  // namespace
