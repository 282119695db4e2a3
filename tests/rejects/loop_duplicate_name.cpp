// EXPECT: duplicate_name<1>
#include "two_bars.hpp"

constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "good", .joint = Loop::spherical, .a = "tool"},
});
