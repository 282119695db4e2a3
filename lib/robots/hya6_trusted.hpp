#pragma once

// robots/hya6.hpp with its impossible last inertia accepted as published.

#include "robots/hya6.hpp"

namespace robots {

inline constexpr auto hya6_trusted = limb::tree(hya6_table<true>);

}  // namespace robots
