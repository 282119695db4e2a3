#pragma once
// Two robots of the same size: what belongs to one of them is no business of the other.
#include "limb/sweep/options.hpp"

constexpr auto arm = limb::tree({
    {.name = "upper", .joint = limb::Joint::revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore", .joint = limb::Joint::revolute_y, .at = {0.3, 0, 0}, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
constexpr auto gimbal = limb::tree({
    {.name = "yaw", .joint = limb::Joint::revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "pitch", .joint = limb::Joint::revolute_x, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
});
constexpr limb::Positions<arm> q{};
constexpr limb::Joints<arm> qd{}, qdd{}, tau{};
