#pragma once
// What the rest of `split` sees of the dynamics.
#include "limb/inverse_dynamics.hpp"

inline constexpr auto door = limb::tree({
    {.name = "door", .joint = limb::Joint::revolute_y, .mass = 1.0f, .com = {0.5f, 0, 0}, .inertia = {0.001f, 0.08f, 0.08f}},
});

bool arithmetic_of_dynamics_is_exact();
limb::Joints<door> hold(const limb::Positions<door>& q);
