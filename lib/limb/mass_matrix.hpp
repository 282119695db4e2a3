#pragma once
// The joint-space mass matrix M(q), full and symmetric. Composite rigid bodies, O(N depth).
// kg m^2 (kg, kg m); rows and columns in the order of qd. Source: 000 eq. (18c).
#include "limb/options.hpp"
#include "limb/traverse.hpp"

namespace limb {

// the load that it takes to accelerate a composite body by one unit along its joint: I S
template <class L, class... I> LIMB_INLINE auto unit_load(const L&, Moments<I...> c) {
    const auto s = c.S_;
    if constexpr (L::kind == Kind::revolute) return Load{Vec3{-c.h.y, c.h.x, Zero{}}, Vec3{-s.xz, -s.yz, s.xx + s.yy}};
    else return Load{Vec3{Zero{}, Zero{}, c.m}, Vec3{c.h.y, -c.h.x, Zero{}}};
}

template <const auto& robot> LIMB_INLINE void put_root_row(const auto& put, Dof i, auto... values) {
    int k = 0;
    (put(i, root_dof<robot>(k++), values), ...);
}

// Carries a load from body i to the base; f(body, load) at every body on the way, the floating root included.
template <const auto& robot, class T, class I> LIMB_INLINE void carry_to_base(I i, const Pose<robot, T>& x, auto load, const auto& f) {
    if constexpr (robot.form == Form::looped) {
        auto at = plain<T>(load);
        for (int k = i.which; k >= 0;) {
            at_body<robot>(k, [&](auto j) LIMB_LAMBDA {
                at = plain<T>(inward(link(j, x), at));
                k = table::place<robot, &Body::parent>(j) - j.first;
            });
            if (k >= 0) at_body<robot>(k, [&](auto j) LIMB_LAMBDA { f(j, at); });
        }
        if constexpr (robot.floats()) f(root, at);
    } else {
        constexpr int parent = robot.body[I::first].parent;
        if constexpr (parent >= 0) {
            const auto at = inward(link(i, x), load);
            const auto p = i.template at<parent>();
            f(p, at);
            if constexpr (robot.body[parent].kind != Kind::floating) carry_to_base(p, x, at, f);
        }
    }
}

// put(i, j, M_ij) for every freedom i and every j on its way to the base, itself included
template <const auto& robot, class T> LIMB_INLINE void composite_bodies(const Pose<robot, T>& x, const auto& payload, const auto& put) {
    const auto out = [&](auto i, const auto&) LIMB_LAMBDA {
        return Out{Nothing{}, loaded_moments<robot, T, true>(i, link(i, x), payload)};
    };
    const auto back = [&](auto i, auto own, const auto& children) LIMB_LAMBDA {
        const auto X = link(i, x);
        // composite body: itself and all beyond
        const auto c = own + children;
        // its column: the load of a unit acceleration, felt by every joint on the way to the base
        const auto load = unit_load(X, c);
        const Dof d = dof_of<robot>(i);
        put(d, d, along_joint(X, load) + constant<robot, T, armature>(i));
        carry_to_base(i, x, load, [&](auto j, auto at) LIMB_LAMBDA {
            constexpr Kind kind = decltype(j)::template kind<robot>();
            if constexpr (kind == Kind::revolute)       put(d, dof_of<robot>(j), at.n.z);
            else if constexpr (kind == Kind::prismatic) put(d, dof_of<robot>(j), at.f.z);
            else put_root_row<robot>(put, d, at.n.x, at.n.y, at.n.z, at.f.x, at.f.y, at.f.z);
        });
        // parallel axes: the composite body as its parent sees it
        const auto e = shifted(c, z_axis * X.slide);
        return Back{shifted(Moments{X.outof(e.S_), X.outof(e.h), e.m}, X.r), Nothing{}};
    };
    const auto limbs = traverse<robot, T>(Nothing{}, out, back);
    if constexpr (robot.floats()) {   // six freedoms: [I h; h' m] of the whole robot
        const auto c = loaded_moments<robot, T, false>(root, Unmoved{}, payload) + limbs;
        const auto s = c.S_;
        put_root_row<robot>(put, root_dof<robot>(0), s.yy + s.zz);
        put_root_row<robot>(put, root_dof<robot>(1), -s.xy, s.xx + s.zz);
        put_root_row<robot>(put, root_dof<robot>(2), -s.xz, -s.yz, s.xx + s.yy);
        put_root_row<robot>(put, root_dof<robot>(3), Zero{}, c.h.z, -c.h.y, c.m);
        put_root_row<robot>(put, root_dof<robot>(4), -c.h.z, Zero{}, c.h.x, Zero{}, c.m);
        put_root_row<robot>(put, root_dof<robot>(5), c.h.y, -c.h.x, Zero{}, Zero{}, Zero{}, c.m);
    }
}

template <const auto& robot, class Q, class... Options> constexpr auto mass_matrix(const Q& q, const Options&... options) {
    using T = scalar_of<Q>;
    Matrix<robot, T> M;
    if constexpr (!robot.is_chain()) M = {};   // limbs do not feel each other
    composite_bodies<robot, T>(pose<robot, T>(q), pick<PayloadOption>(NoPayload{}, options...), [&](Dof i, Dof j, auto value) LIMB_LAMBDA {
        M[i.user][j.user] = value;
        if (i.user != j.user) M[j.user][i.user] = value;
    });
    return M;
}

}  // namespace limb
