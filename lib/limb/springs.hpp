#pragma once
// Springs, dampers and actuators that pull between two points of any two bodies, or a body and the world: source 004,
// eq. (4.24) to (4.26), TSDA. Tension pulls the ends together: stiffness (l - length) + damping l' + actuator, N.
// They act through limb::Wrenches, which every sweep takes. O(N). For springs at joints see elements.hpp.
// Where the ends meet (closer than 1e-6 m) a spring has no direction: it then exerts no force, never NaN.
#include "limb/model/attachment.hpp"
#include "limb/numerics/dense.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

struct SpringRow {
    const char*  name = "";
    const char*  from = "world";         // a row, or "world"
    Vec3<double> from_at = {0, 0, 0};    // m, in that row's frame
    const char*  to = "world";
    Vec3<double> to_at = {0, 0, 0};
    double       stiffness = 0;          // N / m
    double       damping = 0;            // N s / m
    double       length = 0;             // m, where the spring is slack
};

template <int N> struct Springs {
    static constexpr int count = N;
    SpringRow given[N]{};
    int       from[N]{}, to[N]{};        // rows; -1: the world

    consteval int spring(const char* name) const { return table::known_row(given, name); }
};

template <const auto& robot, class mistake = error::a_row_has_a_field_that_there_is_not_or_a_value_that_does_not_fit>
void springs(...) = delete;
// The springs of a robot. Must initialise a constexpr variable of static storage.
template <const auto& robot, int N> constexpr Springs<N> springs(const SpringRow (&rows)[N]) {
    using namespace table;
    Springs<N> t;
    for (int i = 0; i < N; i++) {
        const SpringRow& s = t.given[i] = rows[i];
        t.from[i] = attached_row<robot>(s.from);
        t.to[i] = attached_row<robot>(s.to);
        check_attachment<robot>(rows, t.from[i], t.to[i], i);
        LIMB_REFUSE(!is_finite(s.from_at) || !is_finite(s.to_at) || !is_finite(s.stiffness) || !is_finite(s.damping) ||
                    !is_finite(s.length), i, not_finite);
        LIMB_REFUSE(s.stiffness < 0, i, negative_stiffness);
        LIMB_REFUSE(s.damping < 0, i, negative_damping);
        LIMB_REFUSE(s.length < 0, i, negative_length);
    }
    return t;
}

// what the sweeps need of a table, as T
template <class T> struct SpringNumbers { short from, to; Vector<T> from_at, to_at; T stiffness, damping, length; };
template <const auto& springs, class T> struct SpringTable { SpringNumbers<T> of[springs.count]; };
template <const auto& springs, class T> inline constexpr auto spring_table = [] {
    SpringTable<springs, T> t{};
    for (int i = 0; i < springs.count; i++) {
        const SpringRow& s = springs.given[i];
        t.of[i] = {short(springs.from[i]), short(springs.to[i]), as_numbers<T>(s.from_at), as_numbers<T>(s.to_at),
                   T(s.stiffness), T(s.damping), T(s.length)};
    }
    return t;
}();

template <const auto& springs, class T = float> using SpringForces = Column<T, springs.count>;   // one number for each spring

template <class T> struct Spring {
    T length{}, rate{}, force{};         // m, m/s, N (tension)
    Vector<T> direction{};               // unit vector from `from` to `to`, world axes; zero where they meet
};

template <const auto& springs, class T = float> using SpringStates = Column<Spring<T>, springs.count>;

template <const auto& robot, const auto& springs, class T>
constexpr SpringStates<springs, T> spring_states_in(const WorldKinematics<robot, T>& s, const SpringForces<springs, T>& actuator) {
    SpringStates<springs, T> states{};
    for (int i = 0; i < springs.count; i++) {
        const auto& k = spring_table<springs, T>.of[i];
        const auto a = attachment<robot>(s, k.from, k.from_at);
        const auto b = attachment<robot>(s, k.to, k.to_at);
        const auto d = b.position - a.position;
        Spring<T>& spring = states[std::size_t(i)];
        spring.length = square_root(dot(d, d));
        if (!(spring.length > T(1e-6f))) continue;
        // l' = u . (v_to - v_from), f = k (l - length) + c l' + actuator
        spring.direction = d * (T(1.0f) / spring.length);
        spring.rate = dot(spring.direction, b.velocity - a.velocity);
        spring.force = k.stiffness * (spring.length - k.length) + k.damping * spring.rate + actuator[std::size_t(i)];
    }
    return states;
}
// length, rate and tension of every spring; qd left out: at rest
template <const auto& robot, const auto& springs, class Q, class QD = Zero, class T = number_of<robot, Q, QD>>
constexpr SpringStates<springs, T> spring_states(const Q& q, const QD& qd = {}, const SpringForces<springs, T>& actuator = {}) {
    return spring_states_in<robot, springs, T>(world_kinematics<robot>(q, qd, Zero{}), actuator);
}

// What the springs exert, for any sweep: inverse_dynamics<robot>(q, qd, qdd, spring_wrenches<robot, springs>(q, qd)).
// On `from` the tension acts along the direction, on `to` against it.
template <const auto& robot, const auto& springs, class Q, class QD, class T = number_of<robot, Q, QD>>
constexpr Wrenches<robot, T> spring_wrenches(const Q& q, const QD& qd, const SpringForces<springs, T>& actuator = {}) {
    const auto s = world_kinematics<robot>(q, qd, Zero{});
    const auto states = spring_states_in<robot, springs, T>(s, actuator);
    Wrenches<robot, T> w{};
    for (int i = 0; i < springs.count; i++) {
        const auto& k = spring_table<springs, T>.of[i];
        const Spring<T>& spring = states[std::size_t(i)];
        const auto pull = [&](int row, const Vector<T>& at, T tension) {
            if (row < 0) return;
            const Vector<T> f = transpose(s.row[std::size_t(row)].rotation) * (spring.direction * tension);
            w[row].force = w[row].force + f;
            w[row].moment = w[row].moment + cross(at, f);
        };
        pull(k.from, k.from_at, spring.force);
        pull(k.to, k.to_at, -spring.force);
    }
    return w;
}

// what the springs hold, J
template <const auto& robot, const auto& springs, class Q, class T = number_of<robot, Q>> constexpr T spring_energy(const Q& q) {
    T sum(0.0f);
    const auto states = spring_states<robot, springs>(q, Zero{});
    for (int i = 0; i < springs.count; i++) {
        const auto& k = spring_table<springs, T>.of[i];
        const T stretch = states[std::size_t(i)].length - k.length;
        sum = sum + T(0.5f) * k.stiffness * stretch * stretch;
    }
    return sum;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::SpringRow; using internal::Springs; using internal::springs; using internal::Spring;
using internal::SpringStates; using internal::SpringForces; using internal::spring_states;
using internal::spring_wrenches; using internal::spring_energy;

}  // namespace limb

#pragma GCC diagnostic pop
