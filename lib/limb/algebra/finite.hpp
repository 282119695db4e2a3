#pragma once
// Neither NaN nor infinite: a number, or every number of a vector, a matrix or an array. Floats are told by their bits, because
// a compiler that may assume there is no NaN deletes comparisons of x - x, and Inf - Inf is no constant expression.
#include <bit>
#include <cstdint>

#include "limb/algebra/space.hpp"

namespace limb::internal {

template <Real T> constexpr bool is_finite(const T& x) {
    if constexpr (std::is_same_v<T, float>)       return std::bit_cast<std::uint32_t>(x) << 1 < 0xFF00'0000u;
    else if constexpr (std::is_same_v<T, double>) return std::bit_cast<std::uint64_t>(x) << 1 < 0xFFE0'0000'0000'0000u;
    else                                          return x - x >= T(0.0f);   // a number of the user's own, and limb's Dual
}
template <class... A> constexpr bool is_finite(const Vec3<A...>& v) { return is_finite(v.x) && is_finite(v.y) && is_finite(v.z); }
template <class... A> constexpr bool is_finite(const Mat3<A...>& m) { return is_finite(m.x) && is_finite(m.y) && is_finite(m.z); }
template <class Array> requires requires(const Array& a) { a.begin(); } constexpr bool is_finite(const Array& values) {
    for (const auto& x : values) if (!is_finite(x)) return false;
    return true;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::is_finite;

}  // namespace limb
