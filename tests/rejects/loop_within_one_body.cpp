// EXPECT: both_ends_on_one_body, row 1 "bad"
#include "limb/loops.hpp"
#include "two_bars.hpp"
using limb::Loop;

constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "bad", .joint = Loop::pin, .a = "tool", .b = "fore"},
});
