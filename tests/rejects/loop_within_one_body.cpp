// EXPECT: both_ends_on_one_body<1>
#include "two_bars.hpp"

constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "bad", .joint = Loop::pin, .a = "tool", .b = "fore"},
});
