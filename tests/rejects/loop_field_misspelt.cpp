// EXPECT: a_row_has_a_field_that_there_is_not_or_a_value_that_does_not_fit
#include "limb/loops.hpp"
#include "two_bars.hpp"
using limb::Loop;

constexpr auto loops = limb::loops<robot>({
    {.name = "pin", .joint = Loop::pin, .a = "tool", .axis = {0, 0, 1}},
});
