#pragma once
// Arithmetic on the table, in double, at compile time only.
#include "limb/algebra/finite.hpp"
#include "limb/algebra/square_root.hpp"
#include "limb/table/row.hpp"

namespace limb::internal {

constexpr bool is_finite(const Inertia& I) { return is_finite(Vec3{I.xx, I.yy, I.zz}) && is_finite(Vec3{I.xy, I.xz, I.yz}); }

namespace table {

using Vec = Vec3<double>;
using Mat = Rotation<double>;
using Sym = Sym3<double>;

constexpr double abs(double x) { return x < 0 ? -x : x; }
constexpr bool all_finite(const Row& row) {
    bool all = true;
    for_each_field([&](const char*, auto field) { if constexpr (requires { is_finite(row.*field); }) all = all && is_finite(row.*field); });
    return all;
}

constexpr double norm(Vec v) { return square_root(dot(v, v)); }
constexpr Vec unit(Vec v) { return v * (1 / norm(v)); }

constexpr double angle(Turn<double, double> t) {   // the angle in (-pi, pi] whose sine and cosine these are
    double a = t.c > 0 ? t.s : t.s < 0 ? t.s - 2 : 2 - t.s;   // rough, then Newton with sin(difference) as the error
    for (int n = 0; n < 8; n++) {
        const auto g = sin_cos(a);
        a += t.s * g.c - t.c * g.s;
    }
    return a;
}

// the direction of v across the unit vector z; twice, because v may be all but along z
constexpr Vec across(Vec z, Vec v) {
    v = unit(v - z * dot(z, v));
    return unit(v - z * dot(z, v));
}
// the rotation nearest to a matrix that is one but for rounding: R (3 - R'R) / 2, which squares the error
constexpr Mat nearest_rotation(Mat R) {
    for (int n = 0; n < 3; n++) {
        const Mat E = transpose(R) * R;
        R = R * Mat{{(3 - E.x.x) / 2, -E.x.y / 2, -E.x.z / 2},
                    {-E.y.x / 2, (3 - E.y.y) / 2, -E.y.z / 2},
                    {-E.z.x / 2, -E.z.y / 2, (3 - E.z.z) / 2}};
    }
    return R;
}

// SNAPPING. Rounding leaves some 1e-16 where zero is meant. What is smaller than this is made exactly zero, so that it folds, and
// what is larger is kept as it is. Whether something is zero, one or parallel is asked of the snapped number, never once more of
// the one it came from: then what is decided is what is computed, on either side.
inline constexpr double noise = 1e-13;
constexpr double snapped(double x, double scale) { return abs(x) < noise * scale ? 0 : x; }
// a turn, to the nearest quarter; arm: of what it turns, whose length it then changes by less than noise
constexpr Turn<double, double> snapped(Turn<double, double> t, double arm = 1) {
    if (abs(t.s) * arm < noise) return {0, t.c > 0 ? 1.0 : -1.0};
    if (abs(t.c) * arm < noise) return {t.s > 0 ? 1.0 : -1.0, 0};
    return t;
}

// The pseudo-inertia of a body: mass, first and second moments about a frame (h = m c, S = integral of r r' dm).
struct Pseudo { Sym S{}; Vec h{}; double m = 0; };

constexpr Pseudo operator+(Pseudo a, Pseudo b) { return {a.S + b.S, a.h + b.h, a.m + b.m}; }
constexpr Pseudo operator-(Pseudo a, Pseudo b) { return {a.S - b.S, a.h - b.h, a.m - b.m}; }

// the same body seen from a frame in which it is turned by R and then moved by r
constexpr Pseudo moved(Mat R, Vec r, Pseudo J) {
    const Sym S = symmetric_product(R * full(J.S), transpose(R));
    const Vec h = R * J.h, g = h + r * J.m;
    return {S + Sym{r.x * (h.x + g.x), h.x * r.y + r.x * g.y, h.x * r.z + r.x * g.z,
                    r.y * (h.y + g.y), h.y * r.z + r.y * g.z, r.z * (h.z + g.z)}, g, J.m};
}

constexpr Pseudo pseudo(double mass, Vec com, Inertia I) {
    const double half = (I.xx + I.yy + I.zz) / 2;
    const Pseudo about_com{{half - I.xx, -I.xy, -I.xz, half - I.yy, -I.yz, half - I.zz}, {}, mass};
    return moved({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, com, about_com);
}

constexpr Mat about_z(Turn<double, double> t) { return {{t.c, -t.s, 0}, {t.s, t.c, 0}, {0, 0, 1}}; }
constexpr Mat about_x(Turn<double, double> t) { return {{1, 0, 0}, {0, t.c, -t.s}, {0, t.s, t.c}}; }

constexpr bool same(const char* a, const char* b) {
    for (; *a == *b; a++, b++) if (*a == 0) return true;
    return false;
}

}  // namespace table
}  // namespace limb::internal
