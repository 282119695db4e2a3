// EXPECT: rotation_not_orthonormal<1>
#include "two_bars.hpp"

constexpr auto loops = limb::loops<robot>({
    {.name = "good", .joint = Loop::pin, .a = "tool"},
    {.name = "bad", .joint = Loop::weld, .a = "tool", .rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}},
});
