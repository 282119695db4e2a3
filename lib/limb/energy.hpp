#pragma once
// Kinetic and potential energy of a robot whose base is at rest, J. Potential energy is zero for a mass at the world's origin. O(N).
#include "limb/sweep/payload.hpp"
#include "limb/sweep/traverse.hpp"

namespace limb::internal {

// w'I w + 2 v . (w x h) + m v^2, with w'I w = trace(S) w^2 - w'S w: twice the kinetic energy
template <class... I, class... V> LIMB_INLINE auto square_of_speed(Moments<I...> c, Twist<V...> t) {
    const auto s = c.S_;
    const auto w = outer(t.w);
    const auto spin = s.xx * (w.yy + w.zz) + s.yy * (w.xx + w.zz) + s.zz * (w.xx + w.yy);
    const auto off = s.xy * w.xy + s.xz * w.xz + s.yz * w.yz;
    const auto mixed = dot(t.v, cross(t.w, c.h));
    return spin - (off + off) + c.m * dot(t.v, t.v) + (mixed + mixed);
}

template <const auto& robot, class Q, class QD, class... Options, class T = number_of<robot, Q, QD>>
constexpr T kinetic_energy(const Q& q, const QD& qd, const Options&... options) {
    static_assert(accepts<robot, Takes<PayloadOption>, Options...>);
    const auto& x = felt_pose_of<robot, T>(q, options...);
    const auto& payload = payload_among(options...);
    T twice{};
    const auto out = [&](auto i, const auto& parent) LIMB_LAMBDA {
        const auto X = transform(i, x);
        const auto t = X.S.added(outward(X, parent), i.in(qd));
        const auto rotor = constant<armature>(i) * i.in(qd) * i.in(qd);
        twice = T(twice + square_of_speed(loaded_moments(i, X, payload, BaseAtRest{}), t)) + rotor;
        return Out{t, Absent{}};
    };
    if constexpr (robot.floats()) {
        const auto t = root_of<robot>(qd);
        twice = square_of_speed(loaded_moments(Root<robot, T>{}, Unmoved{}, payload, BaseAtRest{}), t);
        traverse<robot, T>(t, out, nothing_back);
    } else traverse<robot, T>(Twist{ZeroVec{}, ZeroVec{}}, out, nothing_back);
    return twice * T(0.5f);
}

template <class U, class H> struct Height { U up; H level; };   // -g in the body's axes, and -g . position
template <class U, class H> Height(U, H) -> Height<U, H>;
template <class T, class... A> LIMB_INLINE auto as_numbers(Height<A...> a) { return Height{as_numbers<T>(a.up), T(a.level)}; }

template <const auto& robot, class Q, class... Options, class T = number_of<robot, Q>>
constexpr T potential_energy(const Q& q, const Options&... options) {
    static_assert(accepts<robot, Takes<GravityOption, PayloadOption>, Options...>);
    const auto& x = felt_pose_of<robot, T>(q, options...);
    const auto& payload = payload_among(options...);
    const auto& gravity = gravity_among(options...);
    T sum{};
    const auto add = [&](auto c, auto at) LIMB_LAMBDA { sum = sum + (dot(at.up, c.h) + c.m * at.level); };
    const auto out = [&](auto i, const auto& parent) LIMB_LAMBDA {
        const auto X = transform(i, x);
        const auto up = X.into(parent.up);
        const auto at = Height{up, parent.level + dot(parent.up, X.r) + up.z * X.slide};
        add(loaded_moments(i, X, payload, BaseAtRest{}), at);
        return Out{at, Absent{}};
    };
    const auto up = gravity_reaction<robot>(x, gravity);
    if constexpr (robot.floats()) {
        const auto at = Height{up, dot(world_reaction<T>(gravity), root_position<robot>(x))};
        add(loaded_moments(Root<robot, T>{}, Unmoved{}, payload, BaseAtRest{}), at);
        traverse<robot, T>(at, out, nothing_back);
    } else {
        const auto at = Height{up, -dot(up, origin<T, world_frame<robot>>())};
        add(base_moments<robot, T>(payload), at);
        traverse<robot, T>(at, out, nothing_back);
    }
    return sum;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::kinetic_energy; using internal::potential_energy;

}  // namespace limb
