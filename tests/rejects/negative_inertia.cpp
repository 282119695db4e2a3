// EXPECT: negative_inertia, row 1 "fore"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02, 0.03, 0, 0}},
});
