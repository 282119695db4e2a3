#pragma once

// The sample robots with the drives that turn their joints: what a controller's table, limits and friction are made
// from. The arm's gear motors let each joint feel its rotor, the gear ratio squared times as heavy; the gimbal's direct
// drives are part of the bodies already. Plausible figures for machines of that size, no maker's.

#include "robots/arm6.hpp"
#include "robots/gimbal3.hpp"

namespace robots::driven {

struct Drive {
    double armature;      // kg m^2, rotor inertia as felt at the joint
    double damping;       // N m s / rad
    double friction;      // N m
    double effort_limit;  // N m
};

template <int N> struct Rows { limb::Row row[N]; };

template <int N> constexpr Rows<N> with_drives(const limb::Row (&rows)[N], const Drive (&drives)[N]) {
    Rows<N> driven{};
    for (int i = 0; i < N; i++) {
        limb::Row& row = driven.row[i] = rows[i];
        row.armature = drives[i].armature;
        row.damping = drives[i].damping;
        row.friction = drives[i].friction;
        row.effort_limit = drives[i].effort_limit;
    }
    return driven;
}

// clang-format off
inline constexpr auto arm6_rows = with_drives(robots::arm6.given, {
    {.armature = 0.60, .damping = 4.0, .friction = 4.0, .effort_limit = 100},
    {.armature = 0.60, .damping = 4.0, .friction = 4.0, .effort_limit = 100},
    {.armature = 0.30, .damping = 2.0, .friction = 2.5, .effort_limit = 100},
    {.armature = 0.08, .damping = 0.4, .friction = 0.6, .effort_limit = 28},
    {.armature = 0.08, .damping = 0.4, .friction = 0.6, .effort_limit = 28},
    {.armature = 0.05, .damping = 0.3, .friction = 0.4, .effort_limit = 28},
});
inline constexpr auto gimbal3_rows = with_drives(robots::gimbal3.given, {
    {.armature = 0, .damping = 2e-4, .friction = 1.0e-3, .effort_limit = 0.5},
    {.armature = 0, .damping = 1e-4, .friction = 0.7e-3, .effort_limit = 0.5},
    {.armature = 0, .damping = 1e-4, .friction = 0.5e-3, .effort_limit = 0.5},
});
// clang-format on

inline constexpr auto arm6 = limb::tree(arm6_rows.row);
inline constexpr auto gimbal3 = limb::tree(gimbal3_rows.row);

}  // namespace robots::driven
