// EXPECT: two_roots<1>
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "left", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "right", .parent = "world", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
