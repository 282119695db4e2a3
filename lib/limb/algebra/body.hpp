#pragma once
// One body: how it moves (Motion), what it weighs (Moments), what acts on it (Load).
// All 3-vectors in the body's own frame, joint axis = z. Sources: 000 eq. (13), 001, 002 table 4.1.
#include "limb/algebra/space.hpp"

namespace limb::internal {

template <class W, class Al, class A, class U> struct Motion {
    W  w;    // angular velocity
    Al al;   // angular acceleration
    A  a;    // acceleration of the origin, gravity's reaction included
    U  U_;   // U = [al]x + [w]x[w]x: point r of the body accelerates with a + U r
};
template <class W, class Al, class A, class U> Motion(W, Al, A, U) -> Motion<W, Al, A, U>;

template <class... A, class... B> LIMB_INLINE auto rate(Vec3<A...> w, Vec3<B...> al) {   // U
    const auto xx = w.x * w.x;
    const auto yy = w.y * w.y;
    const auto zz = w.z * w.z;
    const auto xy = w.x * w.y;
    const auto xz = w.x * w.z;
    const auto yz = w.y * w.z;
    return Mat3{Vec3{negated(yy + zz), xy - al.z, xz + al.y},
                Vec3{xy + al.z, negated(xx + zz), yz - al.x},
                Vec3{xz - al.y, yz + al.x, negated(xx + yy)}};
}
LIMB_INLINE auto motion(auto w, auto al, auto a) { return Motion{w, al, a, rate(w, al)}; }

template <class W, class V> struct Twist { W w; V v; };   // angular and linear velocity of the origin, or accelerations
template <class W, class V> Twist(W, V) -> Twist<W, V>;

template <class N, class F> struct Load { N n; F f; };   // moment about the origin, force
template <class N, class F> Load(N, F) -> Load<N, F>;
using NoLoad = Load<ZeroVec, ZeroVec>;
template <class T> using PlainLoad = Load<Vec3<T>, Vec3<T>>;
template <class... A, class... B> LIMB_INLINE auto operator+(Load<A...> a, Load<B...> b) { return Load{a.n + b.n, a.f + b.f}; }
template <class... A, class... B> LIMB_INLINE auto operator-(Load<A...> a, Load<B...> b) { return Load{a.n - b.n, a.f - b.f}; }
template <class... A, Scalar S>   LIMB_INLINE auto operator*(Load<A...> a, S s)          { return Load{a.n * s, a.f * s}; }
template <class... A, class... B> LIMB_INLINE auto dot(Load<A...> l, Twist<B...> t)      { return dot(l.n, t.w) + dot(l.f, t.v); }

template <class S, class H, class M> struct Moments { S S_; H h; M m; };   // second, first and zeroth moments of mass
template <class S, class H, class M> Moments(S, H, M) -> Moments<S, H, M>;
template <class... A, class... B> LIMB_INLINE auto operator+(Moments<A...> a, Moments<B...> b) {
    return Moments{a.S_ + b.S_, a.h + b.h, a.m + b.m};
}

// the load that moves a body so: f = m a + U h, n = axial part of (U S - (U S)') + h x a
template <class... I, class... M> LIMB_INLINE auto inertial_load(Moments<I...> c, Motion<M...> m) {
    const auto s = c.S_;
    const auto u = m.U_;
    const auto n = Vec3{s.yy * u.z.y - s.zz * u.y.z + s.xy * u.z.x - s.xz * u.y.x + s.yz * (u.z.z - u.y.y),
                        s.zz * u.x.z - s.xx * u.z.x + s.yz * u.x.y - s.xy * u.z.y + s.xz * (u.x.x - u.z.z),
                        s.xx * u.y.x - s.yy * u.x.y + s.xz * u.y.z - s.yz * u.x.z + s.xy * (u.y.y - u.x.x)};
    return Load{n + cross(c.h, m.a), u * c.h + m.a * c.m};
}

// parallel axes: the moments about a point from which the old origin is at r: S + h r' + r (h + m r)', h + m r, m
template <class... I, class... V> LIMB_INLINE auto shifted(Moments<I...> c, Vec3<V...> r) {
    const auto s = c.S_;
    const auto h = c.h;
    const auto g = h + r * c.m;
    return Moments{Sym3{s.xx + r.x * (h.x + g.x), s.xy + (h.x * r.y + r.x * g.y), s.xz + (h.x * r.z + r.x * g.z),
                        s.yy + r.y * (h.y + g.y), s.yz + (h.y * r.z + r.y * g.z), s.zz + r.z * (h.z + g.z)}, g, c.m};
}

// Articulated inertia of a limb: [n; f] = [A B; B' C] [al; a]. Featherstone 2008, section 7.2.
template <class A, class B, class C> struct Articulated { A A_; B B_; C C_; };
template <class A, class B, class C> Articulated(A, B, C) -> Articulated<A, B, C>;
template <class... A, class... B> LIMB_INLINE auto operator+(Articulated<A...> a, Articulated<B...> b) {
    return Articulated{a.A_ + b.A_, a.B_ + b.B_, a.C_ + b.C_};
}
template <class... A, class... B> LIMB_INLINE auto operator-(Articulated<A...> a, Articulated<B...> b) {
    return Articulated{a.A_ - b.A_, a.B_ - b.B_, a.C_ - b.C_};
}

// of a rigid body: [I [h]x; [h]x' m]
template <class... I> LIMB_INLINE auto articulated(Moments<I...> c) {
    const auto s = c.S_;
    return Articulated{Sym3{s.yy + s.zz, negated(s.xy), negated(s.xz), s.xx + s.zz, negated(s.yz), s.xx + s.yy}, skew(c.h),
                       Sym3{c.m, Zero{}, Zero{}, c.m, Zero{}, c.m}};
}
// about a point from which the old origin is at r
template <class... I, class... V> LIMB_INLINE auto shifted(Articulated<I...> a, Vec3<V...> r) {
    const auto X = skew(r);
    const auto B = a.B_ + X * full(a.C_);
    return Articulated{a.A_ - symmetric_product(a.B_, X) + symmetric_product(X, transpose(B)), B, a.C_};
}

// every element as a plain T: what arrays hold
template <class T, class... A> LIMB_INLINE auto as_numbers(Motion<A...> a) {
    return Motion{as_numbers<T>(a.w), as_numbers<T>(a.al), as_numbers<T>(a.a), as_numbers<T>(a.U_)};
}
template <class T, class... A> LIMB_INLINE auto as_numbers(Twist<A...> a)   { return Twist{as_numbers<T>(a.w), as_numbers<T>(a.v)}; }
template <class T, class... A> LIMB_INLINE auto as_numbers(Load<A...> a)    { return Load{as_numbers<T>(a.n), as_numbers<T>(a.f)}; }
template <class T, class... A> LIMB_INLINE auto as_numbers(Moments<A...> a) {
    return Moments{as_numbers<T>(a.S_), as_numbers<T>(a.h), T(a.m)};
}
template <class T, class... A> LIMB_INLINE auto as_numbers(Articulated<A...> a) {
    return Articulated{as_numbers<T>(a.A_), as_numbers<T>(a.B_), as_numbers<T>(a.C_)};
}

}  // namespace limb::internal
