#pragma once

// 4 links of robots/chain.hpp.

#include "robots/chain.hpp"

namespace robots {

inline constexpr auto chain4 = limb::tree(chain<4>.rows);

}  // namespace robots
