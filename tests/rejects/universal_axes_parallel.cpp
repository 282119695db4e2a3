// EXPECT: universal_axes_parallel, row 0 "shaft"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "shaft", .joint = universal, .axis = {0, 0, 1}, .axis2 = {0, 0, -1}, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
