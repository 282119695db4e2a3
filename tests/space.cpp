// Vectors, matrices and turns against sums written out with indices: plain 3x3 arrays that know nothing of folding. All at compile
// time; the numbers are small integers, so that nothing is rounded but by the turns.
#include "limb/algebra/attitude.hpp"

#include "static_laws.hpp"

namespace {

using limb::internal::Turn;
using limb::internal::Vec3;
using Vec = limb::Vector<double>;
using Mat = limb::Rotation<double>;
using Sym = limb::internal::Sym3<double>;

struct Array {  // a matrix; a vector is its first column
    double of[3][3]{};
};
template <class... E> constexpr Array array(Vec3<E...> v) {
    const Vec p = limb::internal::as_numbers<double>(v);
    return {{{p.x}, {p.y}, {p.z}}};
}
template <class... E> constexpr Array array(limb::internal::Mat3<E...> m) {
    const Mat p = limb::internal::as_numbers<double>(m);
    return {{{p.x.x, p.x.y, p.x.z}, {p.y.x, p.y.y, p.y.z}, {p.z.x, p.z.y, p.z.z}}};
}
template <class... E> constexpr Array array(limb::internal::Sym3<E...> s) {
    const Sym p = limb::internal::as_numbers<double>(s);
    return {{{p.xx, p.xy, p.xz}, {p.xy, p.yy, p.yz}, {p.xz, p.yz, p.zz}}};
}
constexpr Array operator*(const Array& a, const Array& b) {
    Array c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) c.of[i][j] += a.of[i][k] * b.of[k][j];
    return c;
}
constexpr Array transposed(const Array& a) {
    Array c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) c.of[i][j] = a.of[j][i];
    return c;
}
constexpr bool near(const Array& a, const Array& b) {
    bool all = true;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double d = a.of[i][j] - b.of[i][j];
            all = all && d < 1e-13 && d > -1e-13;
        }
    return all;
}
constexpr bool near(auto a, const Array& b) { return near(array(a), b); }

constexpr Vec a{2, -3, 5}, b{7, 1, -4};
constexpr Mat A{{1, -2, 3}, {5, 4, -7}, {2, 6, 8}}, B{{3, 9, -1}, {-4, 2, 5}, {7, -6, 1}};
constexpr Sym S{4, -1, 2, 6, 3, 9};

// ---- sums and products

static_assert(near(a + b, {{{9}, {-2}, {1}}}) && near(a - b, {{{-5}, {-4}, {9}}}) && near(-a, {{{-2}, {3}, {-5}}}) && near(a * 3.0, {{{6}, {-9}, {15}}}));
static_assert(limb::dot(a, b) == 2 * 7 - 3 * 1 - 5 * 4);
static_assert(near(limb::cross(Vec{1, 0, 0}, Vec{0, 1, 0}), {{{0}, {0}, {1}}}) && near(limb::cross(a, b), {{{7}, {43}, {23}}}));
static_assert(near(limb::internal::skew(a) * b, array(limb::cross(a, b))));
static_assert(near(A * b, array(A) * array(b)) && near(A * B, array(A) * array(B)) && near(limb::transpose(A), transposed(array(A))));
static_assert(near(A + B, {{{4, 7, 2}, {1, 6, -2}, {9, 0, 9}}}) && near(A - B, {{{-2, -11, 4}, {9, 2, -12}, {-5, 12, 7}}}));
static_assert(near(limb::internal::full(S), array(S)) && near(S + S - S, array(S)));
static_assert(near(limb::internal::symmetric_product(A, limb::transpose(A)), array(A) * transposed(array(A))));
static_assert(near(limb::internal::outer(a), array(a) * transposed(array(a))));

// ---- turns about z by 0.6, 0.8, and by a quarter, which is known; Rz is written out here

