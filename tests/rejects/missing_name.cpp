// EXPECT: missing_name, row 1 ""
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "yaw", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.joint = revolute_x, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
