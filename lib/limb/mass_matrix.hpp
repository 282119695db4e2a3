#pragma once
// The joint-space mass matrix M(q), full and symmetric. Composite rigid bodies, O(N depth).
// kg m^2 (kg, kg m); rows and columns in the order of qd. Source: 000 eq. (18c).
#include "limb/sweep/payload.hpp"
#include "limb/sweep/traverse.hpp"

namespace limb::internal {

// a freedom: its place in the user's qd, and in the sweeps' own order (root first, parents before children)
struct Dof { int user, own; };
LIMB_INLINE Dof dof_of(auto i) { return {i.dof(), i.path()}; }
template <const auto& robot> LIMB_INLINE Dof root_dof(int k) { return {robot.body[0].dof + k, k}; }

template <const auto& robot> LIMB_INLINE void put_root_row(const auto& put, Dof i, auto... values) {
    int k = 0;
    (put(i, root_dof<robot>(k++), values), ...);
}

// Carries a load from body i to the base; at(body, load) at every body on the way, a floating root included.
template <const auto& robot, class I> LIMB_INLINE void carry_to_base(I i, const auto& x, auto load, const auto& at) {
    using T = typename I::T;
    if constexpr (robot.form == Form::looped) {
        auto carried = as_numbers<T>(load);
        for (int k = i.which; k >= 0;) {
            at_body<robot, T>(k, [&](auto j) LIMB_LAMBDA {
                carried = as_numbers<T>(inward(transform(j, x), carried));
                k = j.parent() - j.first;
            });
            if (k >= 0) at_body<robot, T>(k, [&](auto j) LIMB_LAMBDA { at(j, carried); });
        }
        if constexpr (robot.floats()) at(Root<robot, T>{}, carried);
    } else if constexpr (I::body().parent >= 0) {
        const auto carried = inward(transform(i, x), load);
        const auto parent  = i.template at<I::body().parent>();
        at(parent, carried);
        if constexpr (parent.kind() != Kind::floating) carry_to_base<robot>(parent, x, carried, at);
    }
}

// put(i, j, M_ij) for every freedom i and every j on its way to the base, itself included
template <const auto& robot> LIMB_INLINE void composite_bodies(const auto& x, const auto& payload, const auto& put) {
    using T = scalar_of<std::remove_cvref_t<decltype(x)>>;
    const auto out = [&](auto i, const auto&) LIMB_LAMBDA {
        return Out{Absent{}, loaded_moments(i, transform(i, x), payload, BaseAtRest{})};
    };
    // inward: the composite body (itself and all beyond) grows; its column is the load of a unit acceleration along its
    // joint, I S, felt by every joint on the way to the base
    const auto back = [&](auto i, auto own, const auto& children) LIMB_LAMBDA {
        const auto X    = transform(i, x);
        const auto c    = own + children;
        const auto load = unit_load(X, c);
        const Dof  d    = dof_of(i);
        put(d, d, along_joint(X, load) + constant<armature>(i));
        scheduling_fence();
        carry_to_base<robot>(i, x, load, [&](auto j, auto at) LIMB_LAMBDA {
            if constexpr (j.kind() != Kind::floating) put(d, dof_of(j), freedom_of(j).along(at));
            else put_root_row<robot>(put, d, at.n.x, at.n.y, at.n.z, at.f.x, at.f.y, at.f.z);
        });
        return Back{inward(X, c), Absent{}};
    };
    const auto limbs = traverse<robot, T>(Absent{}, out, back);
    if constexpr (robot.floats()) {   // six freedoms: [I [h]x; [h]x' m] of the whole robot
        const auto c = loaded_moments(Root<robot, T>{}, Unmoved{}, payload, BaseAtRest{}) + limbs;
        const auto s = c.S_;
        put_root_row<robot>(put, root_dof<robot>(0), s.yy + s.zz);
        put_root_row<robot>(put, root_dof<robot>(1), negated(s.xy), s.xx + s.zz);
        put_root_row<robot>(put, root_dof<robot>(2), negated(s.xz), negated(s.yz), s.xx + s.yy);
        put_root_row<robot>(put, root_dof<robot>(3), Zero{}, c.h.z, negated(c.h.y), c.m);
        put_root_row<robot>(put, root_dof<robot>(4), negated(c.h.z), Zero{}, c.h.x, Zero{}, c.m);
        put_root_row<robot>(put, root_dof<robot>(5), c.h.y, negated(c.h.x), Zero{}, Zero{}, Zero{}, c.m);
    }
}

template <const auto& robot, class Q, class... Options, class T = number_of<robot, Q>>
constexpr Matrix<robot, T> mass_matrix(const Q& q, const Options&... options) {
    static_assert(accepts<robot, Takes<PayloadOption>, Options...>);
    Matrix<robot, T> M;
    // limbs do not feel each other
    if constexpr (robot.form == Form::looped && !robot.is_chain()) M = {};
    if constexpr (robot.form != Form::looped)
        count_up<false, robot.bodies * robot.bodies>([&](auto k) LIMB_LAMBDA {
            constexpr int i = k / robot.bodies, j = k % robot.bodies;
            constexpr bool apart = !robot.supports(i, j) && !robot.supports(j, i);
            if constexpr (apart) M[robot.body[i].dof][robot.body[j].dof] = Zero{};
        });
    const auto put = [&](Dof i, Dof j, auto value) LIMB_LAMBDA {
        M[i.user][j.user] = value;
        if (i.user != j.user) M[j.user][i.user] = value;
    };
    composite_bodies<robot>(felt_pose_of<robot, T>(q, options...), payload_among(options...), put);
    return M;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::mass_matrix;

}  // namespace limb
