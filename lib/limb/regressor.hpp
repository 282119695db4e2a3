#pragma once
// The regressor: joint torques are linear in the numbers that a robot's table gives, tau = Y(q, qd, qdd) pi. O(N depth).
// pi: ten numbers of every row, fixed ones too, as the user wrote them: mass, first moments h = m com, inertia about the
// row's ORIGIN xx yy zz xy xz yz (signs of limb::Inertia), row's axes; then three of every freedom. kg, m, N, s. Rotors with a
// gear count as armature and as rings on the rows (rotors.hpp).
// Source: 002, identification; each body's f = m a + U h, n = I al + w x I w + h x a, seen by the screws of world_kinematics.hpp.
#include "limb/numerics/dense.hpp"
#include "limb/elements.hpp"
#include "limb/table/rotors.hpp"
#include "limb/model/world_kinematics.hpp"

namespace limb::parameter {

enum OfRow { mass, hx, hy, hz, Ixx, Iyy, Izz, Ixy, Ixz, Iyz, of_row };   // kg, kg m, kg m^2
enum OfFreedom {
    damping,    // N m s / rad (N s / m)
    friction,   // N m (N), Coulomb's
    armature,   // kg m^2 (kg)
    of_freedom
};

}  // namespace limb::parameter

namespace limb::internal {

// places in pi, and how many there are
template <const auto& robot> constexpr int parameter_index(int row, parameter::OfRow which) { return parameter::of_row * row + which; }
template <const auto& robot> constexpr int parameter_index(int dof, parameter::OfFreedom which) {
    return parameter::of_row * robot.rows + parameter::of_freedom * dof + which;
}
template <const auto& robot> inline constexpr int parameter_count = parameter_index<robot>(robot.dof, parameter::damping);

template <const auto& robot, class T = float> using Parameters = Column<T, parameter_count<robot>>;
template <const auto& robot, class T = float> using Regressor = Dense<T, robot.dof, parameter_count<robot>>;

// the freedoms of a floating root have no motor: nothing rubs, no rotor turns
template <const auto& robot> struct MotorTable { bool of[robot.dof]; short row[robot.dof]; };
template <const auto& robot> inline constexpr auto motors = [] {
    MotorTable<robot> t{};
    for (int r = 0; r < robot.rows; r++)
        for (int k = 0; k < freedoms(robot.given[r].joint); k++) {
            t.of[robot.row_dof[r] + k] = robot.given[r].joint != Joint::floating;
            t.row[robot.row_dof[r] + k] = short(r);
        }
    return t;
}();

// the law of elements.hpp
template <const auto& robot, class T> LIMB_INLINE T friction_sign(int dof, T qd) {
    return smooth_sign(qd, element_table<robot, T>.of[motors<robot>.row[dof]].square_of_friction_velocity);
}

// pi as the table gives it
template <const auto& robot, class T> inline constexpr Parameters<robot, T> table_parameters = [] {
    Parameters<robot, T> p{};
    for (int r = 0; r < robot.rows; r++) {
        const Row& row = robot.given[r];
        const auto [S, h, m] = table::pseudo(row.mass, row.com, row.inertia);   // about the row's origin
        const Inertia I = with_rings<robot>(r, {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy, -S.xy, -S.xz, -S.yz});
        const double ten[] = {m, h.x, h.y, h.z, I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
        for (int k = 0; k < parameter::of_row; k++) p[std::size_t(parameter::of_row * r + k)] = T(ten[k]);
    }
    for (int i = 0; i < robot.dof; i++) {
        const Row& row = robot.given[motors<robot>.row[i]];
        const double three[] = {row.damping, row.friction, armature_without_ring(row)};
        for (int k = 0; k < parameter::of_freedom; k++)
            p[std::size_t(parameter_index<robot>(i, parameter::damping) + k)] = motors<robot>.of[i] ? T(three[k]) : T(0.0f);
    }
    return p;
}();
template <const auto& robot, class T = float> constexpr const Parameters<robot, T>& parameters() { return table_parameters<robot, T>; }

// How a row moves, in its own axes: w, al, and a of the origin with gravity's reaction.
template <class T> struct RowMotion { Vector<T> w, al, a; };

template <class T> LIMB_INLINE RowMotion<T> in_own_axes(const BodyAcceleration<T>& row, const Vector<T>& reaction) {
    const auto R = transpose(row.rotation);
    return {R * row.angular_velocity, R * row.angular_acceleration, R * (row.acceleration + reaction)};
}

// The power of a row's inertial load on a virtual velocity, angular A and linear V of its origin, in the row's axes:
// A.n + V.f by mass, first moments and inertia. Of a freedom's screw it is what the motor feels.
template <class T> LIMB_INLINE Column<T, parameter::of_row> power_terms(const Vector<T>& A, const Vector<T>& V, const RowMotion<T>& m) {
    const T of_mass = dot(V, m.a);                                                      // V.a
    const Vector<T> of_h = transpose(rate(m.w, m.al)) * V + cross(m.a, A);              // V.U h + A.(h x a)
    const Vector<T> B = cross(A, m.w), w = m.w, al = m.al;                              // A.(I al) + (A x w).(I w)
    return {of_mass, of_h.x, of_h.y, of_h.z,
            A.x * al.x + B.x * w.x, A.y * al.y + B.y * w.y, A.z * al.z + B.z * w.z,
            A.x * al.y + A.y * al.x + B.x * w.y + B.y * w.x,
            A.x * al.z + A.z * al.x + B.x * w.z + B.z * w.x,
            A.y * al.z + A.z * al.y + B.y * w.z + B.z * w.y};
}

// Y. Options: limb::Gravity and limb::Base, or limb::Imu. A payload is a matter of pi.
template <const auto& robot, class Q, class QD, class QDD = QD, class... Options, class T = number_of<robot, Q, QD, QDD>>
constexpr Regressor<robot, T> regressor(const Q& q, const QD& qd, const QDD& qdd, const Options&... options) {
    static_assert(accepts<robot, Takes<GravityOption, BaseOption, ImuOption>, Options...>);
    const auto s = world_kinematics_on<robot>(base_among(options...), q, qd, qdd);
    const auto up = as_numbers<T>(world_reaction<T>(gravity_among(options...)));
    Regressor<robot, T> Y{};
    for (int r = 0; r < robot.rows; r++) {
        const auto m = in_own_axes(s.row[r], up);
        const auto R = transpose(s.row[r].rotation);
        for (int i = 0; i < robot.dof; i++) {
            if (!moves<robot>(i, r)) continue;
            const auto ten = power_terms(R * s.freedom[i].angular, R * velocity_at(s.freedom[i], s.row[r].position), m);
            for (int k = 0; k < parameter::of_row; k++) Y[i][parameter::of_row * r + k] = ten[k];
        }
    }
    for (int i = 0; i < robot.dof; i++) {
        if (!motors<robot>.of[i]) continue;
        Y[i][parameter_index<robot>(i, parameter::damping)] = qd[i];
        Y[i][parameter_index<robot>(i, parameter::friction)] = friction_sign<robot>(i, qd[i]);
        Y[i][parameter_index<robot>(i, parameter::armature)] = qdd[i];
    }
    return Y;
}

// Y'x without Y: what adaptive controllers step along. x moves every row at once.
template <const auto& robot, class Q, class QD, class QDD = QD, class X = QD, class... Options, class T = number_of<robot, Q, QD, QDD, X>>
constexpr Parameters<robot, T> regressor_transposed(const Q& q, const QD& qd, const QDD& qdd, const X& x, const Options&... options) {
    static_assert(accepts<robot, Takes<GravityOption, BaseOption, ImuOption>, Options...>);
    const auto s = world_kinematics_on<robot>(base_among(options...), q, qd, qdd);
    const auto up = as_numbers<T>(world_reaction<T>(gravity_among(options...)));
    Parameters<robot, T> out{};
    for (int r = 0; r < robot.rows; r++) {
        Vector<T> angular{}, linear{};
        for (int i = 0; i < robot.dof; i++) {
            if (!moves<robot>(i, r)) continue;
            angular = angular + s.freedom[i].angular * x[i];
            linear = linear + velocity_at(s.freedom[i], s.row[r].position) * x[i];
        }
        const auto R = transpose(s.row[r].rotation);
        const auto ten = power_terms(R * angular, R * linear, in_own_axes(s.row[r], up));
        for (int k = 0; k < parameter::of_row; k++) out[parameter::of_row * r + k] = ten[k];
    }
    for (int i = 0; i < robot.dof; i++) {
        if (!motors<robot>.of[i]) continue;
        out[parameter_index<robot>(i, parameter::damping)] = qd[i] * x[i];
        out[parameter_index<robot>(i, parameter::friction)] = friction_sign<robot>(i, qd[i]) * x[i];
        out[parameter_index<robot>(i, parameter::armature)] = qdd[i] * x[i];
    }
    return out;
}

// Y pi: the torques of a robot with these parameters
template <const auto& robot, class T> constexpr Joints<robot, T> torque_of(const Regressor<robot, T>& Y, const Parameters<robot, T>& pi) {
    Joints<robot, T> tau{};
    for (int i = 0; i < robot.dof; i++)
        for (int k = 0; k < parameter_count<robot>; k++) tau[i] += Y[i][k] * pi[k];
    return tau;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::parameter_index; using internal::parameter_count; using internal::Parameters;
using internal::parameters; using internal::Regressor; using internal::regressor;
using internal::regressor_transposed; using internal::torque_of;

}  // namespace limb
