// EXPECT: not_finite<1>
#include "limb/limb.hpp"
using enum limb::Joint;
using limb::Loop;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "tool", .joint = fixed, .at = {0.4, 0, 0}},
});
constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "bad", .joint = Loop::pin, .a = "tool", .a_at = {0, __builtin_inf(), 0}},
});
