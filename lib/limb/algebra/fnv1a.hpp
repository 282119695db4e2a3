#pragma once
// FNV-1a, 32 bits: one number for many, to tell robots and results apart. Numbers are taken byte by byte, the least
// significant first; of floats every bit, so that 0 and -0 differ. Constants of Fowler, Noll and Vo.
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace limb::internal {

class Fnv1a {
  public:
    constexpr void add(std::unsigned_integral auto number) {
        for (std::size_t i = 0; i < sizeof number; i++)
            value_ = (value_ ^ std::uint8_t(number >> 8 * i)) * 16777619u;
    }
    constexpr void add(float x) { add(std::bit_cast<std::uint32_t>(x)); }
    constexpr void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
    constexpr std::uint32_t value() const { return value_; }

  private:
    std::uint32_t value_ = 2166136261u;
};

}  // namespace limb::internal
