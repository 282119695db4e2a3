#pragma once
// What the limbs hang from: a base that rests or is driven, or a floating root; and gravity, which is an acceleration of it.
#include "limb/algebra/attitude.hpp"
#include "limb/sweep/joint.hpp"
#include "limb/sweep/options.hpp"
#include "limb/sweep/row_frame.hpp"

namespace limb::internal {

// a world vector in the axes of a floating root, whose attitude is the unit quaternion w x y z in q: R'v
template <const auto& robot, class... V> LIMB_INLINE auto to_root(const auto& x, Vec3<V...> v) {
    const auto* q = &x.q[std::size_t(robot.body[0].position)];
    return rotated_back(q[0], Vec3{q[1], q[2], q[3]}, v);
}

// gravity's reaction, -g, in the world's axes
template <class T, class G> LIMB_INLINE auto world_reaction(const G& gravity) {
    if constexpr (std::is_same_v<G, NoGravity>) return ZeroVec{};
    else if constexpr (std::is_same_v<G, StandardGravity>) return Vec3{Zero{}, Zero{}, T(9.81)};
    else return Vec3{-T(gravity.g.x), -T(gravity.g.y), -T(gravity.g.z)};
}
// and in the axes of the base or of a floating root
template <const auto& robot, class P, class G> LIMB_INLINE auto gravity_reaction(const P& x, const G& gravity) {
    using T = typename P::T;
    if constexpr (robot.floats()) return to_root<robot>(x, world_reaction<T>(gravity));
    else if constexpr (std::is_same_v<G, StandardGravity>)   // known at compile time
        return Vec3{lift<T>([] { return 9.81 * robot.world.rotation.x.z; }), lift<T>([] { return 9.81 * robot.world.rotation.y.z; }),
                    lift<T>([] { return 9.81 * robot.world.rotation.z.z; })};
    else return rotation<T, world_frame<robot>>() * world_reaction<T>(gravity);
}

// a vector that an option gives, as a number of the sweep: on dual numbers an option is not one itself
template <class T, class... V> LIMB_INLINE auto given(Vec3<V...> v) {
    if constexpr (std::is_same_v<Vec3<V...>, ZeroVec>) return v;
    else return as_numbers<T>(v);
}
// motion of the base that the limbs hang from
template <const auto& robot, class P, class G, class B> LIMB_INLINE auto base_motion(const P& x, const G& gravity, const B& base) {
    using T = typename P::T;
    const auto up = gravity_reaction<robot>(x, gravity);
    if constexpr (std::is_same_v<B, BaseAtRest>) return motion(ZeroVec{}, ZeroVec{}, up);
    else {
        const auto R = rotation<T, world_frame<robot>>();
        const auto w = R * given<T>(base.angular_velocity);
        const auto al = R * given<T>(base.angular_acceleration);
        const auto a = R * given<T>(base.acceleration) - rate(w, al) * origin<T, world_frame<robot>>();
        return motion(w, al, a + up);
    }
}

// ---- a floating root: six freedoms, angular then linear, in the body's axes

template <const auto& robot, class T> using Root = BodyIndex<robot, T, 0>;
struct Unmoved { Still own_turn{}; };   // what the root has in place of a transform

template <const auto& robot, class T, int n> LIMB_INLINE auto root_of(const Column<T, n>& v) {
    constexpr std::size_t k = robot.body[0].dof;
    return Twist{Vec3{v[k], v[k + 1], v[k + 2]}, Vec3{v[k + 3], v[k + 4], v[k + 5]}};
}
template <const auto& robot> LIMB_INLINE auto root_of(Zero) { return Twist{ZeroVec{}, ZeroVec{}}; }

template <const auto& robot, class T, int n, class... V> LIMB_INLINE void set_root(Column<T, n>& v, Twist<V...> t) {
    constexpr std::size_t k = robot.body[0].dof;
    v[k] = t.w.x; v[k + 1] = t.w.y; v[k + 2] = t.w.z; v[k + 3] = t.v.x; v[k + 4] = t.v.y; v[k + 5] = t.v.z;
}
template <const auto& robot, class T, int n, class... V> LIMB_INLINE void set_root(Column<T, n>& v, Load<V...> l) {
    set_root<robot>(v, Twist{l.n, l.f});
}

template <const auto& robot> LIMB_INLINE auto root_position(const auto& x) {
    const auto* q = &x.q[std::size_t(robot.body[0].position) + 4];
    return Vec3{q[0], q[1], q[2]};
}

// What the origin accelerates by besides qdd, which is the plain derivative of qd in axes that turn: w x v, and -g.
template <const auto& robot, class G> LIMB_INLINE auto root_fall(const auto& x, const auto& qd, const G& gravity) {
    const auto v = root_of<robot>(qd);
    if constexpr (std::is_same_v<G, FreeFall>) return ZeroVec{};
    else return cross(v.w, v.v) + gravity_reaction<robot>(x, gravity);
}
template <const auto& robot, class B>
LIMB_INLINE auto root_motion(const auto& x, const auto& qd, const auto& qdd, const auto& gravity, const B&) {
    static_assert(std::is_same_v<B, BaseAtRest>, "limb: a robot with a floating root has no base to drive");
    const auto a = root_of<robot>(qdd);
    return motion(root_of<robot>(qd).w, a.w, a.v + root_fall<robot>(x, qd, gravity));
}

}  // namespace limb::internal