constexpr Turn<double, double> t{0.6, 0.8};
constexpr Turn<limb::internal::One, limb::internal::Zero> quarter{};
constexpr Turn<limb::internal::Zero, limb::internal::Minus> half{};
constexpr Array Rz(auto u) {
    const auto s = static_cast<double>(u.s), c = static_cast<double>(u.c);
    return {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}
constexpr Array Rx(auto u) {
    const auto s = static_cast<double>(u.s), c = static_cast<double>(u.c);
    return {{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
}
constexpr bool turns_as(auto u, const Array& R, auto turned, auto back) {
    const Array Rt = transposed(R);
    return near(turned(u, a), R * array(a)) && near(back(u, a), Rt * array(a)) && near(turned(u, S), R * array(S) * Rt) &&
           near(turned(u, A), R * array(A) * Rt);
}
constexpr auto turned = [](auto u, auto v) { return limb::internal::turn(u, v); };
constexpr auto unturned = [](auto u, auto v) { return limb::internal::unturn(u, v); };
constexpr auto tilted = [](auto u, auto v) { return limb::internal::tilt(u, v); };
constexpr auto untilted = [](auto u, auto v) { return limb::internal::untilt(u, v); };
static_assert(turns_as(t, Rz(t), turned, unturned) && turns_as(quarter, Rz(quarter), turned, unturned) && turns_as(half, Rz(half), turned, unturned));
static_assert(turns_as(t, Rx(t), tilted, untilted) && turns_as(quarter, Rx(quarter), tilted, untilted) && turns_as(limb::internal::Still{}, Rx(limb::internal::Still{}), tilted, untilted));
static_assert(near(limb::internal::turn(t, S, S.xx - S.yy, 2 * S.xy), array(limb::internal::turn(t, S))));
static_assert(near(Rz(t * quarter), Rz(t) * Rz(quarter)) && near(Rz(t * t), Rz(t) * Rz(t)));
// a rotation matrix in place of a turn
constexpr Mat R{{0.8, -0.6, 0}, {0.6, 0.8, 0}, {0, 0, 1}};
static_assert(turns_as(R, Rz(t), turned, unturned));

// ---- what is known folds, and costs nothing

template <class E, class X> constexpr bool is(X) { return std::is_same_v<E, X>; }
static_assert(is<Vec3<double, double, limb::internal::Zero>>(limb::internal::turn(t, Vec3{1.0, 2.0, limb::internal::Zero{}})));
static_assert(is<Vec3<limb::internal::Negative<double>, double, double>>(limb::internal::turn(quarter, a)) && is<Vec>(limb::internal::turn(limb::internal::Still{}, a)));
static_assert(is<limb::internal::ZeroVec>(limb::cross(limb::internal::z_axis, limb::internal::z_axis)) && is<limb::internal::One>(limb::dot(limb::internal::z_axis, limb::internal::z_axis)));
static_assert(is<limb::internal::Sym3<double, double, limb::internal::Negative<double>, double, limb::internal::Negative<double>, double>>(limb::internal::turn(half, S)));
static_assert(is<Vec3<limb::internal::Negative<double>, double, limb::internal::Zero>>(limb::cross(limb::internal::z_axis, a)));

// ---- quaternions: R v is the vector part of q v q*, by Hamilton's table

struct Quaternion { double w, x, y, z; };
constexpr Quaternion operator*(Quaternion p, Quaternion q) {
    return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
            p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}
constexpr bool rotates_as(Quaternion q) {
    const double of[] = {q.w, q.x, q.y, q.z};
    double m[9]{};
    limb::internal::rotation_matrix(of, m);
    const Quaternion v = q * Quaternion{0, a.x, a.y, a.z} * Quaternion{q.w, -q.x, -q.y, -q.z};
    return near(Mat{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}} * a, {{{v.x}, {v.y}, {v.z}}});
}
static_assert(rotates_as({1, 0, 0, 0}) && rotates_as({0.7, -0.5, 0.1, 0.5}) && rotates_as({0.1, 0.7, 0.5, -0.5}));

}  // namespace
