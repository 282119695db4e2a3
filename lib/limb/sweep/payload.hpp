#pragma once
// The moments of a body with what it carries: payloads on its rows.
#include "limb/sweep/base.hpp"

namespace limb::internal {

// as moments added to those of its body
template <class I, class P> LIMB_INLINE auto payload_moments(I, const auto& X, const P& p) {
    using T = typename I::T;
    using Frame = decltype(row_frame<I::robot, P::row>);
    const auto R = rotation<T, Frame{}>();
    const auto c = turn(X.own_turn, R * given<T>(p.com) + origin<T, Frame{}>());
    const auto& of = p.inertia;
    const Sym3<T> J{of.xx, of.xy, of.xz, of.yy, of.yz, of.zz};
    const T half = (J.xx + J.yy + J.zz) * T(0.5f);
    const auto about_com = symmetric_product(R * full(Sym3{half - J.xx, -J.xy, -J.xz, half - J.yy, -J.yz, half - J.zz}), transpose(R));
    return shifted(Moments{turn(X.own_turn, about_com), ZeroVec{}, T(p.mass)}, c);
}
// does a payload ride on the body?
template <const auto& robot> constexpr bool rides(const NoPayload*, int) { return false; }
template <const auto& robot, int row, class T> constexpr bool rides(const Payload<row, T>*, int body) {
    return robot.frame[row].body == body;
}
template <const auto& robot, class P, class Rest> constexpr bool rides(const Payloads<P, Rest>*, int body) {
    return rides<robot>(static_cast<const P*>(nullptr), body) || rides<robot>(static_cast<const std::remove_cvref_t<Rest>*>(nullptr), body);
}
// sum, and the payloads that body i carries
LIMB_INLINE auto with_payload(auto, const auto&, auto sum, const NoPayload&) { return sum; }
template <class I, int row, class T> LIMB_INLINE auto with_payload(I i, const auto& X, auto sum, const Payload<row, T>& p) {
    constexpr int body = I::robot.frame[row].body;
    if constexpr (I::known && body == I::first) return sum + payload_moments(i, X, p);
    else if constexpr (I::known) return sum;
    else {   // one of many bodies carries it
        auto either = as_numbers<typename I::T>(sum);
        if (i == body) either = as_numbers<typename I::T>(either + payload_moments(i, X, p));
        return either;
    }
}
template <class I, class P, class Rest> LIMB_INLINE auto with_payload(I i, const auto& X, auto sum, const Payloads<P, Rest>& p) {
    return with_payload(i, X, with_payload(i, X, sum, p.one), p.rest);
}
// moments of body i with what it carries; on a base at rest, what no joint can feel is left out
template <class I, class P, class B> LIMB_INLINE auto loaded_moments(I i, const auto& X, const P& payload, const B&) {
    constexpr bool laden = !std::is_same_v<P, NoPayload> && (!I::known || rides<I::robot>(static_cast<const P*>(nullptr), I::first));
    if constexpr (laden) return with_payload(i, X, moments(i, X), payload);
    else if constexpr (std::is_same_v<B, BaseAtRest>) return moments_on_ground(i, X);
    else return moments(i, X);
}
// what is fixed to the base, what lumping moved there, and the payloads on rows that are fixed to it
template <const auto& robot, class T> LIMB_INLINE auto base_moments(const auto& payload) {
    const auto S = Sym3{lift<T>([] { return robot.grounded.S.xx; }), lift<T>([] { return robot.grounded.S.xy; }),
                        lift<T>([] { return robot.grounded.S.xz; }), lift<T>([] { return robot.grounded.S.yy; }),
                        lift<T>([] { return robot.grounded.S.yz; }), lift<T>([] { return robot.grounded.S.zz; })};
    const auto h = Vec3{lift<T>([] { return robot.grounded.h.x; }), lift<T>([] { return robot.grounded.h.y; }),
                        lift<T>([] { return robot.grounded.h.z; })};
    return with_payload(BodyIndex<robot, T, -1>{}, Unmoved{}, Moments{S, h, lift<T>([] { return robot.grounded.m; })}, payload);
}

}  // namespace limb::internal
