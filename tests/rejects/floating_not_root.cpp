// EXPECT: floating_not_root, row 1 "free"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "arm", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "free", .joint = floating, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
