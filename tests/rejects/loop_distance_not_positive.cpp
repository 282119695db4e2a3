// EXPECT: distance_not_positive<1>
#include "two_bars.hpp"

constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "bad", .joint = Loop::distance, .a = "tool"},
});
