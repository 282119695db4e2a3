#pragma once
// Forward dynamics by articulated bodies, O(N). Sources: 000 eq. (19b); Featherstone 2008, table 7.1.
// The first outward pass carries velocity-product accelerations and gravity, so the last one only carries what the
// joints add to them.
#include "limb/sweep/carried.hpp"
#include "limb/dynamics/factorisation.hpp"
#include "limb/sweep/payload.hpp"
#include "limb/sweep/traverse.hpp"
#include "limb/sweep/wrenches.hpp"

namespace limb::internal {

// What a limb passes to its parent: articulated inertia and bias load.
template <class I, class P> struct ArticulatedLoad { I I_; P p; };
template <class I, class P> ArticulatedLoad(I, P) -> ArticulatedLoad<I, P>;
template <class... A, class... B> LIMB_INLINE auto operator+(ArticulatedLoad<A...> a, ArticulatedLoad<B...> b) {
    return ArticulatedLoad{a.I_ + b.I_, a.p + b.p};
}
template <class T, class... A> LIMB_INLINE auto as_numbers(ArticulatedLoad<A...> a) {
    return ArticulatedLoad{as_numbers<T>(a.I_), as_numbers<T>(a.p)};
}

// What the last pass needs of a joint: U = I S, 1/D with D = S'U + armature, u = tau - S'p. Known zeros are not stored.
template <class N, class F, class T> struct Pivot {
    Load<N, F> U; T D_inverse, u;
    static constexpr int numbers = 8;

    LIMB_INLINE static void for_each(auto& p, auto* slot, const auto& f) {
        f(p.U.n.x, slot[0]); f(p.U.n.y, slot[1]); f(p.U.n.z, slot[2]);
        f(p.U.f.x, slot[3]); f(p.U.f.y, slot[4]); f(p.U.f.z, slot[5]);
        f(p.D_inverse, slot[6]); f(p.u, slot[7]);
    }
    LIMB_INLINE static Pivot load(const T* from) {
        Pivot p;
        for_each(p, from, []<class V>(V& value, const T& slot) LIMB_LAMBDA { if constexpr (!is_known<V>) run_time(value) = slot; });
        return p;
    }
};
template <class N, class F, class T> Pivot(Load<N, F>, T, T) -> Pivot<N, F, T>;
template <class... A, class T> LIMB_INLINE void store(Pivot<A...> p, T* to) {
    p.for_each(p, to, []<class V>(V& value, T& slot) LIMB_LAMBDA { if constexpr (!is_known<V>) slot = run_time(value); });
}
template <class T, class N, class F> LIMB_INLINE auto as_numbers(Pivot<N, F, T> p) {
    return Pivot{as_numbers<T>(p.U), p.D_inverse, p.u};
}

// l l' s, as an inertia
template <class... F> LIMB_INLINE auto square(Load<F...> l, auto s) {
    const auto g = l * s;
    const auto product = [](auto a, auto b) LIMB_LAMBDA {
        return Sym3{a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.y, a.y * b.z, a.z * b.z};
    };
    return Articulated{product(g.n, l.n), Mat3{l.f * g.n.x, l.f * g.n.y, l.f * g.n.z}, product(g.f, l.f)};
}

// The accelerations, or what it takes to move the base that the limbs hang from. qd may be Zero: known to be zero.
enum class Wanted { accelerations, grip };
template <const auto& robot, Wanted wanted, class QD, class T, int n, class... Options>
LIMB_INLINE auto articulated_bodies(const auto& x, const QD& qd, const Column<T, n>& tau, const Options&... options) {
    const auto& gravity  = gravity_among(options...);
    const auto& base     = base_among(options...);
    const auto& payload  = payload_among(options...);
    const auto  wrenches = by_body<robot, T>(wrenches_among(options...));
    Joints<robot, T> qdd;
    T memory[8 * robot.bodies];

    // outward: motion without joint accelerations, and the bias load p that it takes
    const auto out = [&](auto i, const auto& parent) LIMB_LAMBDA {
        const auto X = transform(i, x);
        const auto m = outward(X, parent, i.in(qd), Zero{});
        return Out{m, with_carried_load(i, X, m, inertial_load(loaded_moments(i, X, payload, base), m) - external_load(i, X, wrenches),
                                        options...)};
    };
    // inward: articulated inertia Ia = I - U U'/D and bias load pa = p + U u/D, as the parent feels them.
    // Along the joint they are known beforehand: Ia S = e U and S'pa = tau - e u with e = armature/D, mostly zero.
    const auto back = [&](auto i, auto own, const auto& children) LIMB_LAMBDA {
        const auto X = transform(i, x);
        const auto S = X.S;
        const auto [I, p] = ArticulatedLoad{with_carried_inertia(i, X, articulated(loaded_moments(i, X, payload, base)), options...), own}
                            + children;
        const auto U = S.column(I);
        const T    u = i.in(tau) - S.along(p);
        const T    D_inverse = T(1.0f) / T(S.along(U) + constant<armature>(i));
        const auto e = constant<armature>(i) * D_inverse;
        const auto V = S.across(U, Zero{});
        const auto Ia = S.with_column(I, NoLoad{}) - square(V, D_inverse);
        const auto pa = p + V * D_inverse * u;
        scheduling_fence();
        return Back{ArticulatedLoad{inward(X, S.with_column(Ia, U * e)), inward(X, S.across(pa, i.in(tau) - e * u))},
                    Pivot{U, D_inverse, u}};
    };
    // outward: S'a = (u - V'a)/D + e S'a' with a' the parent's acceleration; qdd is the difference
    const auto again = [&](auto i, const auto& pivot, const auto& parent) LIMB_LAMBDA {
        const auto X = transform(i, x);
        const auto S = X.S;
        const auto a = outward(X, parent);
        const auto V = S.across(pivot.U, Zero{});
        const auto e = constant<armature>(i) * pivot.D_inverse;
        const T along = (pivot.u - dot(V, a)) * pivot.D_inverse + e * S.along(a);
        qdd[i.dof()] = along - S.along(a);
        return S.replaced(a, along);
    };

    const auto sweep = Traversal<robot, T, decltype(out), decltype(back), decltype(again)>{out, back, again, memory};
    if constexpr (robot.floats()) {
        // the root, falling freely: six freedoms at once, [A B; B' C] [al; a] = tau - p
        constexpr Root<robot, T> root;
        const auto c     = loaded_moments(root, Unmoved{}, payload, base);
        const auto m     = root_motion<robot>(x, qd, Zero{}, FreeFall{}, base);
        const auto limbs = sweep.limbs(m);
        const auto load  = inertial_load(c, m) - external_load(root, Unmoved{}, wrenches);
        const auto own   = ArticulatedLoad{with_carried_inertia(root, Unmoved{}, articulated(c), options...),
                                  with_carried_load(root, Unmoved{}, m, load, options...)};
        const auto [I, p] = own + limbs.up;
        const auto t = root_of<robot>(tau);
        const auto moment = t.w - p.n;
        const auto force = t.v - p.f;
        T b[6] = {moment.x, moment.y, moment.z, force.x, force.y, force.z};
        Lower<T, 6> H{{I.A_.xx, I.A_.xy, I.A_.yy, I.A_.xz, I.A_.yz, I.A_.zz,
                       I.B_.x.x, I.B_.y.x, I.B_.z.x, I.C_.xx,
                       I.B_.x.y, I.B_.y.y, I.B_.z.y, I.C_.xy, I.C_.yy,
                       I.B_.x.z, I.B_.y.z, I.B_.z.z, I.C_.xz, I.C_.yz, I.C_.zz}};
        solve<six_in_a_row, false>(H, b);
        const auto a = Twist{Vec3{b[0], b[1], b[2]}, Vec3{b[3], b[4], b[5]}};
        set_root<robot>(qdd, Twist{a.w, a.v - root_fall<robot>(x, qd, gravity)});
        sweep.limbs_again(limbs.shape, a);
    } else {
        const auto limbs = sweep.limbs(base_motion<robot>(x, gravity, base));
        if constexpr (wanted == Wanted::grip) return limbs.up;
        else sweep.limbs_again(limbs.shape, Twist{ZeroVec{}, ZeroVec{}});
    }
    if constexpr (wanted == Wanted::accelerations) {
        if constexpr (robot.spherical_joints > 0 && !std::is_same_v<QD, Zero>) add_hinge_products<robot, -1>(qdd, qd);
        return qdd;
    }
}

template <const auto& robot, class Q, class QD, class Tau = QD, class... Options, class T = number_of<robot, Q, QD, Tau>>
constexpr Joints<robot, T> forward_dynamics_aba(const Q& q, const QD& qd, const Tau& tau, const Options&... options) {
    static_assert(accepts<robot, TakesForcesAndCarried, Options...>);
    return articulated_bodies<robot, Wanted::accelerations>(felt_pose_of<robot, T>(q, options...), qd, tau, options...);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::forward_dynamics_aba;

}  // namespace limb
