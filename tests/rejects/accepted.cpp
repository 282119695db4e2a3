// The control: what the other files get wrong, written right. This file must compile.
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto arm = limb::tree({
    {.name = "fore", .parent = "upper", .joint = revolute, .axis = {0.6, 0.8, 0}, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "upper", .parent = "world", .joint = revolute_z, .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "tool", .parent = "fore", .joint = fixed, .at = {0.4, 0, 0}},
});
static_assert(arm.dof == 2);
static_assert(arm.row("tool") == 2);

constexpr auto flyer = limb::tree({
    {.name = "trunk", .joint = floating, .mass = 5, .inertia = {0.1, 0.2, 0.2}},
    {.name = "arm", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "impossible", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.01, 0.05}, .trust_inertia = true},
});
static_assert(flyer.dof == 8 && flyer.positions == 9);

constexpr auto spring = limb::springs<arm>({{.name = "spring", .from = "upper", .to = "tool", .stiffness = 10, .damping = 1, .length = 0.1}});
constexpr auto loop = limb::loops<arm>({
    {.name = "pin", .joint = limb::Loop::pin, .a = "tool", .a_axis = {0.6, 0.8, 0}},
    {.name = "rod", .joint = limb::Loop::distance, .a = "fore", .b = "world", .distance = 0.3},
});
constexpr auto motor = limb::choose<arm>({"fore"});
static_assert(spring.spring("spring") == 0 && loop.loop("rod") == 1 && loop.equations == 6 && motor.of[0] == 0);
