// EXPECT: missing_name, row 1 ""
#include "limb/springs.hpp"
#include "two_bars.hpp"

constexpr auto springs = limb::springs<robot>({
    {.name = "good", .from = "upper", .to = "tool", .stiffness = 10},
    {.to = "tool"},
});
