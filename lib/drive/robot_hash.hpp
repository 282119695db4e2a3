#pragma once
// A number that two programs share only if they were built from the same robot: names, joints and constants of its
// tree.
#include <bit>
#include <cstdint>

#include "limb/tree.hpp"

namespace drive {

// FNV-1a, 32 bits
class Hash {
  public:
    constexpr void add(std::uint64_t bits) {
        for (int shift = 0; shift < 64; shift += 8) value_ = (value_ ^ ((bits >> shift) & 0xFF)) * 16777619u;
    }
    constexpr void add(const char* text) {
        for (; *text != 0; text++) add(std::uint64_t(*text));
    }
    constexpr std::uint32_t value() const { return std::uint32_t(value_); }

  private:
    std::uint32_t value_ = 2166136261u;
};

template <const auto& robot> inline constexpr std::uint32_t robot_hash = [] {
    Hash hash;
    for (int row = 0; row < robot.rows; row++) hash.add(robot.given[row].name);
    for (int i = 0; i < robot.bodies; i++) {
        const limb::Body& body = robot.body[i];
        for (const int number : {int(body.kind), body.parent, body.row, body.dof}) hash.add(std::uint64_t(number));
        for (const double constant : body.constant) hash.add(std::bit_cast<std::uint64_t>(constant));
        hash.add(std::bit_cast<std::uint64_t>(body.pitch));
    }
    return hash.value();
}();

}  // namespace drive
