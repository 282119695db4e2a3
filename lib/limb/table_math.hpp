#pragma once
// Arithmetic on the table, in double, at compile time only.
#include <limits>
#include "limb/row.hpp"

namespace limb::table {

using Vec = Vec3<double>;
using Mat = Rotation<double>;
using Sym = Sym3<double>;

constexpr double abs(double x) { return x < 0 ? -x : x; }
constexpr bool finite(double x) {   // not by x - x: Inf - Inf is no constant expression
    constexpr double most = std::numeric_limits<double>::max();
    return -most <= x && x <= most;
}
constexpr bool finite(Vec v) { return finite(v.x) && finite(v.y) && finite(v.z); }
constexpr bool finite(Mat m) { return finite(m.x) && finite(m.y) && finite(m.z); }

constexpr double sqrt(double x) {   // Newton from above; monotone, so it stops
    if (!(x > 0)) return 0;
    double r = x > 1 ? x : 1;
    for (double next = 0.5 * (r + x / r); next < r; next = 0.5 * (r + x / r)) r = next;
    return r;
}
constexpr double norm(Vec v) { return sqrt(dot(v, v)); }
constexpr Vec unit(Vec v) { return v * (1 / norm(v)); }

constexpr double angle(Turn<double, double> t) {   // the angle in (-pi, pi] whose sine and cosine these are
    double a = t.c > 0 ? t.s : t.s < 0 ? t.s - 2 : 2 - t.s;   // rough, then Newton with sin(difference) as the error
    for (int n = 0; n < 8; n++) {
        const auto g = sin_cos(a);
        a += t.s * g.c - t.c * g.s;
    }
    return a;
}

// quarter turns that miss by rounding only are made exact, so that they fold
constexpr Turn<double, double> snapped(Turn<double, double> t) {
    constexpr double noise = 1e-12;
    if (abs(t.s) < noise) return {0, t.c > 0 ? 1.0 : -1.0};
    if (abs(t.c) < noise) return {t.s > 0 ? 1.0 : -1.0, 0};
    return t;
}
constexpr double snapped(double x, double scale) { return abs(x) < 1e-13 * scale ? 0 : x; }

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

}  // namespace limb::table
