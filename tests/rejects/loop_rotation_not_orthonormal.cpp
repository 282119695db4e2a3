// EXPECT: rotation_not_orthonormal, row 1 "bad"
#include "limb/loops.hpp"
#include "two_bars.hpp"
using limb::Loop;

constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "bad", .joint = Loop::weld, .a = "tool", .rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}},
});
