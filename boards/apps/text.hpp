#pragma once
// Numbers as text, right-aligned, in integer arithmetic: a firmware without double has no printf for floats.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "port/port.hpp"

namespace text {

// Digits from the right end of a small buffer; `decimals` of them stand behind a point.
inline void write_digits(std::uint32_t value, bool negative, int decimals, std::size_t width) {
    char buffer[24];
    std::fill(std::begin(buffer), std::end(buffer), ' ');
    char* const end = std::end(buffer);
    char* at = end;
    for (int digit = 0; digit <= decimals || value != 0; ++digit) {
        if (digit == decimals && decimals > 0) *--at = '.';
        *--at = static_cast<char>('0' + value % 10);
        value /= 10;
    }
    if (negative) *--at = '-';
    at = std::min(at, end - width);
    port::write({at, static_cast<std::size_t>(end - at)});
}

inline void write(std::uint32_t value, std::size_t width) { write_digits(value, false, 0, width); }

// Five decimals, which leaves room for magnitudes up to 40,000; more than that prints as "big", not a number as "nan".
inline void write(float value, std::size_t width) {
    const bool negative = value < 0.0f;
    const float scaled = (negative ? -value : value) * 1e5f + 0.5f;
    if (scaled < 4e9f) return write_digits(static_cast<std::uint32_t>(scaled), negative, 5, width);
    port::write(scaled == scaled ? "  big" : "  nan");
}

}  // namespace text
