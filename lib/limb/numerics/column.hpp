#pragma once
// n numbers in a row, and matrices of such rows: what q, qd, qdd and tau are, and what dense.hpp computes with. An aggregate, as a
// plain array is, and trivial; indexed by any integer.
#include <cstddef>

#include <etl/array.h>

#include "limb/algebra/fold.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

template <class T, int n> struct Column {
    T number[n];

    using value_type = T;
    static constexpr std::size_t size() { return std::size_t(n); }
    LIMB_INLINE T& operator[](auto k) { return number[k]; }
    LIMB_INLINE const T& operator[](auto k) const { return number[k]; }
    constexpr T* data() { return number; }
    constexpr T* begin() { return number; }
    constexpr T* end() { return number + n; }
    constexpr const T* data() const { return number; }
    constexpr const T* begin() const { return number; }
    constexpr const T* end() const { return number + n; }
    friend constexpr bool operator==(const Column&, const Column&) = default;

    explicit constexpr operator etl::array<T, std::size_t(n)>() const {
        etl::array<T, std::size_t(n)> out{};
        for (int k = 0; k < n; k++) out[std::size_t(k)] = number[k];
        return out;
    }
};
template <class T, int rows, int columns> using Dense = Column<Column<T, columns>, rows>;

// how many numbers there are, of what knows it at compile time: T[n], etl::array, std::array, spans of n, Column; -1: of all else
template <class X> inline constexpr int length_of = -1;
template <class T, std::size_t n> inline constexpr int length_of<T[n]> = int(n);
template <template <class, std::size_t> class Array, class T, std::size_t n> inline constexpr int length_of<Array<T, n>> = int(n);
template <class X> requires (X::size() >= 0) inline constexpr int length_of<X> = int(X::size());

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Column; using internal::Dense;

}  // namespace limb

#pragma GCC diagnostic pop
