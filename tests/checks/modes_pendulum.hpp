#pragma once

// A pendulum with a spring and a damper, for checks/modes.py: (I + m l^2) th'' + c th' + (m g l + k) th = 0 to first order.

#include "limb/limb.hpp"

namespace checks {

// clang-format off
inline constexpr auto pendulum = limb::tree({
    {.name = "hook",  .at = {0.1, 0.2, 0.3}},
    {.name = "a bob", .joint = limb::Joint::revolute_y, .mass = 1.25, .com = {0, 0, -0.5}, .inertia = {0.0625, 0.0625, 0.03}, .damping = 0.5, .friction = 3, .stiffness = 2},
});
// clang-format on

}  // namespace checks
