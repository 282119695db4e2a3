#pragma once
// NaN and Inf, told by their bits: a compiler that is allowed to assume there are none cannot remove this.
#include <bit>
#include <cstdint>

#include "limb/algebra/space.hpp"

namespace drive {

constexpr bool is_finite(float x) { return std::bit_cast<std::uint32_t>(x) << 1 < 0xFF00'0000u; }
constexpr bool is_finite(const limb::Vector<float>& v) { return is_finite(v.x) && is_finite(v.y) && is_finite(v.z); }
template <class Array> constexpr bool all_finite(const Array& values) {
    for (const float x : values)
        if (!is_finite(x)) return false;
    return true;
}

}  // namespace drive
