// EXPECT: helical_without_pitch<0>
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "nut", .joint = helical, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
