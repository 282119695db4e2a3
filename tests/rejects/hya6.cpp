// EXPECT: inertia_breaks_triangle_inequality<5>
// A published robot, whose last body cannot exist.
#include "robots/hya6.hpp"

constexpr auto robot = limb::tree(robots::hya6_rows);
