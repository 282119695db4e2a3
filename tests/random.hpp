#pragma once

// Random numbers that are the same on every platform and exact in float.

#include <cstdint>

namespace states {

// Knuth's 64-bit linear congruential generator; only its upper bits are used, the lower ones are poor.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) { next(); }

    // Between -size and size, a multiple of size / 2^23: every step of its computation is exact but the last.
    float uniform(float size) {
        const auto signed_bits = static_cast<std::int32_t>(next()) - (1 << 23);
        return static_cast<float>(signed_bits) * (size / (1 << 23));
    }
    template <class Array> void fill(Array& array, float size) {
        for (auto& x : array) x = static_cast<typename Array::value_type>(uniform(size));
    }

  private:
    std::uint32_t next() {  // 24 bits
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state_ >> 40);
    }
    std::uint64_t state_;
};

}  // namespace states
