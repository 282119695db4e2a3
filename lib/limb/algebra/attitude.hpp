#pragma once
// Attitudes: unit quaternions, their rotation matrices, and the turns that they make.
#include "limb/algebra/sin_cos.hpp"
#include "limb/algebra/square_root.hpp"

namespace limb::internal {

template <class T> struct Attitude { T w; Vector<T> u; };   // unit quaternion w x y z

template <class T> LIMB_INLINE Attitude<T> operator*(const Attitude<T>& a, const Attitude<T>& b) {
    return {a.w * b.w - dot(a.u, b.u), b.u * a.w + a.u * b.w + cross(a.u, b.u)};
}
template <class T> LIMB_INLINE Attitude<T> conjugate(const Attitude<T>& a) { return {a.w, -a.u}; }
template <class T> LIMB_INLINE Vector<T> rotated(const Attitude<T>& a, const Vector<T>& v) {   // R v
    const auto half = cross(a.u, v), t = half + half;
    return v + t * a.w + cross(a.u, t);
}
// R'v, folding: of a unit quaternion w, u
template <class T, class... V> LIMB_INLINE auto rotated_back(const T& w, const Vector<T>& u, Vec3<V...> v) {
    const auto half = cross(u, v);
    const auto t = half + half;
    return v - t * w + cross(u, t);
}
template <class T> constexpr Attitude<T> unit(const Attitude<T>& a) {
    const T scale = T(1.0f) / square_root(a.w * a.w + dot(a.u, a.u));
    return {a.w * scale, a.u * scale};
}

// below this square of half an angle the power series that end with its cube are exact to the last digit of a double
template <class T> LIMB_INLINE bool is_small(T square) { return square < T(1e-4f); }

// exp(h): the attitude after a turn by twice the vector h, rad; (cos |h|, h sin |h| / |h|)
template <class T> constexpr Attitude<T> turn_by_twice(const Vector<T>& h) {
    const T z = dot(h, h);
    if (is_small(z)) {
        const T c = T(1.0f) - z * (T(0.5f) - z * (T(1.0f) / T(24.0f) - z * (T(1.0f) / T(720.0f))));
        const T s = T(1.0f) - z * (T(1.0f) / T(6.0f) - z * (T(1.0f) / T(120.0f) - z * (T(1.0f) / T(5040.0f))));
        return {c, h * s};
    }
    const T length = square_root(z);
    T sc[2]{};
    sin_cos(length, sc);
    return {sc[1], h * (sc[0] / length)};
}
// its inverse: half the turn that leads from no turn to a, the shorter way round: u |h| / sin |h|
template <class T> constexpr Vector<T> half_turn_of(const Attitude<T>& a) {
    const bool far = a.w < T(0.0f);   // a and -a are the same attitude
    const T w = far ? -a.w : a.w;
    const Vector<T> u = far ? -a.u : a.u;
    const T z = dot(u, u);
    if (is_small(z)) return u * (T(1.0f) + z * (T(1.0f) / T(6.0f) + z * (T(3.0f) / T(40.0f) + z * (T(5.0f) / T(112.0f)))));
    // the angle whose sine and cosine these are: Newton, whose error is cubed by every step, from 0.6 rad at most
    const T s = square_root(z);
    T angle = s;
    for (int n = 0; n < 4; n++) {
        T sc[2]{};
        sin_cos(angle, sc);
        angle += s * sc[1] - w * sc[0];
    }
    return u * (angle / s);
}

// rotation matrix of a unit quaternion w x y z, row by row
template <class T> LIMB_INLINE void rotation_matrix(const T* q, T* R) {
    const T x = q[1] + q[1], y = q[2] + q[2], z = q[3] + q[3];
    const T xx = x * q[1], yy = y * q[2], zz = z * q[3], xy = x * q[2], xz = x * q[3], yz = y * q[3];
    const T wx = x * q[0], wy = y * q[0], wz = z * q[0];
    R[0] = T(1.0f) - (yy + zz); R[1] = xy - wz;             R[2] = xz + wy;
    R[3] = xy + wz;             R[4] = T(1.0f) - (xx + zz); R[5] = yz - wx;
    R[6] = xz - wy;             R[7] = yz + wx;             R[8] = T(1.0f) - (xx + yy);
}

}  // namespace limb::internal
