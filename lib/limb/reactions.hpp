#pragma once
// What the joints and welds carry: the whole force and moment that each row's parent exerts on it, and that the robot exerts on
// the ground. O(N). N, N m. Rows as the user wrote them, fixed ones included. Along its freedoms a joint carries the motor's torque
// less what the drive's inertia takes; the rest are the constraint forces of 000, eq. (15) and proposition 5. Rotors sit on the parent.
#include "limb/model/masses.hpp"

namespace limb::internal {

template <const auto& robot, class T = float> struct Reactions {
    Column<Wrench<T>, robot.rows> on{};   // by row, from its parent; in the row's axes, moment about the row's origin
    Wrench<T> on_ground{};                                 // world's axes, moment about the world's origin
    constexpr const Wrench<T>& operator[](int row) const { return on[row]; }
};

// Options: those of inverse_dynamics. A floating root's own reaction is its
// tau: what the ground would have to hold it with.
template <const auto& robot, class Q, class QD, class QDD = QD, class... Options, class T = number_of<robot, Q, QD, QDD>>
constexpr Reactions<robot, T> reactions(const Q& q, const QD& qd, const QDD& qdd, const Options&... options) {
    static_assert(accepts<robot, TakesForces, Options...>);
    constexpr const auto& tree = row_topology<robot>;
    const auto& wrenches = wrenches_among(options...);
    const auto s = world_kinematics_on<robot>(base_among(options...), at_origin<robot>(q), qd, qdd);
    const auto up = as_numbers<T>(world_reaction<T>(gravity_among(options...)));

    // the load that moves each row so, about its origin: f = m (a - g), n = I al + w x I w + c x f, less what acts from outside
    PlainLoad<T> F[robot.rows]{};
    for_each_mass<robot, T>(payload_among(options...), [&](int r, const RowMass<T>& part) {
        const auto& row = s.row[r];
        const Vector<T> w = row.angular_velocity, al = row.angular_acceleration, arm = row.rotation * part.com;
        const auto I = full(turned(row.rotation, part.inertia));
        const Vector<T> f = (row.acceleration + rate(w, al) * arm + up) * part.mass;
        F[r] = F[r] + Load{I * al + cross(w, I * w) + cross(arm, f), f};
    });
    if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(wrenches)>, NoWrenches>)
        for (int r = 0; r < robot.rows; r++) {
            const auto& R = s.row[r].rotation;
            F[r] = F[r] - Load{R * wrenches[r].moment, R * wrenches[r].force};
        }

    // a rotor's angular momentum, ring qd along the axis, changes: its parent carries that
    Vector<T> ground_moment{};
    for_each_ring<robot, T>(s, [&](int r, T ring, const Screw<T>& screw, int k) {
        Vector<T>& moment = tree.parent[r] >= 0 ? F[tree.parent[r]].n : ground_moment;
        moment = moment + screw.angular * (ring * qdd[k]) + cross(screw.turning, screw.angular) * (ring * qd[k]);
    });

    // inward, with the lever arms from row to row: what carries a row carries all beyond it
    Reactions<robot, T> out;
    for (int k = robot.rows - 1; k >= 0; k--) {
        const int r = tree.order[k], parent = tree.parent[r];
        const auto R = transpose(s.row[r].rotation);
        out.on[r] = {.moment = R * F[r].n, .force = R * F[r].f};
        if (parent >= 0) F[parent] = F[parent] + Load{F[r].n + cross(s.row[r].position - s.row[parent].position, F[r].f), F[r].f};
        else out.on_ground = {.moment = -(F[r].n + ground_moment + cross(s.row[r].position + root_offset<robot>(q), F[r].f)),
                              .force = -F[r].f};
    }
    return out;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Reactions; using internal::reactions;

}  // namespace limb
