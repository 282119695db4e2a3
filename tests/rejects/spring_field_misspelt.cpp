// EXPECT: a_row_has_a_field_that_there_is_not_or_a_value_that_does_not_fit
#include "limb/springs.hpp"
#include "two_bars.hpp"

constexpr auto springs = limb::springs<robot>({
    {.name = "rope", .to = "tool", .lenght = 1},
});
