// EXPECT: not_finite<1>
#include "two_bars.hpp"

constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "bad", .joint = Loop::pin, .a = "tool", .a_at = {0, __builtin_inf(), 0}},
});
