// EXPECT: rotor_needs_one_axis<1>
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}, .rotor = 1e-5, .gear = 50},
    {.name = "ball", .joint = spherical, .mass = 1, .inertia = {0.01, 0.02, 0.02}, .armature = 0.1},
});
