// EXPECT: stiffness_of_floating_root, row 0 "trunk"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "trunk", .joint = floating, .mass = 1, .inertia = {0.01, 0.02, 0.02}, .stiffness = 3},
});
