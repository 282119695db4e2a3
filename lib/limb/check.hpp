#pragma once
// The checks of tree(): each mistake has a name in error.hpp.
#include <utility>
#include "limb/error.hpp"
#include "limb/freedoms.hpp"

namespace limb::table {

// Calls mistake<row>(): the row number becomes part of the name that the compiler prints.
template <int N> constexpr void refuse(int row, auto mistake) {
    [&]<int... r>(std::integer_sequence<int, r...>) { ((r == row ? mistake(std::integral_constant<int, r>{}) : void()), ...); }(
        std::make_integer_sequence<int, N>{});
}
#define LIMB_REFUSE(condition, row, mistake) \
    if (condition) refuse<N>(row, [](auto r) constexpr { error::mistake<decltype(r)::value>(); })

// parent row of each row (-1: the world)
template <int N> struct Parents { int of[N]; };

template <int N> constexpr Parents<N> parents(const Row (&rows)[N]) {
    Parents<N> p{};
    int root = -1;
    for (int i = 0; i < N; i++) {
        LIMB_REFUSE(*rows[i].name == 0, i, missing_name);
        for (int j = 0; j < i; j++) LIMB_REFUSE(same(rows[i].name, rows[j].name), i, duplicate_name);
        p.of[i] = i - 1;
        if (*rows[i].parent != 0) {   // no comparison with nullptr: with sanitizers that is no constant expression
            const bool world = same(rows[i].parent, "world");
            p.of[i] = -1;
            for (int j = 0; j < N && !world; j++) if (same(rows[i].parent, rows[j].name)) p.of[i] = j;
            LIMB_REFUSE(!world && p.of[i] < 0, i, unknown_parent);
        }
        LIMB_REFUSE(p.of[i] < 0 && root >= 0, i, two_roots);
        LIMB_REFUSE(p.of[i] >= 0 && rows[i].joint == Joint::floating, i, floating_not_root);
        if (p.of[i] < 0) root = i;
    }
    for (int i = 0; i < N; i++) {
        int up = i, steps = 0;
        while (up >= 0 && steps <= N) { up = p.of[up]; steps++; }
        LIMB_REFUSE(up >= 0, i, cycle);
    }
    return p;
}

constexpr bool is_rotation(Mat R) {
    const Sym e = symmetric_product(R, transpose(R));
    const double off = abs(e.xx - 1) + abs(e.yy - 1) + abs(e.zz - 1) + abs(e.xy) + abs(e.xz) + abs(e.yz);
    return off <= 1e-5 && dot(cross(R.x, R.y), R.z) >= 0;
}

template <int N> constexpr void check_row(const Row& row, int i) {
    const Inertia& I = row.inertia;
    for (double x : {row.mass, I.xx, I.yy, I.zz, I.xy, I.xz, I.yz, row.armature, row.rotor, row.gear,
                     row.pitch, row.damping, row.friction, row.stiffness,
                     row.lower, row.upper, row.velocity_limit, row.effort_limit})
        LIMB_REFUSE(!finite(x), i, not_finite);
    LIMB_REFUSE(!finite(row.at) || !finite(row.com) || !finite(row.axis) || !finite(row.axis2) || !finite(row.rotation), i, not_finite);
    LIMB_REFUSE(row.mass < 0, i, negative_mass);
    const Freedoms f = freedoms_of(row);
    for (int k = 0; k < f.count; k++) LIMB_REFUSE(abs(norm(f.of[k].axis) - 1) > 1e-6, i, axis_not_unit);
    LIMB_REFUSE(row.joint == Joint::universal && norm(cross(row.axis, row.axis2)) < 1e-3, i, universal_axes_parallel);
    LIMB_REFUSE(row.joint == Joint::helical && row.pitch == 0, i, helical_without_pitch);
    LIMB_REFUSE(row.rotor != 0 && f.count != 1, i, rotor_needs_one_axis);
    LIMB_REFUSE(row.rotor < 0 || row.armature < 0, i, negative_rotor);
    LIMB_REFUSE((row.rotor != 0 || row.armature != 0) && (row.joint == Joint::spherical || row.joint == Joint::floating), i, rotor_needs_one_axis);

    LIMB_REFUSE(!is_rotation(row.rotation), i, rotation_not_orthonormal);

    // Inertia about the centre of mass: I > 0, and the second moments S = trace(I)/2 - I >= 0 (that is the triangle
    // inequality of the principal moments, without computing them). A row without mass has none.
    const double size = I.xx + I.yy + I.zz, half = size / 2;
    const auto minors = [](Sym s, double slack) {
        const double d2 = s.xx * s.yy - s.xy * s.xy;
        const double d3 = s.xx * (s.yy * s.zz - s.yz * s.yz) - s.xy * (s.xy * s.zz - s.yz * s.xz) + s.xz * (s.xy * s.yz - s.yy * s.xz);
        return s.xx > -slack && s.yy > -slack && s.zz > -slack && d2 > -slack * abs(s.xx + s.yy) &&
               s.xx * s.zz - s.xz * s.xz > -slack * abs(s.xx + s.zz) && s.yy * s.zz - s.yz * s.yz > -slack * abs(s.yy + s.zz) &&
               d3 > -slack * abs(s.xx + s.yy + s.zz) * abs(s.xx + s.yy + s.zz);
    };
    const bool massless = row.mass == 0 && size == 0 && I.xy == 0 && I.xz == 0 && I.yz == 0;
    if (!massless && !row.trust_inertia) {
        LIMB_REFUSE(!minors({I.xx, I.xy, I.xz, I.yy, I.yz, I.zz}, 0), i, inertia_not_positive_definite);
        const bool real = minors({half - I.xx, -I.xy, -I.xz, half - I.yy, -I.yz, half - I.zz}, 1e-6 * size);
        LIMB_REFUSE(!real, i, inertia_breaks_triangle_inequality);
    }

    LIMB_REFUSE(!finite(row.rest) || !finite(row.friction_velocity), i, not_finite);
    LIMB_REFUSE(row.damping < 0, i, negative_damping);
    LIMB_REFUSE(row.friction < 0, i, negative_friction);
    LIMB_REFUSE(!(row.friction_velocity > 0), i, friction_velocity_not_positive);
    LIMB_REFUSE(row.stiffness < 0, i, negative_stiffness);
    LIMB_REFUSE(row.joint == Joint::floating && row.stiffness != 0, i, stiffness_of_floating_root);
    LIMB_REFUSE(has_quaternion(row.joint) && row.rest != 0, i, rest_of_quaternion);
}

}  // namespace limb::table
