// EXPECT: axis_not_unit<1>
#include "two_bars.hpp"

constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "bad", .joint = Loop::pin, .a = "tool", .a_axis = {0, 1, 1}},
});
