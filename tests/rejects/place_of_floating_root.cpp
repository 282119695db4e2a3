// EXPECT: place_of_floating_root, row 0 "trunk"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "trunk", .joint = floating, .at = {0, 0, 0.5}, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
