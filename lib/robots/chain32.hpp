#pragma once

// 32 links of robots/chain.hpp.

#include "robots/chain.hpp"

namespace robots {

inline constexpr auto chain32 = limb::tree(chain<32>.rows);

}  // namespace robots
