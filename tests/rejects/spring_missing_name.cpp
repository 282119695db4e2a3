// EXPECT: missing_name<1>
#include "two_bars.hpp"

constexpr auto springs = limb::springs<robot>({
    {.name = "good", .from = "upper", .to = "tool", .stiffness = 10},
    {.to = "tool"},
});
