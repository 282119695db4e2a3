// EXPECT: negative_length, row 1 "bad"
#include "limb/springs.hpp"
#include "two_bars.hpp"

constexpr auto springs = limb::springs<robot>({
    {.name = "good", .from = "upper", .to = "tool", .stiffness = 10},
    {.name = "bad", .to = "tool", .length = -10},
});
