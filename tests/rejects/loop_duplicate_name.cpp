// EXPECT: duplicate_name, row 1 "good"
#include "limb/loops.hpp"
#include "two_bars.hpp"
using limb::Loop;

constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "good", .joint = Loop::spherical, .a = "tool"},
});
