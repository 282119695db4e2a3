#pragma once
// The joint between a body and its parent. Revolute, Prismatic, Helical: what its freedom adds to a motion, what its motor
// feels and what it lets go of. Transform: how motions, loads and inertias pass through it. This one place serves every sweep.
#include "limb/algebra/body.hpp"
#include "limb/sweep/spherical.hpp"

namespace limb::internal {

// ---- the freedom, S

struct Revolute {   // S = [z; 0]
    // motion from that of the parent: w + z qd, al + w x z qd + z qdd, a
    LIMB_INLINE static auto moved(auto w, auto al, auto a, Zero, auto qd, auto qdd) {
        return motion(w + z_axis * qd, al + cross(w, z_axis * qd) + z_axis * qdd, a);
    }
    LIMB_INLINE static auto added(auto t, auto x)     { return Twist{t.w + z_axis * x, t.v}; }                // t + S x
    LIMB_INLINE static auto replaced(auto t, auto x)  { return Twist{Vec3{t.w.x, t.w.y, x}, t.v}; }           // t with S't = x
    template <class... V> LIMB_INLINE static auto along(Twist<V...> t) { return t.w.z; }                      // S't
    template <class... V> LIMB_INLINE static auto along(Load<V...> l)  { return l.n.z; }                      // S'l
    // l with S'l = x
    template <class... V> LIMB_INLINE static auto across(Load<V...> l, auto x) { return Load{Vec3{l.n.x, l.n.y, x}, l.f}; }

    template <class... I> LIMB_INLINE static auto column(Moments<I...> c) {                                   // I S
        const auto s = c.S_;
        return Load{Vec3{negated(s.xz), negated(s.yz), s.xx + s.yy}, Vec3{negated(c.h.y), c.h.x, Zero{}}};
    }
    template <class... I> LIMB_INLINE static auto column(Articulated<I...> a) {
        return Load{Vec3{a.A_.xz, a.A_.yz, a.A_.zz}, a.B_.z};
    }
    // the inertia with the column (and row) U in place of I S
    template <class... I> LIMB_INLINE static auto with_column(Articulated<I...> a, auto U) {
        return Articulated{Sym3{a.A_.xx, a.A_.xy, U.n.x, a.A_.yy, U.n.y, U.n.z}, Mat3{a.B_.x, a.B_.y, U.f}, a.C_};
    }
};

struct Prismatic {   // S = [0; z]
    // a + U z q + 2 w x z qd + z qdd
    LIMB_INLINE static auto moved(auto w, auto al, auto a, auto slide, auto qd, auto qdd) {
        const auto U = rate(w, al);
        return Motion{w, al, a + U * (z_axis * slide) + cross(w, z_axis * (qd + qd)) + z_axis * qdd, U};
    }
    LIMB_INLINE static auto added(auto t, auto x)     { return Twist{t.w, t.v + z_axis * x}; }
    LIMB_INLINE static auto replaced(auto t, auto x)  { return Twist{t.w, Vec3{t.v.x, t.v.y, x}}; }
    template <class... V> LIMB_INLINE static auto along(Twist<V...> t) { return t.v.z; }
    template <class... V> LIMB_INLINE static auto along(Load<V...> l)  { return l.f.z; }
    template <class... V> LIMB_INLINE static auto across(Load<V...> l, auto x) { return Load{l.n, Vec3{l.f.x, l.f.y, x}}; }

