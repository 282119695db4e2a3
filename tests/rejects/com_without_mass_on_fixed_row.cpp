// EXPECT: com_without_mass, row 1 "tool"
// Fixed to what moves it is felt as much.
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "tool", .com = {0.1, 0, 0}},
});
