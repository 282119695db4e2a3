#pragma once
// The torques that a joint's own spring, damper and friction exert, from the table; add them to tau. N m (N). O(N).
// What a row does not have costs nothing, unless the robot is looped over.
// With the motor's torque they are the rotational spring-damper-actuator of source 004, eq. (4.21), signs as here:
//   -stiffness (q - rest) - damping qd - friction s(qd),  s = qd / sqrt(qd^2 + friction_velocity^2): Coulomb, made smooth
// A row with several freedoms has these numbers in each of them.
// A joint that turns by a quaternion is sprung towards no turn with stiffness sin(angle): its energy is
// stiffness (1 - cos(angle)). To second order that is the spring on the rotation vector, but it needs no arctangent and
// has no jump at half a turn.
#include "limb/sweep/pose.hpp"
#include "limb/algebra/square_root.hpp"

namespace limb::internal {

// Coulomb's friction without its jump: from -1 to 1 within some times the velocity whose square is given
template <class T> LIMB_INLINE T smooth_sign(T qd, T square) { return qd / square_root(qd * qd + square); }

// a row's elements as T
template <class T> struct Elements {
    T stiffness, rest, damping, friction, square_of_friction_velocity;
    short dof, position, freedoms;
    bool quaternion, springs, damps, rubs;
};
template <const auto& robot, class T> struct ElementTable { Elements<T> of[robot.rows]; };
template <const auto& robot, class T> inline constexpr auto element_table = [] {
    ElementTable<robot, T> t{};
    for (int r = 0; r < robot.rows; r++) {
        const Row& row = robot.given[r];
        t.of[r] = {T(row.stiffness), T(row.rest), T(row.damping), T(row.friction),
                   T(row.friction_velocity * row.friction_velocity),
                   short(robot.row_dof[r]), short(robot.row_position[r]), short(freedoms(row.joint)),
                   has_quaternion(row.joint), row.stiffness != 0, row.damping != 0, row.friction != 0};
    }
    return t;
}();

// the springs alone: all there is of it at rest
template <const auto& robot, class Q, class T = number_of<robot, Q>> constexpr Joints<robot, T> joint_springs(const Q& q) {
    Joints<robot, T> tau;
    for (T& t : tau) t = T(0.0f);
    count_up<robot.form == Form::looped, robot.rows>([&](auto r) LIMB_LAMBDA {
        const Elements<T>& e = element_table<robot, T>.of[r];
        for (int k = 0; k < e.freedoms && e.springs; k++) {
            const T* own = &q[std::size_t(e.position)];
            const T out = e.quaternion && k < 3 ? T(2.0f) * own[0] * own[1 + k]   // sin(angle) about axis k
                                                : own[k + e.quaternion] - e.rest;
            tau[std::size_t(e.dof + k)] = -(e.stiffness * out);
        }
    });
    return tau;
}

template <const auto& robot, class Q, class QD, class T = number_of<robot, Q, QD>>
constexpr Joints<robot, T> joint_elements(const Q& q, const QD& qd) {
    Joints<robot, T> tau = joint_springs<robot>(q);
    count_up<robot.form == Form::looped, robot.rows>([&](auto r) LIMB_LAMBDA {
        const Elements<T>& e = element_table<robot, T>.of[r];
        for (int k = 0; k < e.freedoms; k++) {
            const T v = qd[std::size_t(e.dof + k)];
            T& t = tau[std::size_t(e.dof + k)];
            if (e.damps) t = t - e.damping * v;
            if (e.rubs) t = t - e.friction * smooth_sign(v, e.square_of_friction_velocity);
        }
    });
    return tau;
}

// what the joints' springs hold, J
template <const auto& robot, class Q, class T = number_of<robot, Q>> constexpr T elastic_energy(const Q& q) {
    T sum = T(0.0f);
    for (const Elements<T>& e : element_table<robot, T>.of) {
        for (int k = 0; k < e.freedoms && e.springs; k++) {
            const T* own = &q[std::size_t(e.position)];
            // 1 - cos(angle) = 2 (x^2 + y^2 + z^2)
            const T out = e.quaternion && k < 3 ? T(2.0f) * own[1 + k] : own[k + e.quaternion] - e.rest;
            sum = sum + T(0.5f) * e.stiffness * (out * out);
        }
    }
    return sum;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::joint_elements; using internal::joint_springs; using internal::elastic_energy;

}  // namespace limb
