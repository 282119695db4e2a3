// Shapes for the table: closed forms, the parallel-axis theorem, cutting and joining, and the integrals themselves,
// summed over a grid.
#include "limb/inertia.hpp"

#include "limb/limb.hpp"
#include "measure.hpp"
#include "unity.h"

namespace {

using limb::Part;
using limb::Vector;
using limb::internal::table::abs;

constexpr bool near(double a, double b, double tolerance = 1e-12) { return abs(a - b) <= tolerance; }
constexpr bool near(const Part& a, const Part& b, double tolerance = 1e-12) {
    const auto &I = a.inertia, &J = b.inertia;
    return near(a.mass, b.mass, tolerance) && near(a.com.x, b.com.x, tolerance) && near(a.com.y, b.com.y, tolerance) &&
           near(a.com.z, b.com.z, tolerance) && near(I.xx, J.xx, tolerance) && near(I.yy, J.yy, tolerance) &&
           near(I.zz, J.zz, tolerance) && near(I.xy, J.xy, tolerance) && near(I.xz, J.xz, tolerance) &&
           near(I.yz, J.yz, tolerance);
}

constexpr double m = 3, w = 0.2, l = 0.5, h = 0.3, r = 0.4;
constexpr auto skew = limb::rpy(0.3, -0.8, 1.1);
constexpr Vector<double> there{0.7, -0.4, 0.2};

// --- closed forms, as handbooks print them

static_assert(near(limb::box(m, {w, l, h}),
                   {m, {0, 0, 0}, {m / 12 * (l * l + h * h), m / 12 * (w * w + h * h), m / 12 * (l * l + w * w)}}));
static_assert(near(limb::cylinder(m, r, l),
                   {m, {0, 0, 0}, {m / 12 * (3 * r * r + l * l), m / 12 * (3 * r * r + l * l), m / 2 * r* r}}));
static_assert(near(limb::tube(m, r, r, l),
                   {m, {0, 0, 0}, {m / 12 * (6 * r * r + l * l), m / 12 * (6 * r * r + l * l), m* r* r}}));
static_assert(near(limb::sphere(m, r), {m, {0, 0, 0}, {0.4 * m * r * r, 0.4 * m* r* r, 0.4 * m* r* r}}));
static_assert(near(limb::spherical_shell(m, r), {m, {0, 0, 0}, {2 * m * r * r / 3, 2 * m* r* r / 3, 2 * m* r* r / 3}}));
static_assert(near(limb::rod(m, l), {m, {0, 0, 0}, {m / 12 * l * l, m / 12 * l* l, 0}}));
static_assert(near(limb::point(m), {m, {0, 0, 0}, {}}));

// --- the block of 002, figures 4.4 and 4.6: about its corner and about its centre. The source's products of inertia
// are the integrals of x y dm; ours stand in the matrix, with the minus sign.

constexpr auto block = limb::moved(limb::box(m, {w, l, h}), {w / 2, l / 2, h / 2});
// the inertia of a part about the origin
constexpr limb::Inertia about_origin(const Part& p) {
    const auto S = limb::internal::table::pseudo(p, {0, 0, 0}).S;
    return {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy, -S.xy, -S.xz, -S.yz};
}
constexpr auto corner = about_origin(block);
static_assert(near(corner.xx, m / 3 * (l * l + h * h)) && near(corner.yy, m / 3 * (w * w + h * h)) &&
              near(corner.zz, m / 3 * (l * l + w * w)));
static_assert(near(-corner.xy, m / 4 * w * l) && near(-corner.xz, m / 4 * h * w) && near(-corner.yz, m / 4 * h * l));
static_assert(near(
    block, {m, {w / 2, l / 2, h / 2}, {m / 12 * (l * l + h * h), m / 12 * (w * w + h * h), m / 12 * (l * l + w * w)}}));

// --- the parallel-axis theorem: Izz + m (x^2 + y^2), Ixy - m x y, for a part turned askew

constexpr auto askew = limb::moved(limb::box(m, {w, l, h}), skew, there);
constexpr auto far = about_origin(askew);
static_assert(near(far.zz, askew.inertia.zz + m * (there.x * there.x + there.y * there.y)));
static_assert(near(far.xy, askew.inertia.xy - m * there.x * there.y));
static_assert(near(far.yz, askew.inertia.yz - m * there.y * there.z));
// turning changes neither the trace nor a ball
static_assert(near(askew.inertia.xx + askew.inertia.yy + askew.inertia.zz, m / 6 * (w * w + l * l + h * h)));
static_assert(near(limb::moved(limb::sphere(m, r), skew, there), limb::moved(limb::sphere(m, r), there)));
// a quarter turn exchanges axes
static_assert(near(limb::moved(limb::box(m, {w, l, h}), {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {0, 0, 0}),
                   limb::box(m, {l, w, h})));

// --- cut and joined

constexpr auto left = limb::moved(limb::box(m / 4, {w, l / 4, h}), {0, -3 * l / 8, 0});
constexpr auto right = limb::moved(limb::box(3 * m / 4, {w, 3 * l / 4, h}), {0, l / 8, 0});
static_assert(near(left + right, limb::box(m, {w, l, h})));
static_assert(near(limb::moved(left, skew, there) + limb::moved(right, skew, there), askew));
static_assert(near(limb::box(m, {w, l, h}) - right, left));
// a ball with a hole of the same density
static_assert(near(limb::sphere(8, 2) - limb::sphere(1, 1), {7, {0, 0, 0}, {0.4 * 31, 0.4 * 31, 0.4 * 31}}));
// a tube is a cylinder without its core
static_assert(near(limb::cylinder(4, 0.2, l) - limb::cylinder(1, 0.1, l), limb::tube(3, 0.2, 0.1, l)));
// two points are as a rod of three times their square of distance
static_assert(near(limb::moved(limb::point(m / 2), {0, 0, l / 2}) + limb::moved(limb::point(m / 2), {0, 0, -l / 2}),
                   limb::rod(3 * m, l) - limb::point(2 * m)));

// --- principal moments: the airplane of 002, section 4.8, homework 1, as its characteristic equation gives them

constexpr auto airplane = limb::principal_moments({.xx = 100'000, .yy = 150'000, .zz = 250'000, .xz = 20'000});
constexpr double half_apart = limb::internal::square_root(75'000.0 * 75'000 + 20'000.0 * 20'000);
static_assert(near(airplane.moments.x, 175'000 - half_apart, 1e-8) && near(airplane.moments.x, 97'380, 1));
static_assert(near(airplane.moments.y, 150'000, 1e-8));
static_assert(near(airplane.moments.z, 175'000 + half_apart, 1e-8) && near(airplane.moments.z, 252'620, 1));
// the axes: turned back by them a part has its moments on the diagonal, whichever way and in whatever order it came
constexpr bool is_diagonal_in_its_axes(const Part& p, Vector<double> moments) {
    const auto [found, axes] = limb::principal_moments(p.inertia);
    const auto straight = limb::moved({p.mass, {0, 0, 0}, p.inertia}, transpose(axes), {0, 0, 0});
    return limb::internal::table::is_rotation(axes) && near(found.x, moments.x) && near(found.y, moments.y) &&
           near(found.z, moments.z) && near(straight, {p.mass, {0, 0, 0}, {moments.x, moments.y, moments.z}});
}
constexpr Vector<double> of_box{m / 12 * (w * w + h * h), m / 12 * (w * w + l * l), m / 12 * (l * l + h * h)};
static_assert(is_diagonal_in_its_axes(limb::box(m, {w, l, h}), of_box) && is_diagonal_in_its_axes(askew, of_box));
static_assert(is_diagonal_in_its_axes(limb::moved(limb::box(m, {h, w, l}), transpose(skew), there), of_box));
static_assert(is_diagonal_in_its_axes(limb::sphere(m, r), {0.4 * m * r * r, 0.4 * m* r* r, 0.4 * m* r* r}));
static_assert(is_diagonal_in_its_axes(limb::moved(limb::rod(m, l), skew, there), {0, m / 12 * l* l, m / 12 * l* l}));

// --- into a table

constexpr auto link =
    limb::moved(limb::tube(0.4, 0.03, 0.025, 0.3), {0, 0, 0.15}) + limb::moved(limb::sphere(0.1, 0.04), {0, 0, 0.3});
// clang-format off
constexpr auto arm = limb::tree({
    {.name = "link", .joint = limb::Joint::revolute_x, .mass = link.mass, .com = link.com, .inertia = link.inertia},
});
// clang-format on
static_assert(near(arm.given[0].com.z, (0.4 * 0.15 + 0.1 * 0.3) / 0.5));

// --- the integrals themselves, by the midpoints of the cells of a grid that lie inside

template <class Inside> Part integral(double mass, double reach, Inside inside) {
    constexpr int n = 60;
    limb::internal::table::Pseudo sum{};
    const auto at = [&](int i) { return reach * ((2 * i + 1) / double{n} - 1); };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k) {
                const double x = at(i), y = at(j), z = at(k);
                if (inside(x, y, z))
                    sum = sum + limb::internal::table::Pseudo{{x * x, x * y, x * z, y * y, y * z, z * z}, {x, y, z}, 1};
            }
    const Vector<double> com = sum.h * (1 / sum.m);
    const auto S = limb::internal::table::moved({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, -com, sum).S;
    const double each = mass / sum.m;
    return {
        mass,
        com,
        {(S.yy + S.zz) * each, (S.xx + S.zz) * each, (S.xx + S.yy) * each, -S.xy * each, -S.xz * each, -S.yz * each}};
}

// A grid sees a round shape's edge to a part of its step; the inertias are some tenths of a kg m^2.
void shapes_are_their_integrals() {
    const auto close = [](const Part& grid, const Part& closed) { TEST_ASSERT_TRUE(near(grid, closed, 2e-3)); };
    const auto square = [](double x, double y, double z) { return x * x + y * y + z * z; };
    close(integral(m, r, [&](double x, double y, double z) { return square(x, y, z) < r * r; }), limb::sphere(m, r));
    close(integral(m, r, [&](double x, double y, double) { return square(x, y, 0) < 0.09; }),
          limb::cylinder(m, 0.3, 2 * r));
    close(integral(m, r, [&](double x, double y, double) { return 0.04 < square(x, y, 0) && square(x, y, 0) < 0.16; }),
          limb::tube(m, 0.4, 0.2, 2 * r));
    // thick skins: a shell is what is left of the ball, whose masses are as the cubes of the radii
    close(
        integral(m, r, [&](double x, double y, double z) { return 0.04 < square(x, y, z) && square(x, y, z) < 0.16; }),
        limb::sphere(m * 8 / 7, 0.4) - limb::sphere(m / 7, 0.2));
}
// a thin skin is the limit of a thick one
constexpr double inner = 0.999;
static_assert(near(limb::sphere(1 / (1 - inner * inner * inner), 1) -
                       limb::sphere(inner * inner * inner / (1 - inner * inner * inner), inner),
                   limb::spherical_shell(1, 1), 1e-3));

// A bracket with a hole askew: sum, difference and turn at once against the integral of what is inside it.
void composed_parts_are_their_integral() {
    constexpr double volume_of_box = 0.6 * 0.4 * 0.5, volume_of_hole = 0.2 * 0.2 * 0.2;
    constexpr auto cut = limb::box(volume_of_box, {0.6, 0.4, 0.5}) -
                         limb::moved(limb::box(volume_of_hole, {0.2, 0.2, 0.2}), skew, {0.1, -0.02, 0.05});
    const auto grid = integral(cut.mass, 0.3, [](double x, double y, double z) {
        const auto in_hole = transpose(skew) * (Vector<double>{x, y, z} - Vector<double>{0.1, -0.02, 0.05});
        const bool hole = abs(in_hole.x) < 0.1 && abs(in_hole.y) < 0.1 && abs(in_hole.z) < 0.1;
        return abs(x) < 0.3 && abs(y) < 0.2 && abs(z) < 0.25 && !hole;
    });
    TEST_ASSERT_TRUE(near(grid, cut, 2e-5));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(shapes_are_their_integrals);
    RUN_TEST(composed_parts_are_their_integral);
    return UNITY_END();
}
