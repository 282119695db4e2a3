#pragma once

// 2 links of robots/chain.hpp.

#include "robots/chain.hpp"

namespace robots {

inline constexpr auto chain2 = limb::tree(chain<2>.rows);

}  // namespace robots
