// EXPECT: units_of_com, row 1 "fore"
// Millimetres.
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .joint = revolute_z, .mass = 1, .com = {250, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
});
