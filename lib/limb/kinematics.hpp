#pragma once
// Where a row's body is and how it moves, in the world's axes: pose, velocity and true acceleration (without gravity) of
// the row's frame, the Jacobian of its velocity and what it has besides. Rows may be fixed ones. O(depth). m, rad, s.
// A driven base (limb::Base) adds its own motion; "the world's axes" are then the base's.
#include "limb/sweep/base.hpp"
#include "limb/sweep/for_each_body.hpp"

namespace limb::internal {

template <class T> struct BodyPose { Rotation<T> rotation; Vector<T> position; };   // x_world = rotation x_body + position
template <class T> struct BodyVelocity : BodyPose<T> { Vector<T> angular_velocity, velocity; };
template <class T> struct BodyAcceleration : BodyVelocity<T> { Vector<T> angular_acceleration, acceleration; };

// motion and velocity in the body's axes
template <class R, class P, class M, class V> struct Place { R rotation; P position; M motion; V velocity; };
template <class R, class P, class M, class V> Place(R, P, M, V) -> Place<R, P, M, V>;
template <class T, class... A> LIMB_INLINE auto as_numbers(Place<A...> p) {
    return Place{as_numbers<T>(p.rotation), as_numbers<T>(p.position), as_numbers<T>(p.motion), as_numbers<T>(p.velocity)};
}

// one body further out
LIMB_INLINE auto step(auto i, const auto& x, const auto& p, const auto& qd, const auto& qdd) {
    const auto X = transform(i, x);
    const auto R = Mat3{X.into(p.rotation.x), X.into(p.rotation.y), X.into(p.rotation.z)};
    const auto m = outward(X, p.motion, i.in(qd), i.in(qdd));
    const auto t = X.S.added(outward(X, Twist{p.motion.w, p.velocity}), i.in(qd));
    return Place{R, p.position + p.rotation * X.r + R * (z_axis * X.slide), m, t.v};
}

// what the limbs hang from
template <const auto& robot, class P, class B = BaseAtRest>
LIMB_INLINE auto root_place(const P& x, const auto& qd, const auto& qdd, const B& base = {}) {
    if constexpr (robot.floats()) {
        const auto R = Mat3{to_root<robot>(x, Vec3{One{}, Zero{}, Zero{}}), to_root<robot>(x, Vec3{Zero{}, One{}, Zero{}}),
                            to_root<robot>(x, z_axis)};
        const auto m = root_motion<robot>(x, qd, qdd, no_gravity, base);
        return Place{R, root_position<robot>(x), m, root_of<robot>(qd).v};
    } else {
        using T = typename P::T;
        const auto R = transpose(rotation<T, world_frame<robot>>());
        const auto o = -(R * origin<T, world_frame<robot>>());
        const auto m = base_motion<robot>(x, no_gravity, base);
        // an IMU knows no velocity
        if constexpr (is_of<B, ImuOption>() || std::is_same_v<B, BaseAtRest>) return Place{R, o, m, ZeroVec{}};
        else return Place{R, o, m, transpose(R) * (base.velocity + cross(base.angular_velocity, o))};
    }
}

// the place of a body, in the frame that it is computed in; at(i, place) at every body on the way
template <const auto& robot, int body, class P>
LIMB_INLINE auto place_of(const P& x, const auto& qd, const auto& qdd, const auto& base, const auto& at) {
    using T = typename P::T;
    if constexpr (body <= (robot.floats() ? 0 : -1)) return root_place<robot>(x, qd, qdd, base);
    else if constexpr (robot.form == Form::looped) {
        auto p = as_numbers<T>(root_place<robot>(x, qd, qdd, base));
        for_each_body<robot, T>([&](auto i) LIMB_LAMBDA {
            if (i <= body && body < i + i.template integer<&Body::size>()) {   // body lies in its limb
                p = as_numbers<T>(step(i, x, p, qd, qdd));
                at(i, p);
            }
        });
        return p;
    } else {
        constexpr BodyIndex<robot, T, body> i;
        const auto p = step(i, x, place_of<robot, robot.body[body].parent>(x, qd, qdd, base, at), qd, qdd);
        at(i, p);
        return p;
    }
}

// the place of a row's frame; motion and velocity in the world's axes
template <const auto& robot, int row, class P>
LIMB_INLINE auto place_of_row(const P& x, const auto& qd, const auto& qdd, const auto& base, const auto& at) {
    using T = typename P::T;
    constexpr int body = robot.frame[row].body;
    const auto p = place_of<robot, body>(x, qd, qdd, base, at);
    // from the computed frame through the body's own turn to the row's frame
    const auto own = [&]() LIMB_LAMBDA {
        if constexpr (robot.is_before_turn(body)) return turn_of(BodyIndex<robot, T, body>{}, x);
        else return Still{};
    }();
    const auto o = turn(own, origin<T, row_frame<robot, row>>());
    const auto R = p.rotation;
    const auto m = p.motion;
    const auto turned = Mat3{unturn(own, R.x), unturn(own, R.y), unturn(own, R.z)};
    return Place{turned * rotation<T, row_frame<robot, row>>(), p.position + R * o,
                 Motion{R * m.w, R * m.al, R * (m.a + m.U_ * o), Absent{}}, R * (p.velocity + cross(m.w, o))};
}

inline constexpr auto ignore = [](auto, const auto&) {};

template <const auto& robot, int row, class Q, class T = number_of<robot, Q>> constexpr auto kinematics(const Q& q) {
    const auto p = place_of_row<robot, row>(pose_of<robot, T>(q), Zero{}, Zero{}, BaseAtRest{}, ignore);
    return BodyPose<T>{as_numbers<T>(p.rotation), as_numbers<T>(p.position)};
}
template <const auto& robot, int row, class Q, class QD, class T = number_of<robot, Q, QD>>
constexpr auto kinematics(const Q& q, const QD& qd) {
    const auto p = place_of_row<robot, row>(pose_of<robot, T>(q), qd, Zero{}, BaseAtRest{}, ignore);
    return BodyVelocity<T>{{as_numbers<T>(p.rotation), as_numbers<T>(p.position)}, as_numbers<T>(p.motion.w), as_numbers<T>(p.velocity)};
}
template <const auto& robot, int row, class Q, class QD, class QDD = QD, class... Options, class T = number_of<robot, Q, QD, QDD>>
constexpr auto kinematics(const Q& q, const QD& qd, const QDD& qdd, const Options&... options) {
    static_assert(accepts<robot, Takes<BaseOption>, Options...>);
    const auto p = place_of_row<robot, row>(pose_of<robot, T>(q), qd, hinge_accelerations<robot>(qd, qdd), base_among(options...), ignore);
    return BodyAcceleration<T>{{{as_numbers<T>(p.rotation), as_numbers<T>(p.position)},
                                as_numbers<T>(p.motion.w), as_numbers<T>(p.velocity)},
                               as_numbers<T>(p.motion.al), as_numbers<T>(p.motion.a)};
}

// J qd: rows 0 to 2 the angular velocity, rows 3 to 5 the velocity of the row's origin
template <const auto& robot, class T = float> using Jacobian = Dense<T, 6, robot.dof>;

template <const auto& robot, int row, class Q, class T = number_of<robot, Q>> constexpr auto jacobian(const Q& q) {
    const auto& x = pose_of<robot, T>(q);
    Jacobian<robot, T> J{};
    const auto set = [&](int column, auto angular, auto linear) LIMB_LAMBDA {
        J[0][column] = angular.x; J[1][column] = angular.y; J[2][column] = angular.z;
        J[3][column] = linear.x;  J[4][column] = linear.y;  J[5][column] = linear.z;
    };
    // v = axis x (end - joint), and the end is only known at the end: first axis x joint, on the way out
    const auto end = place_of_row<robot, row>(x, Zero{}, Zero{}, BaseAtRest{}, [&](auto i, const auto& p) LIMB_LAMBDA {
        const auto S = freedom_of(i).added(Twist{ZeroVec{}, ZeroVec{}}, One{});
        const auto angular = p.rotation * S.w;
        set(i.dof(), angular, p.rotation * S.v + cross(p.position, angular));
    }).position;
    for (std::size_t k = 0; k < std::size_t(robot.dof); k++) {
        const auto turn = cross(Vec3{J[0][k], J[1][k], J[2][k]}, end);
        J[3][k] = J[3][k] + turn.x; J[4][k] = J[4][k] + turn.y; J[5][k] = J[5][k] + turn.z;
    }
    if constexpr (robot.floats() && robot.frame[row].body >= 0) {
        const auto p = root_place<robot>(x, Zero{}, Zero{});
        const auto arm = end - p.position;
        const auto R = transpose(p.rotation);
        const int d = robot.body[0].dof;
        set(d, R.x, cross(R.x, arm)); set(d + 1, R.y, cross(R.y, arm)); set(d + 2, R.z, cross(R.z, arm));
        set(d + 3, ZeroVec{}, R.x);   set(d + 4, ZeroVec{}, R.y);       set(d + 5, ZeroVec{}, R.z);
    }
    return J;
}

// Jdot qd: what the row accelerates by where qdd = 0, rows as those of the Jacobian. [al; a] = J qdd + Jdot qd.
template <const auto& robot, int row, class Q, class QD, class T = number_of<robot, Q, QD>>
constexpr Column<T, 6> jacobian_bias(const Q& q, const QD& qd) {
    const auto p = place_of_row<robot, row>(pose_of<robot, T>(q), qd, hinge_accelerations<robot>(qd, Zero{}), BaseAtRest{}, ignore);
    const auto al = as_numbers<T>(p.motion.al), a = as_numbers<T>(p.motion.a);
    return {al.x, al.y, al.z, a.x, a.y, a.z};
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::BodyPose; using internal::BodyVelocity; using internal::BodyAcceleration;
using internal::kinematics; using internal::Jacobian; using internal::jacobian; using internal::jacobian_bias;

}  // namespace limb
