#pragma once
// The configuration, made ready once and shared by several sweeps of one tick: sines and cosines of the angles (those of
// parallel joints added up), slides of prismatic joints, attitude and position of a floating root.
#include <etl/array.h>
#include "limb/index.hpp"

namespace limb {

template <const auto& robot, class T = float> using Joints    = etl::array<T, std::size_t(robot.dof)>;         // qd, qdd, tau
template <const auto& robot, class T = float> using Positions = etl::array<T, std::size_t(robot.positions)>;   // q
template <const auto& robot, class T = float> using Matrix    = etl::array<Joints<robot, T>, std::size_t(robot.dof)>;   // M[i][j]

struct Nothing {                 // passed, kept or saved where there is nothing to pass, keep or save
    static constexpr int numbers = 0;
    LIMB_INLINE void store(auto*) const {}
    LIMB_INLINE static Nothing load(const auto*) { return {}; }
};
template <class T> LIMB_INLINE Nothing plain(Nothing) { return {}; }
template <class A> LIMB_INLINE A operator+(A a, Nothing) { return a; }

// body i's element of qd, qdd or tau
template <const auto& robot, class T, std::size_t n, class I> LIMB_INLINE T of(I i, const etl::array<T, n>& v) { return v[table::place<robot, &Body::dof>(i)]; }
template <const auto& robot, class I> LIMB_INLINE Zero of(I, Nothing) { return {}; }

// a freedom: its place in the user's qd, and in the sweeps' own order (root first, parents before children)
struct Dof { int user, own; };
template <const auto& robot, class I> LIMB_INLINE Dof dof_of(I i) { return {table::place<robot, &Body::dof>(i), i + (robot.floats() ? 5 : 0)}; }
template <const auto& robot> LIMB_INLINE int user_dof(int own) {
    constexpr int first = robot.floats() ? 6 : 0;
    return own < first ? robot.body[0].dof + own : table::places<robot, &Body::dof>.of[own - (robot.floats() ? 5 : 0)];
}
template <const auto& robot> LIMB_INLINE Dof root_dof(int k) { return {robot.body[0].dof + k, k}; }

template <const auto& robot, class T = float> struct Pose {
    Positions<robot, T> q;
    T sc[2 * robot.angles + 2];   // sine, cosine of each angle
};

template <const auto& robot, class T> LIMB_INLINE Pose<robot, T> pose(const etl::array<T, std::size_t(robot.positions)>& q) {
    Pose<robot, T> p;
    p.q = q;
    if constexpr (robot.form == Form::looped) {
        for_each_body<robot>([&](auto i) LIMB_LAMBDA {
            if constexpr (i.template kind<robot>() == Kind::revolute) {
                T sc[2];
                sin_cos(q[table::place<robot, &Body::position>(i)] + constant<robot, T, offset>(i), sc);
                const auto turned = Turn{sc[0], sc[1]} * Turn{constant<robot, T, sin_quarter>(i), constant<robot, T, cos_quarter>(i)};
                T* to = p.sc + 2 * table::place<robot, &Body::angle>(i);
                to[0] = turned.s;
                to[1] = turned.c;
            }
        });
    } else {
        T sum[robot.bodies]{}, angle[robot.angles + 1]{};
        each<robot.bodies>([&](auto i) LIMB_LAMBDA {
            constexpr const Body& b = robot.body[i.first];
            if constexpr (b.kind == Kind::revolute) {
                sum[i] = q[b.position] + constant<robot, T, offset>(i);
                if constexpr (b.joins) sum[i] = sum[b.parent] + sum[i];
                if constexpr (b.angle >= 0) angle[b.angle] = sum[i];
            }
        });
#pragma GCC unroll 1
        for (int k = 0; k < robot.angles; k++) sin_cos(angle[k], p.sc + 2 * k);
    }
    return p;
}
template <const auto& robot, class T> LIMB_INLINE const Pose<robot, T>& pose(const Pose<robot, T>& p) { return p; }

namespace table {
template <class Q> struct ScalarOf;
template <class T, std::size_t n> struct ScalarOf<etl::array<T, n>> { using type = T; };
template <const auto& robot, class T> struct ScalarOf<Pose<robot, T>> { using type = T; };

// the quarter turns of a joint and of those that it joins
template <const auto& robot> constexpr Turn<double, double> quarter(int i) {
    const double(&k)[constants] = robot.body[i].constant;
    const Turn<double, double> own{k[sin_quarter], k[cos_quarter]};
    return robot.body[i].joins ? own * quarter<robot>(robot.body[i].parent) : own;
}
}  // namespace table

template <class Q> using scalar_of = typename table::ScalarOf<Q>::type;   // the number type of a q or a Pose

// the turn of joint i (of its whole parallel group)
template <const auto& robot, class T, class I> LIMB_INLINE auto turn_of(I i, const Pose<robot, T>& p) {
    if constexpr (robot.form == Form::looped) {   // the bodies differ in kind and quarter: the pose has turned them
        if constexpr (I::template kind<robot>() != Kind::revolute) return Still{};
        else { const int k = 2 * table::place<robot, &Body::angle>(i); return Turn{p.sc[k], p.sc[k + 1]}; }
    } else {
    constexpr int angle = robot.body[I::first].angle;
    constexpr Turn<double, double> q = table::quarter<robot>(I::first);
    const auto quarter = Turn{lift<T>([] { return q.s; }), lift<T>([] { return q.c; })};
    if constexpr (angle < 0) return quarter;
    else { const int k = 2 * table::place<robot, &Body::angle>(i); return Turn{p.sc[k], p.sc[k + 1]} * quarter; }
    }
}
template <const auto& robot, class T, class I> LIMB_INLINE auto slide_of(I i, const Pose<robot, T>& p) {
    return p.q[table::place<robot, &Body::position>(i)] + constant<robot, T, offset>(i);
}

}  // namespace limb
