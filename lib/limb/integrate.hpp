#pragma once
// Motion over time: q moved along velocities (integrate), the velocities between two q (difference), and integrators of
// qdd = acceleration(q, qd). Unit quaternions stay unit. No heap; s, rad, m. A quaternion may turn by up to 400 rad a call.
// Of a floating root v moves the position by R v dt, R being its attitude half-way through the turn: moving back along
// the same v undoes it, and a steady twist is followed to second order.
#include <type_traits>

#include "limb/algebra/attitude.hpp"
#include "limb/numerics/dense.hpp"
#include "limb/sweep/pose.hpp"

namespace limb::internal {

// ---- where the freedoms of a robot are in q

// Freedom k adds to q[position[k]], unless it is one of a row whose q starts with a quaternion: position[k] is -1 then.
template <const auto& robot> struct PositionIndices {
    struct Turned { short position, dof; bool floats; };   // of a quaternion in q, of its angular velocity in qd
    short position[robot.dof]{};
    Turned turned[robot.rows]{};
    int count = 0;
};
template <const auto& robot> inline constexpr auto position_indices = [] {
    PositionIndices<robot> p{};
    for (int row = 0; row < robot.rows; row++) {
        const Joint joint = robot.given[row].joint;
        const int position = robot.row_position[row], dof = robot.row_dof[row];
        const bool turned = has_quaternion(joint);
        for (int k = 0; k < freedoms(joint); k++) p.position[dof + k] = short(turned ? -1 : position + k);
        if (turned) p.turned[p.count++] = {short(position), short(dof), freedoms(joint) == 6};
    }
    return p;
}();

// f(position, dof) for every freedom that adds to q; g(position, dof, floats) for every quaternion
template <const auto& robot> LIMB_INLINE void for_each_freedom(const auto& f, const auto& g) {
    for (int k = 0; k < robot.dof; k++) if (position_indices<robot>.position[k] >= 0) f(int(position_indices<robot>.position[k]), k);
    if constexpr (position_indices<robot>.count > 0)
        for (int k = 0; k < position_indices<robot>.count; k++) {
            const auto& t = position_indices<robot>.turned[k];
            g(int(t.position), int(t.dof), t.floats);
        }
}

template <class A> LIMB_INLINE auto vector_at(const A& v, int k) { return Vector<typename A::value_type>{v[k], v[k + 1], v[k + 2]}; }
template <class A> LIMB_INLINE auto attitude_at(const A& q, int k) { return Attitude<typename A::value_type>{q[k], vector_at(q, k + 1)}; }
LIMB_INLINE void put(auto& v, int k, const auto& x) { v[k] = x.x; v[k + 1] = x.y; v[k + 2] = x.z; }
template <class T> LIMB_INLINE void put(auto& q, int k, const Attitude<T>& a) { q[k] = a.w; put(q, k + 1, a.u); }

// ---- q along v

// q moved along the velocities v for a time dt: q exp(w dt / 2), x + R v dt, q + v dt
template <const auto& robot, class Q, class V, class T = number_of<robot, Q, V>>
constexpr Positions<robot, T> integrate(const Q& q, const V& v, std::type_identity_t<T> dt) {
    auto to = positions_of<robot, T>(q);
    for_each_freedom<robot>([&](int position, int dof) { to[position] = q[position] + v[dof] * dt; },
                            [&](int position, int dof, bool floats) {
        const auto from = attitude_at(q, position);
        const auto h = vector_at(v, dof) * (dt * T(0.5f));
        put(to, position, unit(from * turn_by_twice(h)));
        if (floats) {
            const auto half_way = unit(from * turn_by_twice(h * T(0.5f)));
            put(to, position + 4, vector_at(q, position + 4) + rotated(half_way, vector_at(v, dof + 3)) * dt);
        }
    });
    return to;
}

// the v with integrate(from, v, 1) = to; a quaternion goes the shorter way round
template <const auto& robot, class From, class To, class T = number_of<robot, From>, class Same = number_of<robot, To>>
constexpr Joints<robot, T> difference(const From& from, const To& to) {
    static_assert(std::is_same_v<T, Same>, "limb: both q must be of one number type: write limb::Positions<robot, T>::from(q)");
    Joints<robot, T> v{};
    for_each_freedom<robot>([&](int position, int dof) { v[dof] = to[position] - from[position]; },
                            [&](int position, int dof, bool floats) {
        const auto a = attitude_at(from, position);
        const auto h = half_turn_of(conjugate(a) * attitude_at(to, position));
        put(v, dof, h + h);
        if (floats) {
            const auto half_way = unit(a * turn_by_twice(h * T(0.5f)));
            put(v, dof + 3, rotated(conjugate(half_way), vector_at(to, position + 4) - vector_at(from, position + 4)));
        }
    });
    return v;
}

// The plain time derivative of q: q (0, w) / 2, R v, qd. It is the derivative of integrate at dt = 0.
template <const auto& robot, class Q, class QD, class T = number_of<robot, Q, QD>>
constexpr Positions<robot, T> position_rate(const Q& q, const QD& qd) {
    Positions<robot, T> rate{};
    for_each_freedom<robot>([&](int position, int dof) { rate[position] = qd[dof]; }, [&](int position, int dof, bool floats) {
        const auto a = attitude_at(q, position);
        put(rate, position, a * Attitude<T>{T(0.0f), vector_at(qd, dof) * T(0.5f)});
        if (floats) put(rate, position + 4, rotated(a, vector_at(qd, dof + 3)));
    });
    return rate;
}

// q with its quaternions made unit
template <const auto& robot, class Q, class T = number_of<robot, Q>> constexpr Positions<robot, T> with_unit_attitudes(const Q& given) {
    auto q = positions_of<robot, T>(given);
    for_each_freedom<robot>([](int, int) {}, [&](int position, int, bool) { put(q, position, unit(attitude_at(q, position))); });
    return q;
}

// ---- integrators
// acceleration(q, qd), or acceleration(q, qd, t) with the time t since the step began, returns qdd.

template <class A> LIMB_INLINE auto ask(const A& acceleration, const auto& q, const auto& qd, auto t) {
    if constexpr (std::is_invocable_v<const A&, decltype(q), decltype(qd), decltype(t)>) return acceleration(q, qd, t);
    else return acceleration(q, qd);
}

template <const auto& robot, class T = float> struct State {
    Positions<robot, T> q{};
    Joints<robot, T> qd{};
};

// Order 1, one acceleration: qd first, then q along the new qd. Of an undamped robot the energy strays far less than
// by explicit Euler, which always adds to it.
template <const auto& robot, class T>
constexpr State<robot, T> semi_implicit_euler(const State<robot, T>& s, std::type_identity_t<T> dt, const auto& acceleration) {
    State<robot, T> next = s;
    const auto qdd = ask(acceleration, s.q, s.qd, T(0.0f));
    for (int k = 0; k < robot.dof; k++) next.qd[k] += dt * qdd[k];
    next.q = integrate<robot>(s.q, next.qd, dt);
    return next;
}

// Order 4, four accelerations. Quaternions are taken as four numbers whose rate is that of the unit quaternion next to
// them: smooth, so the order holds on the manifold too, and acceleration is only asked at unit quaternions.
template <const auto& robot, class T>
constexpr State<robot, T> runge_kutta(const State<robot, T>& s, std::type_identity_t<T> dt, const auto& acceleration) {
    struct Rate { Positions<robot, T> q; Joints<robot, T> qd; };
    const auto moved = [](State<robot, T> from, const Rate& rate, T by) {
        for (int k = 0; k < robot.positions; k++) from.q[k] += by * rate.q[k];
        for (int k = 0; k < robot.dof; k++) from.qd[k] += by * rate.qd[k];
        return from;
    };
    const auto rate = [&](const State<robot, T>& at, T t) -> Rate {
        const auto q = with_unit_attitudes<robot>(at.q);
        return {position_rate<robot>(q, at.qd), ask(acceleration, q, at.qd, t)};
    };
    // k1 = f(s), k2 = f(s + dt k1 / 2), k3 = f(s + dt k2 / 2), k4 = f(s + dt k3); s + dt (k1 + 2 k2 + 2 k3 + k4) / 6
    const T half = dt * T(0.5f), sixth = dt / T(6.0f), third = dt / T(3.0f);
    Rate k = rate(s, T(0.0f));
    auto next = moved(s, k, sixth);
    k = rate(moved(s, k, half), half);
    next = moved(next, k, third);
    k = rate(moved(s, k, half), half);
    next = moved(next, k, third);
    k = rate(moved(s, k, dt), dt);
    next = moved(next, k, sixth);
    next.q = with_unit_attitudes<robot>(next.q);
    return next;
}

// The state that implicit_midpoint found. Where it has not converged, the step was too long: the state is not to be used.
template <const auto& robot, class T> struct [[nodiscard]] Midpoint {
    State<robot, T> state{};
    bool converged = false;
    int iterations = 0;
};

// what the iteration may still change of qd, relative to the largest speed in it
template <class T> inline constexpr T midpoint_tolerance = std::is_same_v<T, float> ? T(1e-5f) : T(1e-13);

// Order 2, symmetric in time: what a step does, a step of -dt undoes; so the energy of an undamped robot stays close.
// qd' = qd + dt qdd, q' = q along (qd + qd') / 2, with qdd of the state half-way; by fixed-point iteration.
template <const auto& robot, class T>
constexpr Midpoint<robot, T> implicit_midpoint(const State<robot, T>& s, std::type_identity_t<T> dt, const auto& acceleration,
                                               std::type_identity_t<T> tolerance = midpoint_tolerance<T>, int most_iterations = 30) {
    const T half = dt * T(0.5f);
    Midpoint<robot, T> result;
    auto middle = s.qd;
    while (result.iterations < most_iterations && !result.converged) {
        result.iterations++;
        const auto qdd = ask(acceleration, integrate<robot>(s.q, middle, half), middle, half);
        bool settled = true;
        T fastest{};
        for (int k = 0; k < robot.dof; k++) {
            const T speed = magnitude(s.qd[k]) + magnitude(dt * qdd[k]);
            if (speed > fastest) fastest = speed;
        }
        for (int k = 0; k < robot.dof; k++) {
            const T next = s.qd[k] + half * qdd[k];
            settled = settled && magnitude(next - middle[k]) <= tolerance * fastest;   // false for NaN
            middle[k] = next;
        }
        result.converged = settled;
    }
    for (int k = 0; k < robot.dof; k++) result.state.qd[k] = middle[k] + (middle[k] - s.qd[k]);
    result.state.q = integrate<robot>(s.q, middle, dt);
    return result;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::integrate; using internal::difference; using internal::position_rate;
using internal::with_unit_attitudes; using internal::State; using internal::semi_implicit_euler;
using internal::runge_kutta; using internal::Midpoint; using internal::implicit_midpoint;

}  // namespace limb
