// EXPECT: rpy_takes_radians
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .rotation = limb::rpy(0, 90, 0), .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
