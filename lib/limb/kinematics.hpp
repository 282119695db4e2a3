#pragma once
// Where a row's body is and how it moves, in the world's axes: pose, velocity and true acceleration (without gravity) of
// the row's frame, and the Jacobian of its velocity. Rows may be fixed ones. O(depth). m, rad, s.
#include "limb/options.hpp"
#include "limb/traverse.hpp"

namespace limb {

template <class T> struct BodyPose { Rotation<T> rotation; Vector<T> position; };   // x_world = rotation x_body + position
template <class T> struct BodyVelocity : BodyPose<T> { Vector<T> angular_velocity, velocity; };
template <class T> struct BodyAcceleration : BodyVelocity<T> { Vector<T> angular_acceleration, acceleration; };

template <class R, class P, class M, class V> struct Place { R rotation; P position; M motion; V velocity; };   // motion, velocity: body axes
template <class R, class P, class M, class V> Place(R, P, M, V) -> Place<R, P, M, V>;
template <class T, class... A> LIMB_INLINE auto plain(Place<A...> p) {
    return Place{plain<T>(p.rotation), plain<T>(p.position), plain<T>(p.motion), plain<T>(p.velocity)};
}

// one body further out
template <const auto& robot, class T, class I, class P> LIMB_INLINE auto step(I i, const Pose<robot, T>& x, const P& p, const auto& qd, const auto& qdd) {
    const auto X = link(i, x);
    const auto R = Mat3{X.into(p.rotation.x), X.into(p.rotation.y), X.into(p.rotation.z)};
    const auto m = outward(X, p.motion, of<robot>(i, qd), of<robot>(i, qdd));
    const auto v = X.into(p.velocity + cross(p.motion.w, X.r)) + cross(m.w, z_axis * X.slide);
    const auto position = p.position + p.rotation * X.r + R * (z_axis * X.slide);
    if constexpr (decltype(X)::kind == Kind::revolute) return Place{R, position, m, v};
    else return Place{R, position, m, v + z_axis * of<robot>(i, qd)};
}

// where the limbs hang from
template <const auto& robot, class T> LIMB_INLINE auto root_place(const Pose<robot, T>& x, const auto& qd, const auto& qdd) {
    if constexpr (robot.floats()) {
        const auto row = [&](auto axis) LIMB_LAMBDA { return to_root(x, axis); };
        const T* p = &x.q[robot.body[0].position + 4];
        return Place{Mat3{row(Vec3{One{}, Zero{}, Zero{}}), row(Vec3{Zero{}, One{}, Zero{}}), row(z_axis)}, Vec3{p[0], p[1], p[2]},
                     root_motion(x, qd, qdd, no_gravity), of_root<robot, linear>(qd)};
    } else {
        const auto R = transpose(table::rotation<T, table::world<robot>>());
        return Place{R, -(R * table::origin<T, table::world<robot>>()), motion(ZeroVec{}, ZeroVec{}, ZeroVec{}), ZeroVec{}};
    }
}

// the place of a body (computed before its own turn if it is early); at(i, place) at every body on the way
template <const auto& robot, int body, class T> LIMB_INLINE auto place_of(const Pose<robot, T>& x, const auto& qd, const auto& qdd, const auto& at) {
    constexpr int start = robot.floats() ? 0 : -1;
    if constexpr (body <= start) return root_place(x, qd, qdd);
    else if constexpr (robot.form == Form::looped) {
        auto p = plain<T>(root_place(x, qd, qdd));
        for_each_body<robot>([&](auto i) LIMB_LAMBDA {
            if (i <= body && body < i + table::place<robot, &Body::size>(i)) {
                p = plain<T>(step(i, x, p, qd, qdd));
                at(i, p);
            }
        });
        return p;
    } else {
        const auto p = step(Index<body>{}, x, place_of<robot, robot.body[body].parent>(x, qd, qdd, at), qd, qdd);
        at(Index<body>{}, p);
        return p;
    }
}

// the place of a row's frame
template <const auto& robot, int row, class T> LIMB_INLINE auto place_of_row(const Pose<robot, T>& x, const auto& qd, const auto& qdd, const auto& at) {
    constexpr int body = robot.frame[row].body;
    const auto p = place_of<robot, body>(x, qd, qdd, at);
    const auto own = [&]() LIMB_LAMBDA { if constexpr (body < 0) return Still{}; else if constexpr (robot.body[body].early) return turn_of<robot>(Index<body>{}, x); else return Still{}; }();
    // from the computed frame through the body's own turn to the row's frame
    const auto Q = table::rotation<T, table::frame<robot, row>>();
    const auto o = turn(own, table::origin<T, table::frame<robot, row>>());
    const auto R = Mat3{unturn(own, p.rotation.x), unturn(own, p.rotation.y), unturn(own, p.rotation.z)} * Q;
    const auto out = [&](auto v) LIMB_LAMBDA { return p.rotation * v; };
    return Place{R, p.position + out(o), Motion{out(p.motion.w), out(p.motion.al), out(p.motion.a + p.motion.U_ * o), Nothing{}}, out(p.velocity + cross(p.motion.w, o))};
}

inline constexpr auto ignore = [](auto, const auto&) {};

template <const auto& robot, int row, class Q> constexpr auto kinematics(const Q& q) {
    using T = scalar_of<Q>;
    const auto p = place_of_row<robot, row>(pose<robot, T>(q), Nothing{}, Nothing{}, ignore);
    return BodyPose<T>{plain<T>(p.rotation), plain<T>(p.position)};
}
template <const auto& robot, int row, class Q, class T, std::size_t n> constexpr auto kinematics(const Q& q, const etl::array<T, n>& qd) {
    const auto p = place_of_row<robot, row>(pose<robot, T>(q), qd, Nothing{}, ignore);
    return BodyVelocity<T>{{plain<T>(p.rotation), plain<T>(p.position)}, plain<T>(p.motion.w), plain<T>(p.velocity)};
}
template <const auto& robot, int row, class Q, class T, std::size_t n> constexpr auto kinematics(const Q& q, const etl::array<T, n>& qd, const etl::array<T, n>& qdd) {
    const auto p = place_of_row<robot, row>(pose<robot, T>(q), qd, qdd, ignore);
    return BodyAcceleration<T>{{{plain<T>(p.rotation), plain<T>(p.position)}, plain<T>(p.motion.w), plain<T>(p.velocity)}, plain<T>(p.motion.al), plain<T>(p.motion.a)};
}

// J qd: rows 0 to 2 the angular velocity, rows 3 to 5 the velocity of the row's origin
template <const auto& robot, class T = float> using Jacobian = etl::array<Joints<robot, T>, 6>;

template <const auto& robot, int row, class Q> constexpr auto jacobian(const Q& q) {
    using T = scalar_of<Q>;
    const auto& x = pose<robot, T>(q);
    Jacobian<robot, T> J{};
    const auto set = [&](int column, auto angular_part, auto linear_part) LIMB_LAMBDA {
        J[0][column] = angular_part.x; J[1][column] = angular_part.y; J[2][column] = angular_part.z;
        J[3][column] = linear_part.x;  J[4][column] = linear_part.y;  J[5][column] = linear_part.z;
    };
    // on the way out: a joint's axis, and where it is
    const auto end = plain<T>(place_of_row<robot, row>(x, Nothing{}, Nothing{}, [&](auto i, const auto& p) LIMB_LAMBDA {
        const auto axis = p.rotation * z_axis;
        if constexpr (decltype(i)::template kind<robot>() == Kind::revolute) set(dof_of<robot>(i).user, axis, p.position);
        else set(dof_of<robot>(i).user, ZeroVec{}, axis);
    }).position);
    // then the end is known: v = axis x (end - joint)
    for (int i = robot.floats() ? 1 : 0; i < robot.bodies; i++) {
        const Body& b = robot.body[i];
        if (!robot.supports(i, robot.frame[row].body) || b.kind != Kind::revolute) continue;
        const Vec3<T> axis{J[0][b.dof], J[1][b.dof], J[2][b.dof]}, joint{J[3][b.dof], J[4][b.dof], J[5][b.dof]};
        set(b.dof, axis, cross(axis, end - joint));
    }
    if constexpr (robot.floats() && robot.frame[row].body >= 0) {
        const auto p = root_place(x, Nothing{}, Nothing{});
        const auto arm = end - p.position;
        const auto R = transpose(p.rotation);
        const int d = robot.body[0].dof;
        set(d, R.x, cross(R.x, arm)); set(d + 1, R.y, cross(R.y, arm)); set(d + 2, R.z, cross(R.z, arm));
        set(d + 3, ZeroVec{}, R.x);   set(d + 4, ZeroVec{}, R.y);       set(d + 5, ZeroVec{}, R.z);
    }
    return J;
}

}  // namespace limb
