// EXPECT: limb: 1 + 1 has no type of its own
#include "limb/algebra/fold.hpp"

constexpr auto two = limb::internal::One{} + limb::internal::One{};
