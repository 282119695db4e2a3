#pragma once

// A hash of results that sees every bit of every float.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "limb/limb.hpp"

namespace hash {

// FNV-1a over the bits of every float, -0 and +0 apart.
class Hash {
  public:
    void see(float x) {
        ++count_;
        auto bits = std::bit_cast<std::uint32_t>(x);
        for (int i = 0; i < 4; ++i, bits >>= 8) value_ = (value_ ^ (bits & 0xff)) * 16777619u;
    }
    void see(const limb::Vector<float>& v) {
        for (const float x : {v.x, v.y, v.z}) see(x);
    }
    void see(const limb::Rotation<float>& R) {
        for (const auto& v : {R.x, R.y, R.z}) see(v);
    }
    template <class T, std::size_t n> void see(const etl::array<T, n>& array) {
        for (const auto& x : array) see(x);
    }
    std::uint32_t value() const { return value_; }
    int count() const { return count_; }

  private:
    std::uint32_t value_ = 2166136261u;
    int count_ = 0;
};

}  // namespace hash
