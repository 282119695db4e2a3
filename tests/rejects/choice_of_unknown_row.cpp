// EXPECT: unknown_row, row 0 "uper"
#include "limb/loops.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "tool", .joint = fixed, .at = {0.4, 0, 0}},
});
constexpr auto motors = limb::choose<robot>({"uper"});
