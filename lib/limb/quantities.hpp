#pragma once
// What a robot has as a whole: mass, centre of mass, momentum, the energies of its rows, and the velocity-dependent part of its
// equations of motion, tau = M qdd + V + G (002, section 4.7). World's axes, SI. O(N); the Coriolis matrix O(N depth).
// Options: limb::Payload, limb::Base where velocities count, limb::Gravity for potential energy.
#include "limb/inverse_dynamics.hpp"
#include "limb/model/masses.hpp"

namespace limb::internal {

// kg
template <const auto& robot, class T = float, class... Options> constexpr T total_mass(const Options&... options) {
    static_assert(accepts<robot, Takes<PayloadOption>, Options...>);
    T sum{};
    for_each_mass<robot, T>(payload_among(options...), [&](int, const auto& part) { sum = sum + part.mass; });
    return sum;
}

// ---- centre of mass

template <class T> struct CentreOfMass { Vector<T> position{}, velocity{}; };   // m, m/s

// relative to the root where at_origin has moved that: sum of m (p + R c) / m, and its rate
template <const auto& robot, class T> constexpr CentreOfMass<T> centre_of_mass_in(const WorldKinematics<robot, T>& s, const auto& payload) {
    T mass{};
    Vector<T> moment{}, linear{};
    for_each_mass<robot, T>(payload, [&](int r, const RowMass<T>& part) {
        const auto& row = s.row[r];
        const Vector<T> arm = row.rotation * part.com;
        mass = mass + part.mass;
        moment = moment + (row.position + arm) * part.mass;
        linear = linear + (row.velocity + cross(row.angular_velocity, arm)) * part.mass;
    });
    const T each = T(1.0f) / mass;
    return {moment * each, linear * each};
}

template <const auto& robot, class Q, class... Options, class T = number_of<robot, Q>>
constexpr Vector<T> centre_of_mass(const Q& q, const Options&... options) {
    static_assert(accepts<robot, Takes<PayloadOption>, Options...>);
    const auto s = world_kinematics<robot>(at_origin<robot>(q), Zero{}, Zero{});
    return centre_of_mass_in<robot>(s, payload_among(options...)).position + root_offset<robot>(q);
}
template <const auto& robot, class Q, class QD, class... Options, class T = scalar_of<Q>> requires (!Option<QD>)
constexpr CentreOfMass<T> centre_of_mass(const Q& q, const QD& qd, const Options&... options) {
    static_assert(std::is_same_v<T, number_of<robot, Q, QD>>);
    static_assert(accepts<robot, Takes<BaseOption, PayloadOption>, Options...>);
    const auto s = world_kinematics_on<robot>(base_among(options...), at_origin<robot>(q), qd, Zero{});
    const auto c = centre_of_mass_in<robot>(s, payload_among(options...));
    return {c.position + root_offset<robot>(q), c.velocity};
}

// ---- momentum, that of the rotors (.rotor, .gear) included. Armature is felt at its joint only: it has no part in it.

template <class T> struct Momentum {
    Vector<T> angular{};   // kg m^2/s, about the world's origin
    Vector<T> spin{};      // kg m^2/s, about the centre of mass
    Vector<T> linear{};    // kg m/s
};

template <const auto& robot, class Q, class QD, class... Options, class T = number_of<robot, Q, QD>>
constexpr Momentum<T> momentum(const Q& q, const QD& qd, const Options&... options) {
    static_assert(accepts<robot, Takes<BaseOption, PayloadOption>, Options...>);
    const auto& payload = payload_among(options...);
    const auto s = world_kinematics_on<robot>(base_among(options...), at_origin<robot>(q), qd, Zero{});
    const auto com = centre_of_mass_in<robot>(s, payload);
    Momentum<T> sum;
    // spin = sum of I w + (c - com) x m (v - v_com)
    for_each_mass<robot, T>(payload, [&](int r, const RowMass<T>& part) {
        const auto& row = s.row[r];
        const Vector<T> arm = row.rotation * part.com;
        const Vector<T> v = row.velocity + cross(row.angular_velocity, arm);
        const Vector<T> Iw = full(turned(row.rotation, part.inertia)) * row.angular_velocity;
        sum.linear = sum.linear + v * part.mass;
        sum.spin = sum.spin + Iw + cross(row.position + arm - com.position, v - com.velocity) * part.mass;
    });
    for_each_ring<robot, T>(s, [&](int, T ring, const Screw<T>& screw, int k) { sum.spin = sum.spin + screw.angular * (ring * qd[k]); });
    sum.angular = sum.spin + cross(com.position + root_offset<robot>(q), sum.linear);
    return sum;
}

// ---- energies

template <class T> struct Energy { T kinetic{}, potential{}; };   // J; potential: zero for a mass at the world's origin
template <const auto& robot, class T = float> using Energies = Column<Energy<T>, robot.rows>;

// of each row, what it carries and its rotors included; their sums are kinetic_energy and potential_energy
template <const auto& robot, class Q, class QD, class... Options, class T = number_of<robot, Q, QD>>
constexpr Energies<robot, T> energies(const Q& q, const QD& qd, const Options&... options) {
    static_assert(accepts<robot, Takes<GravityOption, BaseOption, PayloadOption>, Options...>);
    const auto s = world_kinematics_on<robot>(base_among(options...), q, qd, Zero{});
    const auto up = as_numbers<T>(world_reaction<T>(gravity_among(options...)));
    Energies<robot, T> e{};
    for_each_mass<robot, T>(payload_among(options...), [&](int r, const RowMass<T>& part) {
        const auto& row = s.row[r];
        const Vector<T> arm = row.rotation * part.com;
        const Vector<T> v = row.velocity + cross(row.angular_velocity, arm);
        const Vector<T> Iw = full(turned(row.rotation, part.inertia)) * row.angular_velocity;
        e[r].kinetic = e[r].kinetic + (dot(v, v) * part.mass + dot(row.angular_velocity, Iw)) * T(0.5f);
        e[r].potential = e[r].potential + dot(up, row.position + arm) * part.mass;
    });
    for (int r = 0; r < robot.rows; r++)
        for (int i = row_freedoms<robot>.of[r].begin; i < row_freedoms<robot>.of[r].end; i++)
            e[r].kinetic = e[r].kinetic + row_drives<robot, T>.of[r].armature * qd[i] * qd[i] * T(0.5f);
    for_each_ring<robot, T>(s, [&](int r, T ring, const Screw<T>& screw, int k) {   // the parent turns with w - axis qd
        e[r].kinetic = e[r].kinetic + ring * qd[k] * (dot(screw.angular, screw.turning) - qd[k]);
    });
    return e;
}

// ---- V: Coriolis and centrifugal torques. Option: limb::Payload.

template <const auto& robot, class Q, class QD, class... Options, class T = number_of<robot, Q, QD>>
constexpr Joints<robot, T> coriolis_torque(const Q& q, const QD& qd, const Options&... options) {
    static_assert(accepts<robot, Takes<PayloadOption>, Options...>);
    return newton_euler<robot>(felt_pose_of<robot, T>(q, options...), qd, Zero{}, no_gravity, options...);
}

// A body and all beyond it, about one point for all bodies: mass, first moments h, inertia I, momentum p, and N of the load
// f = w' x p, n = N w' that a screw with angular part w' gets from the bodies' turning.
template <class T> struct Turning {
    T m{};
    Vector<T> h{};
    Sym3<T> I{};
    Vector<T> p{};
    Mat3<Vec3<T>> N{};
    constexpr void add(const Turning& c) { m = m + c.m; h = h + c.h; I = I + c.I; p = p + c.p; N = N + c.N; }
};
// of one mass at r, moving with w and v. About its centre of mass B = ([w]I - I[w] - [I w])/2, so that B w = w x I w and
// dI/dt - 2B is skew; about the common point N = B - [r][p], I + m (r'r - r r').
template <class T> constexpr Turning<T> turning(T m, Vector<T> r, const Sym3<T>& I, Vector<T> w, Vector<T> v) {
    const auto p = v * m;
    const auto W = skew(w);
    const auto twice = W * full(I) - full(I) * W - skew(full(I) * w);
    const auto B = Mat3{twice.x * T(0.5f), twice.y * T(0.5f), twice.z * T(0.5f)};
    const auto s = outer(r);
    const auto spread = Sym3{(s.yy + s.zz) * m, -(s.xy * m), -(s.xz * m), (s.xx + s.zz) * m, -(s.yz * m), (s.xx + s.yy) * m};
    return {m, r * m, I + spread, p, as_numbers<T>(B - skew(r) * skew(p))};
}

// C with C qd = V and dM/dt - 2C skew-symmetric, for every robot, also where qd is no derivative of q. The sum over the bodies
// of m Jv' dJv/dt + Jw'(I dJw/dt + B Jw), by composite bodies: C_ij = S_i'(I dS_j/dt + [N w_j; w_j x p]), I, N and p of
// whichever of i and j is farther out. Option: limb::Payload.
template <const auto& robot, class Q, class QD, class... Options, class T = number_of<robot, Q, QD>>
constexpr Matrix<robot, T> coriolis_matrix(const Q& q, const QD& qd, const Options&... options) {
    static_assert(accepts<robot, Takes<PayloadOption>, Options...>);
    constexpr const auto& tree = row_topology<robot>;
    using Screws = Column<Twist<Vector<T>, Vector<T>>, robot.dof>;
    const auto s = world_kinematics<robot>(at_origin<robot>(q), qd, Zero{});
    const Vector<T> centre = s.row[tree.order[0]].position;   // the common point

    Turning<T> c[robot.rows]{};
    for_each_mass<robot, T>(payload_among(options...), [&](int r, const RowMass<T>& part) {
        const auto& row = s.row[r];
        const Vector<T> arm = row.rotation * part.com;
        c[r].add(turning<T>(part.mass, row.position + arm - centre, turned(row.rotation, part.inertia), row.angular_velocity,
                            row.velocity + cross(row.angular_velocity, arm)));
    });
    // a rotor is as `ring` more about the body's axis and as much less about the parent's (tree.hpp)
    for_each_ring<robot, T>(s, [&](int r, T ring, const Screw<T>& screw, int k) {
        const Vector<T> here{};
        const Sym3<T> I = outer(screw.angular), more{I.xx * ring, I.xy * ring, I.xz * ring, I.yy * ring, I.yz * ring, I.zz * ring};
        c[r].add(turning<T>(T(0.0f), here, more, screw.turning, here));
        if (tree.parent[r] >= 0)
            c[tree.parent[r]].add(turning<T>(T(0.0f), here, Sym3<T>{} - more, screw.turning - screw.angular * qd[k], here));
    });
    for (int k = robot.rows - 1; k > 0; k--) c[tree.parent[tree.order[k]]].add(c[tree.order[k]]);

    // screws about the common point, and their rates: the axis turns, and the point p that it goes through drifts
    Screws S{}, rate{};
    for (int i = 0; i < robot.dof; i++) {
        const auto& [w, v, p, turning, drift] = s.freedom[i];
        const Vector<T> dw = cross(turning, w);
        S[i] = {w, v + cross(w, centre - p)};
        rate[i] = {dw, cross(turning, v) + cross(dw, centre - p) - cross(w, drift)};
    }

    Matrix<robot, T> C{};
    for (int r = 0; r < robot.rows; r++) {
        const auto load = [&](const auto& t) { return Load{full(c[r].I) * t.w + cross(c[r].h, t.v), t.v * c[r].m - cross(c[r].h, t.w)}; };
        for (int i = row_freedoms<robot>.of[r].begin; i < row_freedoms<robot>.of[r].end; i++) {
            const auto row = load(S[i]);
            const auto row_turning = transpose(c[r].N) * S[i].w + cross(c[r].p, S[i].v);
            const auto column = load(rate[i]) + Load{c[r].N * S[i].w, cross(S[i].w, c[r].p)};
            for (int a = r; a >= 0; a = tree.parent[a]) {
                for (int j = row_freedoms<robot>.of[a].begin; j < row_freedoms<robot>.of[a].end; j++) {
                    C[i][j] = dot(row, rate[j]) + dot(row_turning, S[j].w);
                    if (a != r) C[j][i] = dot(column, S[j]);
                }
            }
        }
    }
    return C;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::total_mass; using internal::CentreOfMass; using internal::centre_of_mass;
using internal::Momentum; using internal::momentum; using internal::Energy; using internal::Energies;
using internal::energies; using internal::coriolis_torque; using internal::coriolis_matrix;

}  // namespace limb
