#pragma once
// What the rows weigh, as the user wrote it: nothing folded or lumped, so that sums over the rows (quantities.hpp, reactions.hpp)
// are those of the table. A payload is one more mass on its row.
#include "limb/model/world_kinematics.hpp"
#include "limb/table/rotors.hpp"
#include "limb/topology.hpp"

namespace limb::internal {

// Where a row's freedoms are in qd, and what drives them; tables of their own: robot itself then takes no flash.
template <const auto& robot> struct RowFreedoms { struct { short begin, end; } of[robot.rows]; };
template <const auto& robot> inline constexpr auto row_freedoms = [] {
    RowFreedoms<robot> t{};
    for (int r = 0; r < robot.rows; r++) t.of[r] = {short(robot.row_dof[r]), short(robot.row_dof[r] + freedoms(robot.given[r].joint))};
    return t;
}();
// A drive's energy is armature qd^2/2 + ring qd (w . axis), w being the parent's angular velocity, and its angular momentum ring qd
// along the axis (rotors.hpp).
template <const auto& robot, class T> struct RowDrives { struct { T armature, ring; } of[robot.rows]; };   // kg m^2 (kg), of each freedom
template <const auto& robot, class T> inline constexpr auto row_drives = [] {
    RowDrives<robot, T> t{};
    for (int r = 0; r < robot.rows; r++) {
        t.of[r] = {T(drive_armature(robot.given[r])), T(drive_ring(robot.given[r]))};
    }
    return t;
}();
template <const auto& robot> constexpr bool has_rings() {
    for (int r = 0; r < robot.rows; r++) if (robot.given[r].rotor != 0) return true;
    return false;
}
// f(row, ring, screw of its joint, qd's or qdd's place) for every rotor that turns
template <const auto& robot, class T> LIMB_INLINE void for_each_ring(const WorldKinematics<robot, T>& s, const auto& f) {
    if constexpr (has_rings<robot>())
        for (int r = 0; r < robot.rows; r++)
            if (const T ring = row_drives<robot, T>.of[r].ring; ring != T(0.0f))
                f(r, ring, s.freedom[row_freedoms<robot>.of[r].begin], row_freedoms<robot>.of[r].begin);
}

template <class T> struct RowMass {
    T mass{};             // kg
    Vector<T> com{};      // m, in the row's frame
    Sym3<T> inertia{};    // kg m^2, about the centre of mass, in the row's axes
};
template <const auto& robot, class T> struct RowMasses { RowMass<T> of[robot.rows]; };
template <const auto& robot, class T> inline constexpr auto row_masses = [] {
    RowMasses<robot, T> t{};
    for (int r = 0; r < robot.rows; r++) {
        const auto& [xx, yy, zz, xy, xz, yz] = robot.given[r].inertia;
        t.of[r] = {T(robot.given[r].mass), as_numbers<T>(robot.given[r].com), {T(xx), T(xy), T(xz), T(yy), T(yz), T(zz)}};
    }
    return t;
}();

// f(row, mass) for every mass of the robot
template <const auto& robot, class T> LIMB_INLINE void for_each_mass(const auto& payload, const auto& f) {
    for (int r = 0; r < robot.rows; r++) f(r, row_masses<robot, T>.of[r]);
    for_each_payload(payload, [&](const auto& p) LIMB_LAMBDA {
        const auto& J = p.inertia;
        f(p.row, RowMass<T>{p.mass, p.com, {J.xx, J.xy, J.xz, J.yy, J.yz, J.zz}});
    });
}

// R I R'
template <class T> LIMB_INLINE Sym3<T> turned(const Rotation<T>& R, const Sym3<T>& I) {
    return symmetric_product(R * full(I), transpose(R));
}

// Brings a floating root to the world's origin: lever arms then have all their digits, however far away the robot is.
template <const auto& robot, class T> constexpr Positions<robot, T> at_origin(Positions<robot, T> q) {
    if constexpr (robot.floats()) for (int k = 4; k < 7; k++) q[robot.body[0].position + k] = T(0.0f);
    return q;
}
template <const auto& robot, class T> constexpr Pose<robot, T> at_origin(Pose<robot, T> x) {
    x.q = at_origin<robot>(x.q);
    return x;
}
// and where it was
template <const auto& robot, class T> constexpr Vector<T> root_offset(const Positions<robot, T>& q) {
    if constexpr (!robot.floats()) return {T(0.0f), T(0.0f), T(0.0f)};
    else { const auto* p = &q[std::size_t(robot.body[0].position) + 4]; return {p[0], p[1], p[2]}; }
}
template <const auto& robot, class T> constexpr Vector<T> root_offset(const Pose<robot, T>& x) { return root_offset<robot>(x.q); }

}  // namespace limb::internal
