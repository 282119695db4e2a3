// EXPECT: duplicate_name, row 2 "yaw"
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "yaw", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "roll", .joint = revolute_x, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "yaw", .joint = revolute_y, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