    template <class... I> LIMB_INLINE static auto column(Moments<I...> c) {
        return Load{Vec3{c.h.y, negated(c.h.x), Zero{}}, Vec3{Zero{}, Zero{}, c.m}};
    }
    template <class... I> LIMB_INLINE static auto column(Articulated<I...> a) {
        return Load{Vec3{a.B_.x.z, a.B_.y.z, a.B_.z.z}, Vec3{a.C_.xz, a.C_.yz, a.C_.zz}};
    }
    template <class... I> LIMB_INLINE static auto with_column(Articulated<I...> a, auto U) {
        const auto B = a.B_;
        return Articulated{a.A_, Mat3{Vec3{B.x.x, B.x.y, U.n.x}, Vec3{B.y.x, B.y.y, U.n.y}, Vec3{B.z.x, B.z.y, U.n.z}},
                           Sym3{a.C_.xx, a.C_.xy, U.f.x, a.C_.yy, U.f.y, U.f.z}};
    }
};

// Along no coordinate: of what a screw lets go, nothing is known beforehand, so it replaces nothing and S't reads as zero.
template <class P> struct Helical {   // S = [z; pitch z]
    P pitch;
    LIMB_INLINE auto moved(auto w, auto al, auto a, auto slide, auto qd, auto qdd) const {
        const auto m = Prismatic::moved(w, al, a, slide, pitch * qd, pitch * qdd);
        return Revolute::moved(m.w, m.al, m.a, Zero{}, qd, qdd);
    }
    LIMB_INLINE auto added(auto t, auto x) const    { return Prismatic::added(Revolute::added(t, x), pitch * x); }
    LIMB_INLINE auto replaced(auto t, auto x) const { return added(t, x); }
    template <class... V> LIMB_INLINE auto along(Twist<V...>) const  { return Zero{}; }
    template <class... V> LIMB_INLINE auto along(Load<V...> l) const { return l.n.z + pitch * l.f.z; }
    template <class... V> LIMB_INLINE auto across(Load<V...> l, auto) const { return l; }
    LIMB_INLINE auto column(auto inertia) const { return Revolute::column(inertia) + Prismatic::column(inertia) * pitch; }
    template <class... I> LIMB_INLINE auto with_column(Articulated<I...> a, auto) const { return a; }
};

template <class I> LIMB_INLINE auto freedom_of(I i) {
    if constexpr (I::kind() == Kind::prismatic)    return Prismatic{};
    else if constexpr (I::kind() == Kind::helical) return Helical<decltype(pitch_of(i))>{pitch_of(i)};
    else                                           return Revolute{};
}

// ---- the transform between a body and its parent, X

// x_parent = r + before Rx(tilt) after (x + z slide). slide: how far a prismatic or helical joint is out. S: its freedom.
// A body that is computed before its own turn (before_turn, tree.hpp) has no turn after: its constants carry own_turn.
template <class Freedom, class Before, class Tilt, class After, class OwnTurn, class R, class Slide> struct Transform {
    Freedom S; Before before; Tilt tilt_; After after; OwnTurn own_turn; R r; Slide slide;

    LIMB_INLINE auto into(auto v) const  { return unturn(after, untilt(tilt_, unturn(before, v))); }   // parent's axes to the body's
    LIMB_INLINE auto outof(auto v) const { return turn(before, tilt(tilt_, turn(after, v))); }         // and back: vectors, Sym3, Mat3
};

template <class I> LIMB_INLINE auto transform(I i, const auto& x) {
    constexpr const Body& b = I::body();
    // a parent before its turn has not made its own turn: it comes before ours, unless the angles add up
    const auto up = [&]() LIMB_LAMBDA {
        if constexpr (I::robot.is_before_turn(b.parent)) return turn_of(i.template at<b.parent>(), x);
        else return Still{};
    }();
    const auto before = [&]() LIMB_LAMBDA {
        if constexpr (b.adds_angle) return Still{};
        else return up * Turn{constant<sin_beta>(i), constant<cos_beta>(i)};
    }();
    const auto alpha = Turn{constant<sin_alpha>(i), constant<cos_alpha>(i)};
    const auto r = turn(up, Vec3{constant<rx>(i), constant<ry>(i), constant<rz>(i)});
    const auto make = [&](auto after, auto own_turn, auto slide) LIMB_LAMBDA {
        const auto S = freedom_of(i);
        return Transform<std::remove_const_t<decltype(S)>, decltype(before), decltype(alpha), decltype(after), decltype(own_turn),
                         decltype(r), decltype(slide)>{S, before, alpha, after, own_turn, r, slide};
    };
    if constexpr (I::kind() == Kind::prismatic) return make(Still{}, Still{}, slide_of(i, x));
    else if constexpr (I::kind() == Kind::helical) return make(turn_of(i, x), Still{}, pitch_of(i) * x.q[std::size_t(i.position())]);
    else if constexpr (b.before_turn) return make(Still{}, turn_of(i, x), Zero{});
    else return make(turn_of(i, x), Still{}, Zero{});
}

// motion of a body from its parent's: w = R'wp, al = R'alp, a = R'(ap + Up r), and what the freedom adds
template <class L, class... P> LIMB_INLINE auto outward(const L& X, const Motion<P...>& p, auto qd, auto qdd) {
    return X.S.moved(X.into(p.w), X.into(p.al), X.into(p.a + p.U_ * X.r), X.slide, qd, qdd);
}
// velocities alone, or accelerations on top of known ones
template <class L, class... P> LIMB_INLINE auto outward(const L& X, const Twist<P...>& p) {
    const auto w = X.into(p.w);
    return Twist{w, X.into(p.v + cross(p.w, X.r)) + cross(w, z_axis * X.slide)};
}
// a body's load as its parent feels it: f = R f, n = R n + r x f
template <class L, class... F> LIMB_INLINE auto inward(const L& X, Load<F...> load) {
    const auto f = X.outof(load.f);
    return Load{X.outof(load.n + cross(z_axis * X.slide, load.f)) + cross(X.r, f), f};
}
// its inertia as its parent sees it
template <class L, class... I> LIMB_INLINE auto inward(const L& X, Moments<I...> c) {
    const auto e = shifted(c, z_axis * X.slide);
    return shifted(Moments{X.outof(e.S_), X.outof(e.h), e.m}, X.r);
}
template <class L, class... I> LIMB_INLINE auto inward(const L& X, Articulated<I...> a) {
    const auto e = shifted(a, z_axis * X.slide);
    return shifted(Articulated{X.outof(e.A_), X.outof(e.B_), X.outof(e.C_)}, X.r);
}

// what the joint's motor feels of a load, S'l; and the load of a unit acceleration along the joint, I S
LIMB_INLINE auto along_joint(const auto& X, auto load)  { return X.S.along(load); }
LIMB_INLINE auto unit_load(const auto& X, auto inertia) { return X.S.column(inertia); }

// the moments of body i in the frame that it is computed in
template <class I> LIMB_INLINE auto moments(I i, const auto& X) {
    const auto S = Sym3{constant<Sxx>(i), constant<Sxy>(i), constant<Sxz>(i), constant<Syy>(i), constant<Syz>(i), constant<Szz>(i)};
    const auto h = Vec3{constant<hx>(i), constant<hy>(i), constant<hz>(i)};
    return Moments{turn(X.own_turn, S, constant<xx_minus_yy>(i), constant<twice_xy>(i)), turn(X.own_turn, h), constant<mass>(i)};
}
// Of a body that a revolute joint carries on a base at rest, the joint feels Sxx + Syy only.
template <class I> LIMB_INLINE auto moments_on_ground(I i, const auto& X) {
    constexpr const Body& b = I::body();
    const auto own = moments(i, X);
    if constexpr (I::known && b.parent < 0 && b.kind == Kind::revolute) {
        const auto Izz = lift<typename I::T>([] { return I::body().constant[Sxx] + I::body().constant[Syy]; });
        return Moments{Sym3{Izz, Zero{}, Zero{}, Zero{}, Zero{}, Zero{}}, own.h, own.m};
    } else return own;
}

}  // namespace limb::internal
