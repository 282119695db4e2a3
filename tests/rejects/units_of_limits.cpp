// EXPECT: units_of_limits, row 0 "upper"
// Degrees.
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}, .lower = -120, .upper = 120},
});
