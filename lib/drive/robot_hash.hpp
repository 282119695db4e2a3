#pragma once
// A number that two programs share only if they were built from the same robot: names, joints and constants of its
// tree, elements and limits of its rows.
#include <cstdint>

#include "limb/algebra/fnv1a.hpp"
#include "limb/tree.hpp"

namespace drive {

template <const auto& robot> inline constexpr std::uint32_t robot_hash = [] {
    limb::internal::Fnv1a hash;
    for (const limb::Row& row : robot.given) {
        for (const char* c = row.name; *c != 0; c++) hash.add(std::uint8_t(*c));
        for (const double number : {row.damping, row.friction, row.friction_velocity, row.stiffness, row.rest,
                                    row.lower, row.upper, row.velocity_limit, row.effort_limit})
            hash.add(number);
    }
    for (int i = 0; i < robot.bodies; i++) {
        const limb::Body& body = robot.body[i];
        for (const int number : {int(body.kind), body.parent, body.row, body.dof}) hash.add(std::uint64_t(number));
        for (const double constant : body.constant) hash.add(constant);
        hash.add(body.pitch);
    }
    return hash.value();
}();

}  // namespace drive
