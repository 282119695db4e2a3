// EXPECT: limits_of_quaternion, row 0 "ball"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "ball", .joint = spherical, .mass = 1, .inertia = {0.01, 0.02, 0.02}, .lower = -1, .upper = 1},
});
