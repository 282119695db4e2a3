// EXPECT: not_finite<0>
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .com = {0, __builtin_nan(""), 0}, .inertia = {0.01, 0.02, 0.02}},
});
