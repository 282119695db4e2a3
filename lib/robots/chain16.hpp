#pragma once

// 16 links of robots/chain.hpp.

#include "robots/chain.hpp"

namespace robots {

inline constexpr auto chain16 = limb::tree(chain<16>.rows);

}  // namespace robots
