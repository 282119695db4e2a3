// EXPECT: stiffness_of_floating_root<0>
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "trunk", .joint = floating, .mass = 1, .inertia = {0.01, 0.02, 0.02}, .stiffness = 3},
});
