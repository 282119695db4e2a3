#pragma once
// 3-vectors, 3x3 matrices and planar turns, element types free so that known zeros fold (fold.hpp).
#include "limb/algebra/fold.hpp"

namespace limb::internal {

// The copies here and below are spelt out element by element: GCC then keeps the elements in registers, where it would
// leave a structure that is copied whole in memory (arm6 by articulated bodies: 1685 -> 1393 instructions of code).
template <class X, class Y = X, class Z = X> struct Vec3 {
    X x; Y y; Z z;
    Vec3() = default;
    LIMB_INLINE Vec3(X x_, Y y_, Z z_) : x(x_), y(y_), z(z_) {}
    LIMB_INLINE Vec3(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}
    LIMB_INLINE Vec3& operator=(const Vec3& v) { x = v.x; y = v.y; z = v.z; return *this; }
};
template <class X, class Y, class Z> Vec3(X, Y, Z) -> Vec3<X, Y, Z>;

template <class X, class Y = X, class Z = X> struct Mat3 { X x; Y y; Z z; };   // rows
template <class X, class Y, class Z> Mat3(X, Y, Z) -> Mat3<X, Y, Z>;

template <class XX, class XY = XX, class XZ = XX, class YY = XX, class YZ = XX, class ZZ = XX>
struct Sym3 {
    XX xx; XY xy; XZ xz; YY yy; YZ yz; ZZ zz;
    Sym3() = default;
    LIMB_INLINE Sym3(XX a, XY b, XZ c, YY d, YZ e, ZZ f) : xx(a), xy(b), xz(c), yy(d), yz(e), zz(f) {}
    LIMB_INLINE Sym3(const Sym3& s) : xx(s.xx), xy(s.xy), xz(s.xz), yy(s.yy), yz(s.yz), zz(s.zz) {}
    LIMB_INLINE Sym3& operator=(const Sym3& s) { xx = s.xx; xy = s.xy; xz = s.xz; yy = s.yy; yz = s.yz; zz = s.zz; return *this; }
};
template <class A, class B, class C, class D, class E, class F> Sym3(A, B, C, D, E, F) -> Sym3<A, B, C, D, E, F>;

// What users see: plain vectors and rotation matrices of one number type.
template <class T = float> using Vector   = Vec3<T>;
template <class T = float> using Rotation = Mat3<Vec3<T>>;

using ZeroVec = Vec3<Zero>;
using ZeroMat = Mat3<ZeroVec>;
inline constexpr Vec3<Zero, Zero, One> z_axis{};

template <class... A, class... B> LIMB_INLINE auto operator+(Vec3<A...> a, Vec3<B...> b) { return Vec3{a.x + b.x, a.y + b.y, a.z + b.z}; }
template <class... A, class... B> LIMB_INLINE auto operator-(Vec3<A...> a, Vec3<B...> b) { return Vec3{a.x - b.x, a.y - b.y, a.z - b.z}; }
template <class... A>             LIMB_INLINE auto operator-(Vec3<A...> a)               { return Vec3{-a.x, -a.y, -a.z}; }
template <class... A, Scalar S>   LIMB_INLINE auto operator*(Vec3<A...> a, S s)          { return Vec3{a.x * s, a.y * s, a.z * s}; }
template <class... A, class... B> LIMB_INLINE auto dot(Vec3<A...> a, Vec3<B...> b)       { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class... A, class... B> LIMB_INLINE auto cross(Vec3<A...> a, Vec3<B...> b) {
    return Vec3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class... A, class... B> LIMB_INLINE auto operator+(Mat3<A...> a, Mat3<B...> b) { return Mat3{a.x + b.x, a.y + b.y, a.z + b.z}; }
template <class... A, class... B> LIMB_INLINE auto operator-(Mat3<A...> a, Mat3<B...> b) { return Mat3{a.x - b.x, a.y - b.y, a.z - b.z}; }
template <class... A, class... B> LIMB_INLINE auto operator*(Mat3<A...> m, Vec3<B...> v) {
    return Vec3{dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}
template <class... A> LIMB_INLINE auto transpose(Mat3<A...> m) {
    return Mat3{Vec3{m.x.x, m.y.x, m.z.x}, Vec3{m.x.y, m.y.y, m.z.y}, Vec3{m.x.z, m.y.z, m.z.z}};
}
template <class... A, class... B> LIMB_INLINE auto operator*(Mat3<A...> a, Mat3<B...> b) {
    const auto t = transpose(b);
    return Mat3{Vec3{dot(a.x, t.x), dot(a.x, t.y), dot(a.x, t.z)},
                Vec3{dot(a.y, t.x), dot(a.y, t.y), dot(a.y, t.z)},
                Vec3{dot(a.z, t.x), dot(a.z, t.y), dot(a.z, t.z)}};
}
template <class... A> LIMB_INLINE auto skew(Vec3<A...> v) {   // [v]x
    return Mat3{Vec3{Zero{}, negated(v.z), v.y}, Vec3{v.z, Zero{}, negated(v.x)}, Vec3{negated(v.y), v.x, Zero{}}};
}

template <class... A, class... B> LIMB_INLINE auto operator+(Sym3<A...> a, Sym3<B...> b) {
    return Sym3{a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}
template <class... A, class... B> LIMB_INLINE auto operator-(Sym3<A...> a, Sym3<B...> b) {
    return Sym3{a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
}
template <class... A> LIMB_INLINE auto full(Sym3<A...> s) {
    return Mat3{Vec3{s.xx, s.xy, s.xz}, Vec3{s.xy, s.yy, s.yz}, Vec3{s.xz, s.yz, s.zz}};
}
// the upper triangle of a b, for products known to be symmetric
template <class... A, class... B> LIMB_INLINE auto symmetric_product(Mat3<A...> a, Mat3<B...> b) {
    const auto t = transpose(b);
    return Sym3{dot(a.x, t.x), dot(a.x, t.y), dot(a.x, t.z), dot(a.y, t.y), dot(a.y, t.z), dot(a.z, t.z)};
}
template <class... A> LIMB_INLINE auto outer(Vec3<A...> v) {   // v v'
    return Sym3{v.x * v.x, v.x * v.y, v.x * v.z, v.y * v.y, v.y * v.z, v.z * v.z};
}

// A turn by an angle with sine s and cosine c. turn: R v, R S R', R B R' with R = Rz; unturn: R' v.
template <class S, class C> struct Turn {
    S s; C c;
    LIMB_INLINE Turn(S s_, C c_) : s(s_), c(c_) {}
    LIMB_INLINE Turn(const Turn& t) : s(t.s), c(t.c) {}
    LIMB_INLINE Turn& operator=(const Turn& t) { s = t.s; c = t.c; return *this; }
    Turn() = default;
};
template <class S, class C> Turn(S, C) -> Turn<S, C>;
using Still = Turn<Zero, One>;

template <class T> inline constexpr bool is_fixed_turn = false;
template <class S, class C> inline constexpr bool is_fixed_turn<Turn<S, C>> = is_known<S> && is_known<C>;

template <class... T, class... V> LIMB_INLINE auto turn(Turn<T...> t, Vec3<V...> v) {
    return Vec3{t.c * v.x - t.s * v.y, t.s * v.x + t.c * v.y, v.z};
}
template <class... T, class... V> LIMB_INLINE auto unturn(Turn<T...> t, Vec3<V...> v) {
    return Vec3{t.c * v.x + t.s * v.y, t.c * v.y - t.s * v.x, v.z};
}
template <class... A, class... B> LIMB_INLINE auto operator*(Turn<A...> a, Turn<B...> b) {
    return Turn{a.s * b.c + a.c * b.s, a.c * b.c - a.s * b.s};
}

// R [a b; c d] R' of a planar block, 4 products: k = s (a - d) + c (b + c). Quarter turns only exchange.
template <class A, class B, class C, class D> struct Block { A a; B b; C c; D d; };
template <class A, class B, class C, class D> Block(A, B, C, D) -> Block<A, B, C, D>;
template <class... T, class... M> LIMB_INLINE auto turn(Turn<T...> t, Block<M...> m) {
    if constexpr (is_fixed_turn<Turn<T...>>) {
        const auto a = t.c * m.a - t.s * m.c;
        const auto b = t.c * m.b - t.s * m.d;
        const auto c = t.s * m.a + t.c * m.c;
        const auto d = t.s * m.b + t.c * m.d;
        return Block{t.c * a - t.s * b, t.s * a + t.c * b, t.c * c - t.s * d, t.s * c + t.c * d};
    } else {
        const auto k = t.s * (m.a - m.d) + t.c * (m.b + m.c);
        const auto sk = t.s * k;
        const auto ck = t.c * k;
        return Block{m.a - sk, ck - m.c, ck - m.b, m.d + sk};
    }
}
// of a symmetric matrix, whose xx - yy and 2 xy may be known beforehand
template <class... T, class... A> LIMB_INLINE auto turn(Turn<T...> t, Sym3<A...> s, auto xx_minus_yy, auto twice_xy) {
    const auto v = turn(t, Vec3{s.xz, s.yz, Zero{}});
    if constexpr (is_fixed_turn<Turn<T...>>) {
        const auto b = turn(t, Block{s.xx, s.xy, s.xy, s.yy});
        return Sym3{b.a, b.b, v.x, b.d, v.y, s.zz};
    } else {
        const auto k = t.s * xx_minus_yy + t.c * twice_xy;
        const auto sk = t.s * k;
        return Sym3{s.xx - sk, t.c * k - s.xy, v.x, s.yy + sk, v.y, s.zz};
    }
}
template <class... T, class... A> LIMB_INLINE auto turn(Turn<T...> t, Sym3<A...> s) {
    if constexpr (is_fixed_turn<Turn<T...>>) return turn(t, s, Zero{}, Zero{});
    else return turn(t, s, s.xx - s.yy, s.xy + s.xy);
}
template <class... T, class... A> LIMB_INLINE auto turn(Turn<T...> t, Mat3<A...> m) {
    const auto b = turn(t, Block{m.x.x, m.x.y, m.y.x, m.y.y});
    const auto column = turn(t, Vec3{m.x.z, m.y.z, Zero{}});
    const auto row = turn(t, Vec3{m.z.x, m.z.y, Zero{}});
    return Mat3{Vec3{b.a, b.b, column.x}, Vec3{b.c, b.d, column.y}, Vec3{row.x, row.y, m.z.z}};
}

// A rotation matrix in place of a turn.
template <class... A, class... V> LIMB_INLINE auto turn(Mat3<A...> R, Vec3<V...> v)   { return R * v; }
template <class... A, class... V> LIMB_INLINE auto unturn(Mat3<A...> R, Vec3<V...> v) { return transpose(R) * v; }
template <class... A, class... S> LIMB_INLINE auto turn(Mat3<A...> R, Sym3<S...> s) {
    return symmetric_product(R * full(s), transpose(R));
}
template <class... A, class... M> LIMB_INLINE auto turn(Mat3<A...> R, Mat3<M...> m)   { return R * m * transpose(R); }

// The same about x: exchange the axes, turn, exchange back (x y z -> y z x).
template <class... V> LIMB_INLINE auto cycle(Vec3<V...> v)  { return Vec3{v.y, v.z, v.x}; }
template <class... V> LIMB_INLINE auto uncycle(Vec3<V...> v) { return Vec3{v.z, v.x, v.y}; }
template <class... A> LIMB_INLINE auto cycle(Sym3<A...> s)  { return Sym3{s.yy, s.yz, s.xy, s.zz, s.xz, s.xx}; }
template <class... A> LIMB_INLINE auto uncycle(Sym3<A...> s) { return Sym3{s.zz, s.xz, s.yz, s.xx, s.xy, s.yy}; }
template <class... A> LIMB_INLINE auto cycle(Mat3<A...> m)  { return Mat3{cycle(m.y), cycle(m.z), cycle(m.x)}; }
template <class... A> LIMB_INLINE auto uncycle(Mat3<A...> m) { return Mat3{uncycle(m.z), uncycle(m.x), uncycle(m.y)}; }
template <class... T> LIMB_INLINE auto tilt(Turn<T...> t, auto v)   { return uncycle(turn(t, cycle(v))); }
template <class... T> LIMB_INLINE auto untilt(Turn<T...> t, auto v) { return uncycle(unturn(t, cycle(v))); }

// every element as a plain T: what arrays hold
template <class T, class... V> LIMB_INLINE Vec3<T> as_numbers(Vec3<V...> v) { return {T(v.x), T(v.y), T(v.z)}; }
template <class T, class... V> LIMB_INLINE Sym3<T> as_numbers(Sym3<V...> s) {
    return {T(s.xx), T(s.xy), T(s.xz), T(s.yy), T(s.yz), T(s.zz)};
}
template <class T, class... V> LIMB_INLINE Mat3<Vec3<T>> as_numbers(Mat3<V...> m) {
    return {as_numbers<T>(m.x), as_numbers<T>(m.y), as_numbers<T>(m.z)};
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Vector; using internal::Rotation; using internal::dot; using internal::cross;
using internal::transpose;

}  // namespace limb
