#pragma once

// 64 links of robots/chain.hpp.

#include "robots/chain.hpp"

namespace robots {

inline constexpr auto chain64 = limb::tree(chain<64>.rows);

}  // namespace robots
