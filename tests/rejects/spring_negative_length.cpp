// EXPECT: negative_length<1>
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "tool", .joint = fixed, .at = {0.4, 0, 0}},
});
constexpr auto springs = limb::springs<robot>({
    {.name = "good", .from = "upper", .to = "tool", .stiffness = 10},
    {.name = "bad", .to = "tool", .length = -10},
});
