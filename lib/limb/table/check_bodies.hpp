#pragma once
// The checks of tree() that look at bodies: a body is a row with all that is fixed to it, and is judged as one. What is bolted
// to the world nobody feels, and it is not judged.
#include "limb/table/frames.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal::table {

// all principal minors, and with them the eigenvalues, are at least about -slack
constexpr bool not_negative(Sym s, double slack) {
    const double d2 = s.xx * s.yy - s.xy * s.xy, trace = abs(s.xx) + abs(s.yy) + abs(s.zz);
    const double d3 = s.xx * (s.yy * s.zz - s.yz * s.yz) - s.xy * (s.xy * s.zz - s.yz * s.xz) + s.xz * (s.xy * s.yz - s.yy * s.xz);
    return s.xx >= -slack && s.yy >= -slack && s.zz >= -slack && d2 >= -slack * trace &&
           s.xx * s.zz - s.xz * s.xz >= -slack * trace && s.yy * s.zz - s.yz * s.yz >= -slack * trace && d3 >= -slack * trace * trace;
}

// Can a body have it? About the centre of mass the second moments S are not negative: that is the triangle inequality of the
// principal moments, without computing them. Then I = trace(S) - S is not negative either; zero is a point, a rod has no Izz.
enum class Possible { yes, no_mass, no_triangle, negative };
constexpr Possible possible(Pseudo J) {
    const double about_frame = abs(J.S.xx) + abs(J.S.yy) + abs(J.S.zz);
    if (J.m == 0) return about_frame == 0 && J.S.xy == 0 && J.S.xz == 0 && J.S.yz == 0 ? Possible::yes : Possible::no_mass;
    const Vec c = J.h * (1 / J.m);
    const Sym S = J.S - Sym{c.x * J.h.x, c.x * J.h.y, c.x * J.h.z, c.y * J.h.y, c.y * J.h.z, c.z * J.h.z};
    const double trace = S.xx + S.yy + S.zz, slack = 1e-6 * abs(trace) + 1e-13 * about_frame;
    if (!not_negative({S.yy + S.zz, -S.xy, -S.xz, S.xx + S.zz, -S.yz, S.xx + S.yy}, slack)) return Possible::negative;
    return not_negative(S, slack) ? Possible::yes : Possible::no_triangle;
}

template <int N> constexpr void check_possible(const Row (&rows)[N], const Draft<N>& l) {
    for (int b = 0; b < l.count; b++) {
        bool trusted = false;
        for (int i = 0; i < N; i++) trusted = trusted || (l.frame[i].body == b && rows[i].trust_inertia);
        const Possible whole = possible(l.body[b].J);
        if (trusted || whole == Possible::yes) continue;
        int guilty = l.body[b].row;   // unless one of its rows is by itself what the body is
        for (int i = 0; i < N; i++)
            if (l.frame[i].body == b && possible(pseudo(rows[i].mass, rows[i].com, rows[i].inertia)) == whole) guilty = i;
        LIMB_REFUSE(whole == Possible::no_mass, guilty, inertia_without_mass);
        LIMB_REFUSE(whole == Possible::negative, guilty, negative_inertia);
        LIMB_REFUSE(whole == Possible::no_triangle, guilty, inertia_breaks_triangle_inequality);
    }
    for (int i = 0; i < N; i++) LIMB_REFUSE(l.frame[i].body >= 0 && rows[i].mass == 0 && norm(rows[i].com) != 0, i, com_without_mass);
}

// UNITS. What follows is no physics but experience: wind turbines, cranes, sails and satellites pass, millimetres hardly ever.
// A radius of gyration of 100 m has a ship of 300 m. In kg mm^2 a solid of steel is a gas of 1.3e-4 kg/m^3, if its mass is spread
// over the cube of its radius of gyration; of the real ones a wire 30,000 times as long as thick is as thin, a solar sail is
// 300 times as dense.
constexpr double radius_of_gyration(const Row& row) {
    return row.mass > 0 ? square_root((row.inertia.xx + row.inertia.yy + row.inertia.zz) / (2 * row.mass)) : 0;
}
template <int N> constexpr void check_units(const Row (&rows)[N], const Parents<N>& parents, const Draft<N>& l) {
    const auto felt = [&](int i) { return i >= 0 && l.frame[i].body >= 0; };
    double size = 0;            // of the largest body, as far as their numbers tell
    bool known = true;
    for (int i = 0; i < N; i++) {
        const double radius = radius_of_gyration(rows[i]), far = norm(rows[i].com);
        if (!felt(i) || rows[i].mass == 0) continue;
        known = known && radius > 0;
        size = radius > size ? radius : size;
        size = far > size ? far : size;
        if (rows[i].trust_units) continue;
        LIMB_REFUSE(radius > 100 || (radius > 1 && rows[i].mass < 2e-4 * radius * radius * radius), i, units_of_inertia);
        // a light body at the end of nothing: far beyond its own size, and hung up on less than 100 g for each metre
        LIMB_REFUSE(far > 100 || (far > 10 && radius > 0 && far > 500 * radius && rows[i].mass < 0.1 * far), i, units_of_com);
    }
    for (int i = 0; i < N; i++) {
        const double way = norm(rows[i].at);
        if (felt(i) && felt(parents.of[i]) && !rows[i].trust_units)
            LIMB_REFUSE(way > 1000 || (way > 10 && known && way > 300 * size), i, units_of_at);
    }
}

}  // namespace limb::internal::table

#pragma GCC diagnostic pop
