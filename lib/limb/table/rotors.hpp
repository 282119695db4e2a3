#pragma once
// Rotors as parameters that torques are linear in (regressor.hpp): a drive's ring counts as an inertia about the joint's axis on
// its row, and as one less on the parent, as in tree.hpp. Compile time only.
#include "limb/tree.hpp"

namespace limb::internal {

// what is felt at each of the joint's freedoms when the rings are counted with the rows
constexpr double armature_without_ring(const Row& row) { return drive_armature(row) - drive_ring(row); }

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
