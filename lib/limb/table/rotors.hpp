#pragma once
// Rotors: what a drive's rotor adds to the robot. Compile time only.
#include "limb/table/check.hpp"

namespace limb::internal {

// A rotor that turns gear times as fast as its joint, about the same direction, has the energy J (gear qd + wz)^2 / 2, wz being
// the parent's turning rate about it. Less what the parent has of it as if it were locked, that is armature qd^2 / 2 + ring qd wz;
// the ring gives its gyroscopic moment. That energy is an inertia `ring` about the axis on what the joint moves, as much less on the
// parent, and armature - ring at the joint: in the sweeps it costs nothing. A slide's rotor has no axis that the table knows: no ring.
constexpr double drive_armature(const Row& row) { return row.armature + row.gear * row.gear * row.rotor; }   // kg m^2 (kg)
constexpr double drive_ring(const Row& row) {                                                                // kg m^2
    return row.rotor != 0 && has_angle(table::freedoms_of(row).of[0].kind) ? row.gear * row.rotor : 0;
}
// what is felt at each of the joint's freedoms when the ring is counted with the bodies
constexpr double armature_without_ring(const Row& row) { return drive_armature(row) - drive_ring(row); }

namespace table {
// the ring as an inertia about z
constexpr Pseudo ring(const Row& row) { return {{drive_ring(row) / 2, 0, 0, drive_ring(row) / 2, 0, 0}, {}, 0}; }
}  // namespace table

// a row's inertia about its centre of mass, or any other point, with the rings that count with it
template <const auto& robot> constexpr Inertia with_rings(int row, Inertia I) {
    const auto add = [&](double ring, Vec3<double> axis) {
        const auto s = outer(axis);
        I = {I.xx + ring * s.xx, I.yy + ring * s.yy, I.zz + ring * s.zz, I.xy + ring * s.xy, I.xz + ring * s.xz, I.yz + ring * s.yz};
    };
    const auto axis = [](const Row& r) { return table::freedoms_of(r).of[0].axis; };
    const Row& own = robot.given[row];
    add(drive_ring(own), axis(own));
    const auto parents = table::parents(robot.given);
    for (int child = 0; child < robot.rows; child++) {
        const Row& r = robot.given[child];
        if (parents.of[child] == row) add(-drive_ring(r), r.rotation * axis(r));
    }
    return I;
}

}  // namespace limb::internal
