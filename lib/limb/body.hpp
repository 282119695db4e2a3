#pragma once
// What sits between a body and its parent (Link), what the body weighs (Inertia), how it moves (Motion) and what acts
// on it (Wrench): the pieces that every sweep is made of. All 3-vectors in the body's frame, joint axis = z.
#include "limb/pose.hpp"

namespace limb {

// ---- motion and force

template <class W, class Al, class A, class U> struct Motion {
    W  w;    // angular velocity
    Al al;   // angular acceleration
    A  a;    // acceleration of the origin, gravity's reaction included
    U  U_;   // U = [al]x + [w]x[w]x: point r of the body accelerates with a + U r
};
template <class W, class Al, class A, class U> Motion(W, Al, A, U) -> Motion<W, Al, A, U>;

template <class... A, class... B> LIMB_INLINE auto rate(Vec3<A...> w, Vec3<B...> al) {
    const auto xx = w.x * w.x; const auto yy = w.y * w.y; const auto zz = w.z * w.z;
    const auto xy = w.x * w.y; const auto xz = w.x * w.z; const auto yz = w.y * w.z;
    return Mat3{Vec3{-(yy + zz), xy - al.z, xz + al.y}, Vec3{xy + al.z, -(xx + zz), yz - al.x}, Vec3{xz - al.y, yz + al.x, -(xx + yy)}};
}
template <class... A, class... B, class... C> LIMB_INLINE auto motion(Vec3<A...> w, Vec3<B...> al, Vec3<C...> a) {
    return Motion{w, al, a, rate(w, al)};
}

template <class F, class N> struct Load { F f; N n; };   // force, moment about the origin
template <class F, class N> Load(F, N) -> Load<F, N>;
using NoLoad = Load<ZeroVec, ZeroVec>;
template <class... A, class... B> LIMB_INLINE auto operator+(Load<A...> a, Load<B...> b) { return Load{a.f + b.f, a.n + b.n}; }
template <class... A, class... B> LIMB_INLINE auto operator-(Load<A...> a, Load<B...> b) { return Load{a.f - b.f, a.n - b.n}; }

template <class T, class... A> LIMB_INLINE auto plain(Load<A...> a) { return Load{plain<T>(a.f), plain<T>(a.n)}; }
template <class T, class... A> LIMB_INLINE auto plain(Motion<A...> a) { return Motion{plain<T>(a.w), plain<T>(a.al), plain<T>(a.a), plain<T>(a.U_)}; }

// ---- inertia

template <class S, class H, class M> struct Moments { S S_; H h; M m; };   // second, first and zeroth moment of mass
template <class S, class H, class M> Moments(S, H, M) -> Moments<S, H, M>;
template <class... A, class... B> LIMB_INLINE auto operator+(Moments<A...> a, Moments<B...> b) { return Moments{a.S_ + b.S_, a.h + b.h, a.m + b.m}; }

template <class T, class... A> LIMB_INLINE auto plain(Moments<A...> a) { return Moments{plain<T>(a.S_), plain<T>(a.h), T(a.m)}; }

// f = m a + U h;  n = axial part of (U S - (U S)') + h x a
template <class... I, class... M> LIMB_INLINE auto inertial_load(Moments<I...> I_, Motion<M...> m) {
    const auto s = I_.S_;
    const auto u = m.U_;
    const auto n = Vec3{s.yy * u.z.y - s.zz * u.y.z + s.xy * u.z.x - s.xz * u.y.x + s.yz * (u.z.z - u.y.y),
                        s.zz * u.x.z - s.xx * u.z.x + s.yz * u.x.y - s.xy * u.z.y + s.xz * (u.x.x - u.z.z),
                        s.xx * u.y.x - s.yy * u.x.y + s.xz * u.y.z - s.yz * u.x.z + s.xy * (u.y.y - u.x.x)};
    return Load{u * I_.h + m.a * I_.m, n + cross(I_.h, m.a)};
}

// parallel axes: the moments about a point from which the old origin is at r
template <class... I, class... V> LIMB_INLINE auto shifted(Moments<I...> I_, Vec3<V...> r) {
    const auto h = I_.h;
    const auto g = h + r * I_.m;
    const auto s = I_.S_;   // S + h r' + r g'
    return Moments{Sym3{s.xx + r.x * (h.x + g.x), s.xy + (h.x * r.y + r.x * g.y), s.xz + (h.x * r.z + r.x * g.z),
                        s.yy + r.y * (h.y + g.y), s.yz + (h.y * r.z + r.y * g.z), s.zz + r.z * (h.z + g.z)}, g, I_.m};
}

// ---- the joint

// x_parent = r + before Rx(tilt) after x. An early body has no turn after: its constants carry it (own).
// slide: how far a prismatic joint is out.
template <Kind kind_, class Before, class Tilt, class After, class Own, class R, class Slide> struct Link {
    static constexpr Kind kind = kind_;
    Before before; Tilt tilt_; After after; Own own; R r; Slide slide;

    LIMB_INLINE auto into(auto v) const  { return unturn(after, untilt(tilt_, unturn(before, v))); }   // parent's components to the body's
    LIMB_INLINE auto outof(auto v) const { return turn(before, tilt(tilt_, turn(after, v))); }         // and back: vectors, Sym3, Mat3
};

template <const auto& robot, class T, class I> LIMB_INLINE auto link(I i, const Pose<robot, T>& pose) {
    constexpr const Body& b = robot.body[I::first];
    constexpr Kind kind = I::template kind<robot>();
    const auto beta = Turn{constant<robot, T, sin_beta>(i), constant<robot, T, cos_beta>(i)};
    const auto alpha = Turn{constant<robot, T, sin_alpha>(i), constant<robot, T, cos_alpha>(i)};
    const auto r0 = Vec3{constant<robot, T, rx>(i), constant<robot, T, ry>(i), constant<robot, T, rz>(i)};
    // an early parent has not made its own turn: it comes before ours, unless we join it
    const auto up = [&]() LIMB_LAMBDA {
        if constexpr (b.parent >= 0 && robot.body[b.parent < 0 ? 0 : b.parent].early) return turn_of<robot>(i.template at<b.parent>(), pose);
        else return Still{};
    }();
    const auto before = [&]() LIMB_LAMBDA { if constexpr (b.joins) return Still{}; else return up * beta; }();
    const auto own = turn_of<robot>(i, pose);
    const auto slide = [&]() LIMB_LAMBDA { if constexpr (kind == Kind::prismatic) return slide_of<robot>(i, pose); else return Zero{}; }();
    const auto r = turn(up, r0);
    const auto make = [&](auto after, auto own_turn) LIMB_LAMBDA {
        return Link<kind, decltype(before), decltype(alpha), decltype(after), decltype(own_turn), decltype(r), decltype(slide)>{before, alpha, after, own_turn, r, slide};
    };
    if constexpr (b.early) return make(Still{}, own);
    else return make(own, Still{});
}

// motion of a body from its parent's:
//   revolute   w = R'wp + z qd    al = R'alp + R'wp x z qd + z qdd    a = R'(ap + Up r)
//   prismatic  w = R'wp           al = R'alp                          a = R'(ap + Up r) + U z q + 2 w x z qd + z qdd
template <class L, class... P> LIMB_INLINE auto outward(const L& X, const Motion<P...>& p, auto qd, auto qdd) {
    const auto w = X.into(p.w);
    const auto al = X.into(p.al);
    const auto a = X.into(p.a + p.U_ * X.r);
    if constexpr (L::kind == Kind::revolute) {
        return motion(w + z_axis * qd, al + cross(w, z_axis * qd) + z_axis * qdd, a);
    } else {
        const auto U = rate(w, al);
        const auto twice = cross(w, z_axis * (qd + qd));
        return Motion{w, al, a + U * (z_axis * X.slide) + twice + z_axis * qdd, U};
    }
}

// a body's load as its parent feels it: f = R f, n = R n + r x f
template <class L, class... F> LIMB_INLINE auto inward(const L& X, Load<F...> load) {
    const auto f = X.outof(load.f);
    return Load{f, X.outof(load.n + cross(z_axis * X.slide, load.f)) + cross(X.r, f)};
}

// the component that the joint's motor feels: S'f
template <class L, class... F> LIMB_INLINE auto along_joint(const L&, Load<F...> load) {
    if constexpr (L::kind == Kind::revolute) return load.n.z;
    else return load.f.z;
}

// the moments of body i in the frame that it is computed in
template <const auto& robot, class T, class I, class L> LIMB_INLINE auto moments(I i, const L& X) {
    const auto S = Sym3{constant<robot, T, Sxx>(i), constant<robot, T, Sxy>(i), constant<robot, T, Sxz>(i),
                        constant<robot, T, Syy>(i), constant<robot, T, Syz>(i), constant<robot, T, Szz>(i)};
    const auto h = Vec3{constant<robot, T, hx>(i), constant<robot, T, hy>(i), constant<robot, T, hz>(i)};
    return Moments{turn(X.own, S, constant<robot, T, xx_minus_yy>(i), constant<robot, T, twice_xy>(i)), turn(X.own, h), constant<robot, T, mass>(i)};
}
// a revolute body on a base at rest only feels its moment of inertia about the axis, Sxx + Syy
template <const auto& robot, class T, class I, class L> LIMB_INLINE auto moments_on_ground(I i, const L& X) {
    if constexpr (I::known && robot.body[I::first].parent < 0 && robot.body[I::first].kind == Kind::revolute) {
        const auto own = moments<robot, T>(i, X);
        const auto Izz = lift<T>([] { return robot.body[I::first].constant[Sxx] + robot.body[I::first].constant[Syy]; });
        return Moments{Sym3{Izz, Zero{}, Zero{}, Zero{}, Zero{}, Zero{}}, own.h, own.m};
    } else return moments<robot, T>(i, X);
}
}  // namespace limb
