// EXPECT: both_ends_on_one_body<1>
#include "two_bars.hpp"

constexpr auto springs = limb::springs<robot>({
    {.name = "good", .from = "upper", .to = "tool", .stiffness = 10},
    {.name = "bad", .from = "fore", .to = "tool", .stiffness = 10},
});
