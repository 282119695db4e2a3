// EXPECT: a_row_has_a_field_that_there_is_not_or_a_value_that_does_not_fit
#include "limb/tree.hpp"
using enum limb::Joint;

constexpr auto robot = limb::tree({
    {.name = "upper", .joint = revolute_z, .mass = "1 kg", .inertia = {0.01, 0.02, 0.02}},
});
