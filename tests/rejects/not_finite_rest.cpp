// EXPECT: not_finite<1>
#include <limits>

#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}, .rest = std::numeric_limits<double>::infinity()},
});
