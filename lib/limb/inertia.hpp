#pragma once
// Masses and inertias of simple shapes for the robot's table, put together and cut out at compile time. Every shape stands
// with its centre of mass at its origin; long ones lie along z. kg, m, kg m^2. Parallel axes: 002, section 4.3.1.
//
//   constexpr auto link = limb::moved(limb::tube(0.4, 0.03, 0.025, 0.3), {0, 0, 0.15}) + limb::moved(limb::sphere(0.1, 0.04), {0, 0, 0.3});
//   {.name = "link", .joint = revolute_x, .mass = link.mass, .com = link.com, .inertia = link.inertia},
#include "limb/numerics/dense.hpp"
#include "limb/table/table_math.hpp"

namespace limb::internal {

// as a row has them: centre of mass in the frame, inertia about it
struct Part {
    double       mass = 0;         // kg; negative: a hole
    Vec3<double> com{0, 0, 0};     // m
    Inertia      inertia{};        // kg m^2
};

namespace table {

constexpr Pseudo pseudo(const Part& p, Vec from) { return pseudo(p.mass, p.com - from, p.inertia); }
// of second moments S about the centre of mass: I = trace(S) - S
constexpr Part part(double mass, Vec com, Sym S) {
    return {mass, com, {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy, -S.xy, -S.xz, -S.yz}};
}
constexpr Part part(double mass, double xx, double yy, double zz) { return part(mass, {0, 0, 0}, {xx, 0, 0, yy, 0, zz}); }

}  // namespace table

// ---- shapes, by their second moments: the integral of x^2 over a length l is m l^2/12, over a disc of radius r m r^2/4,
// over a ball m r^2/5, over a sphere's skin m r^2/3

constexpr Part point(double mass) { return {mass}; }
constexpr Part rod(double mass, double length) { return table::part(mass, 0, 0, mass * length * length / 12); }   // thin, along z
constexpr Part box(double mass, Vec3<double> size) {
    return table::part(mass, mass * size.x * size.x / 12, mass * size.y * size.y / 12, mass * size.z * size.z / 12);
}
// of equal inner and outer radius: a thin tube
constexpr Part tube(double mass, double outer, double inner, double length) {   // along z, open
    const double across = mass * (outer * outer + inner * inner) / 4;
    return table::part(mass, across, across, mass * length * length / 12);
}
constexpr Part cylinder(double mass, double radius, double length) { return tube(mass, radius, 0, length); }   // along z
constexpr Part sphere(double mass, double radius) {
    const double s = mass * radius * radius / 5;
    return table::part(mass, s, s, s);
}
constexpr Part spherical_shell(double mass, double radius) {   // thin
    const double s = mass * radius * radius / 3;
    return table::part(mass, s, s, s);
}

// ---- what can be done with them

// turned by R, then moved: x -> rotation x + at, as a row's frame in its parent's
constexpr Part moved(const Part& p, const Rotation<double>& rotation, Vec3<double> at) {
    const table::Pseudo turned = table::moved(rotation, {0, 0, 0}, table::pseudo(p, p.com));
    return table::part(p.mass, rotation * p.com + at, turned.S);
}
constexpr Part moved(const Part& p, Vec3<double> at) { return {p.mass, p.com + at, p.inertia}; }

// Two as one, and one without a hole that the other fills. Masses that cancel have no centre: that is no constant expression.
constexpr Part operator+(const Part& a, const Part& b) {
    const double m = a.mass + b.mass;
    const Vec3<double> com = (a.com * a.mass + b.com * b.mass) * (1 / m);
    return table::part(m, com, (table::pseudo(a, com) + table::pseudo(b, com)).S);
}
constexpr Part operator-(const Part& p) {
    const Inertia& I = p.inertia;
    return {-p.mass, p.com, {-I.xx, -I.yy, -I.zz, -I.xy, -I.xz, -I.yz}};
}
constexpr Part operator-(const Part& a, const Part& b) { return a + -b; }

// ---- what can be asked of them

// inertia = rotation diag(moments) rotation': the columns of rotation are the principal axes, right-handed
struct Principal {
    Vec3<double>     moments{0, 0, 0};   // kg m^2, ascending; of a real body the first two add up to the third or more
    Rotation<double> rotation{};
};
constexpr Principal principal_moments(const Inertia& I) {
    Dense<double, 3, 3> A{}, V{};
    A[0] = {I.xx, I.xy, I.xz};
    A[1] = {I.xy, I.yy, I.yz};
    A[2] = {I.xz, I.yz, I.zz};
    diagonalise<double, 3>(A, V, 3);     // 30 sweeps always do for three rows
    int at[] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
        for (int k = 1; k < 3; k++)
            if (A[at[k]][at[k]] < A[at[k - 1]][at[k - 1]]) { const int t = at[k]; at[k] = at[k - 1]; at[k - 1] = t; }
    const auto axis = [&](int k) { return Vec3<double>{V[at[k]][0], V[at[k]][1], V[at[k]][2]}; };
    const auto x = axis(0), y = axis(1);
    return {{A[at[0]][at[0]], A[at[1]][at[1]], A[at[2]][at[2]]}, transpose(Rotation<double>{x, y, cross(x, y)})};
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Part; using internal::point; using internal::rod; using internal::box; using internal::tube;
using internal::cylinder; using internal::sphere; using internal::spherical_shell; using internal::moved;
using internal::Principal; using internal::principal_moments;

}  // namespace limb
