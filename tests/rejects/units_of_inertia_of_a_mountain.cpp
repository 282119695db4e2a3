// EXPECT: units_of_inertia, row 0 "upper"
// A radius of gyration of 400 m.
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1e6, .inertia = {1e11, 1e11, 1e11}},
});
