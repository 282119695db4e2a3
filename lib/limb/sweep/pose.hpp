#pragma once
// The configuration, made ready once and shared by several sweeps of one tick: sines and cosines of the angles (those of
// parallel joints added up), rotation matrices of spherical joints, and q itself for slides and for the attitude and position
// of a floating root.
#include "limb/algebra/attitude.hpp"
#include "limb/sweep/constants.hpp"
#include "limb/sweep/for_each_body.hpp"
#include "limb/sweep/positions.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

// Q is Positions where the pose is kept, and a reference to them inside a sweep, where nothing need be copied.
// angles_: how many it has, robot.felt_angles in a sweep that needs no more.
template <const auto& robot, class Number = float, class Q = Positions<robot, Number>, int angles_ = robot.angles> struct Pose {
    using T = Number;
    using value_type = Number;
    using stands_for = ForQ;
    static constexpr const auto& of_robot = robot;
    Q q;
    static constexpr int angles = angles_, matrices = 2 * angles + 2;
    T sc[matrices + 9 * robot.spherical_joints];   // sine, cosine of each angle; then the matrices, row by row
    LIMB_INLINE const T& operator[](auto k) const { return q[k]; }
    LIMB_INLINE explicit Pose(const Positions<robot, T>& q_) : q(q_) {
        if (std::is_constant_evaluated()) for (T& x : sc) x = T(0.0f);   // clang wants no unset element there
    }
};

template <const auto& robot, class T> LIMB_INLINE void set_angles(auto& x) {
    count_up<false, robot.spherical_joints == 0 ? 0 : robot.bodies>([&](auto k) LIMB_LAMBDA {
        constexpr const Body& b = robot.body[k];
        if constexpr (b.kind == Kind::hinge_z) rotation_matrix<T>(&x.q[std::size_t(b.position)], x.sc + x.matrices + 9 * b.angle);
    });
    if constexpr (robot.form == Form::looped) {
        for_each_body<robot, T>([&](auto i) LIMB_LAMBDA {
            if constexpr (has_angle(i.kind())) {
                T* sc = x.sc + 2 * i.angle();
                sin_cos(x.q[std::size_t(i.position())] + constant<offset>(i), sc);
                const auto t = Turn{sc[0], sc[1]} * Turn{constant<sin_quarter>(i), constant<cos_quarter>(i)};
                sc[0] = t.s;
                sc[1] = t.c;
            }
        });
    } else {
        constexpr int n = std::remove_cvref_t<decltype(x)>::angles;
        T sum[robot.bodies], angle[n + 1];
        count_up<false, robot.bodies>([&](auto k) LIMB_LAMBDA {
            constexpr BodyIndex<robot, T, k> i;
            constexpr const Body& b = i.body();
            if constexpr (has_angle(b.kind)) {
                sum[k] = x.q[std::size_t(b.position)] + constant<offset>(i);
                if constexpr (b.adds_angle) sum[k] = sum[b.parent] + sum[k];
                if constexpr (b.angle < n) angle[b.angle] = sum[k];
            }
        });
        // sines in a loop of pairs; up to three written out; five alone (a pair and a rest would double the code)
        constexpr int at_once = n == 2 || n == 3 ? n : n < 2 || n == 5 ? 1 : 2, rest = n % at_once;
        count_up<true, n / at_once>([&](int k) LIMB_LAMBDA {
            const T* from = angle + at_once * k;
            T* to = x.sc + 2 * at_once * k;
            count_up<false, at_once>([&](auto j) LIMB_LAMBDA { sin_cos(from[j], to + 2 * j); });
        });
        count_up<false, rest>([&](auto j) LIMB_LAMBDA { sin_cos(angle[n - rest + j], x.sc + 2 * (n - rest + j)); });
    }
}

template <const auto& robot, class T> LIMB_INLINE const Positions<robot, T>& positions_of(const Positions<robot, T>& q) { return q; }
template <const auto& robot, class T> LIMB_INLINE const Positions<robot, T>& positions_of(const Pose<robot, T>& x) { return x.q; }

// The pose of q, to be passed to several sweeps in place of q.
template <const auto& robot, class Q, class T = number_of<robot, Q>>
constexpr Pose<robot, T> pose(const Q& q) {
    Pose<robot, T> x(positions_of<robot, T>(q));
    set_angles<robot, T>(x);
    return x;
}

// What a sweep works with: the pose that it was given, or one made of q, with the first `angles` of all angles.
template <const auto& robot, class T, int angles = robot.angles>
LIMB_INLINE auto pose_of(const Positions<robot, T>& q) {
    Pose<robot, T, const Positions<robot, T>&, angles> x(q);
    set_angles<robot, T>(x);
    return x;
}
template <const auto& robot, class T, int angles = robot.angles>
LIMB_INLINE const Pose<robot, T>& pose_of(const Pose<robot, T>& x) { return x; }

// the quarter turns of a joint and of those whose angle it adds to; a looped robot has them in its sines, if there are any
template <class I> LIMB_INLINE auto quarter_turn_of(I i) {
    if constexpr (I::robot.form == Form::looped && has_angle(I::kind())) return Still{};
    else {
        const auto own = Turn{constant<sin_quarter>(i), constant<cos_quarter>(i)};
        if constexpr (I::body().adds_angle) return own * quarter_turn_of(i.template at<I::body().parent>());
        else return own;
    }
}

// The sine or cosine of an angle that a pose leaves out: only what is zero can be turned by it, everything else does not compile.
struct LeftOut {};
LIMB_INLINE Zero operator*(LeftOut, Zero) { return {}; }

// the turn of joint i (of its whole parallel group)
template <class I> LIMB_INLINE auto turn_of(I i, const auto& x) {
    if constexpr (I::kind() == Kind::hinge_z) {
        const auto* R = x.sc + x.matrices + 9 * i.angle();
        const auto t = quarter_turn_of(i);
        return transpose(Mat3{turn(t, Vec3{R[0], R[3], R[6]}), turn(t, Vec3{R[1], R[4], R[7]}), turn(t, Vec3{R[2], R[5], R[8]})});
    } else if constexpr (I::all([](const Body& b) { return b.angle < 0; })) return quarter_turn_of(i);
    else if constexpr (I::all([](const Body& b) { return b.angle >= std::remove_cvref_t<decltype(x)>::angles; }))
        return Turn<LeftOut, LeftOut>{};
    else { const int k = 2 * i.angle(); return Turn{x.sc[k], x.sc[k + 1]} * quarter_turn_of(i); }
}
// how far prismatic joint i is out
LIMB_INLINE auto slide_of(auto i, const auto& x) { return x.q[std::size_t(i.position())] + constant<offset>(i); }

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Pose; using internal::pose;

}  // namespace limb

#pragma GCC diagnostic pop
