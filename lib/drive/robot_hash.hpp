#pragma once
// A number that two programs share only if they were built from the same robot: names, joints and constants of its
// tree, elements and limits of its rows.
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
        for (; *text != 0; ++text) add(static_cast<std::uint64_t>(*text));
    }
    constexpr std::uint32_t value() const { return static_cast<std::uint32_t>(value_); }

  private:
    std::uint32_t value_ = 2166136261u;
};

template <const auto& robot> inline constexpr std::uint32_t robot_hash = [] {
    Hash hash;
    for (const limb::Row& row : robot.given) {
        hash.add(row.name);
        for (const double number : {row.damping, row.friction, row.friction_velocity, row.stiffness, row.rest,
                                    row.lower, row.upper, row.velocity_limit, row.effort_limit})
            hash.add(std::bit_cast<std::uint64_t>(number));
    }
    for (int i = 0; i < robot.bodies; ++i) {
        const limb::Body& body = robot.body[i];
        for (const int number : {static_cast<int>(body.kind), body.parent, body.row, body.dof})
            hash.add(static_cast<std::uint64_t>(number));
        for (const double constant : body.constant) hash.add(std::bit_cast<std::uint64_t>(constant));
        hash.add(std::bit_cast<std::uint64_t>(body.pitch));
    }
    return hash.value();
}();

}  // namespace drive
