// EXPECT: helical_without_pitch, row 0 "nut"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "nut", .joint = helical, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
