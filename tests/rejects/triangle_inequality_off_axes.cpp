// EXPECT: inertia_breaks_triangle_inequality, row 0 "fore"
#include "limb/tree.hpp"
using enum limb::Joint;

// Possible on the diagonal (0.022 < 0.010 + 0.018), impossible about the principal axes (0.0268 > 0.0052 + 0.0180).
constexpr auto robot = limb::tree({
    {.name = "fore", .joint = revolute_z, .mass = 1, .inertia = {0.010, 0.022, 0.018, 0.009, 0, 0}},
});
