#pragma once

// 8 links of robots/chain.hpp.

#include "robots/chain.hpp"

namespace robots {

inline constexpr auto chain8 = limb::tree(chain<8>.rows);

}  // namespace robots
