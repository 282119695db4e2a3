// EXPECT: inertia_breaks_triangle_inequality, row 5 "Wrist_FE"
// A published robot, whose last body cannot exist.
#include "robots/hya6.hpp"

constexpr auto robot = limb::tree(robots::hya6_rows);
