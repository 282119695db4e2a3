// EXPECT: two_roots, row 1 "right"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "left", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "right", .parent = "world", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
