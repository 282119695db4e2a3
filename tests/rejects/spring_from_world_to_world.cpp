// EXPECT: both_ends_on_one_body, row 1 "bad"
#include "limb/springs.hpp"
#include "two_bars.hpp"

constexpr auto springs = limb::springs<robot>({
    {.name = "good", .from = "upper", .to = "tool", .stiffness = 10},
    {.name = "bad", .stiffness = 10},
});
