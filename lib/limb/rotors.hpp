#pragma once
// Rotors in sums over the rows. One that spins gear times as fast as its joint has, besides what its row's parent has of it as
// if it were locked, the energy of armature gear^2 J - g at the joint, of a ring with the inertia g = gear J about the joint's
// axis on the row, and of one with -g on the parent (tree.hpp). Compile time only.
#include "limb/tree.hpp"

namespace limb {

// g about the joint's axis, in the row's axes; of a slide, whose rotor has no axis that the table knows, nothing
struct Ring { double g = 0; Vec3<double> axis{0, 0, 1}; };
constexpr Ring rotor_ring(const Row& row) {
    const auto f = table::freedoms_of(row);
    if (row.rotor == 0 || !has_angle(f.of[0].kind)) return {};
    return {row.gear * row.rotor, f.of[0].axis};
}
constexpr Inertia inertia_of(Ring r) {
    const auto s = outer(r.axis);
    return {r.g * s.xx, r.g * s.yy, r.g * s.zz, r.g * s.xy, r.g * s.xz, r.g * s.yz};
}
// what is felt at each of the joint's freedoms when the rings are counted with the rows
constexpr double armature_of(const Row& row) {
    return row.joint == Joint::floating ? 0 : row.armature + row.gear * row.gear * row.rotor - rotor_ring(row).g;
}
// a row's inertia about its centre of mass, or any other point, with the rings that count with it
template <const auto& robot> constexpr Inertia with_rings(int row, Inertia I) {
    const auto add = [&](Ring r, double sign) {
        const Inertia more = inertia_of(r);
        I = {I.xx + sign * more.xx, I.yy + sign * more.yy, I.zz + sign * more.zz, I.xy + sign * more.xy, I.xz + sign * more.xz, I.yz + sign * more.yz};
    };
    add(rotor_ring(robot.given[row]), 1);
    for (int child = 0; child < robot.rows; child++) {
        if (table::parents(robot.given).of[child] != row) continue;
        const Ring r = rotor_ring(robot.given[child]);
        add({r.g, robot.given[child].rotation * r.axis}, -1);
    }
    return I;
}

}  // namespace limb
