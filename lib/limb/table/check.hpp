#pragma once
// The checks of tree(): each mistake has a name and a sentence in error.hpp. Those of a row are here; those of a body, which is
// a row with all that is fixed to it, in check_bodies.hpp.
#include <utility>
#include "limb/table/error.hpp"
#include "limb/table/freedoms.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal::table {

// Literals have no order: asked for it, the compiler stops and prints both, which is how they come into its first error.
constexpr void refuse_name(const char* name, const char* mistake) {
    if (name < mistake || *mistake != 0) error::wrong_table();
}
// the row's number as a template argument: g++ prints no other
template <int row> constexpr void wrong_row(const char* name, const char* mistake) {
    if (name < mistake || *mistake != 0) error::wrong_table();
}
template <int... r> constexpr void refuse_one_of(std::integer_sequence<int, r...>, int row, const char* name, const char* mistake) {
    ((r == row ? wrong_row<r>(name, mistake) : void()), ...);
}
template <int N> constexpr void refuse(int row, const char* name, const char* mistake) {
    refuse_one_of(std::make_integer_sequence<int, N>{}, row, name, mistake);
}
#define LIMB_REFUSE(condition, row, mistake) \
    if (condition) refuse<N>(row, rows[row].name, error::mistake)

// Rows of any table, of a tree, of loops or of springs, by name: the place of one, -1 if there is none
template <class AnyRow, int N> constexpr int row_named(const AnyRow (&rows)[N], const char* name) {
    for (int i = 0; i < N; i++) if (same(rows[i].name, name)) return i;
    return -1;
}
// likewise; if there is none, this does not compile
template <class AnyRow, int N> consteval int known_row(const AnyRow (&rows)[N], const char* name) {
    const int i = row_named(rows, name);
    if (i < 0) refuse_name(name, error::unknown_name);
    return i;
}
template <class AnyRow, int N> constexpr void check_name(const AnyRow (&rows)[N], int i) {
    LIMB_REFUSE(*rows[i].name == 0, i, missing_name);
    LIMB_REFUSE(row_named(rows, rows[i].name) < i, i, duplicate_name);
}

// parent row of each row (-1: the world)
template <int N> struct Parents { int of[N]; };

template <int N> constexpr Parents<N> parents(const Row (&rows)[N]) {
    Parents<N> p{};
    int root = -1;
    for (int i = 0; i < N; i++) {
        check_name(rows, i);
        p.of[i] = i - 1;
        if (*rows[i].parent != 0) {   // no comparison with nullptr: with sanitizers that is no constant expression
            const bool world = same(rows[i].parent, "world");
            p.of[i] = world ? -1 : row_named(rows, rows[i].parent);
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

constexpr bool same(Vec a, Vec b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
constexpr bool same(Mat a, Mat b) { return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z); }

constexpr bool takes_axis(Joint j) {
    return j == Joint::revolute || j == Joint::prismatic || j == Joint::helical || j == Joint::universal || j == Joint::cylindrical;
}
// Beyond two turns and whole numbers up to two turns in degrees: radians of many turns hardly ever are.
constexpr bool looks_like_degrees(double lower, double upper) {
    const auto whole = [](double x) { return abs(x) <= 720 && x == int(x); };
    return whole(lower) && whole(upper) && (abs(lower) > 12.6 || abs(upper) > 12.6);
}

template <int N> constexpr void check_row(const Row (&rows)[N], int i) {
    const Row& row = rows[i];
    const Row other{};
    LIMB_REFUSE(!all_finite(row), i, not_finite);
    LIMB_REFUSE(row.mass < 0, i, negative_mass);

    const Freedoms f = freedoms_of(row);
    for (int k = 0; k < f.count; k++) LIMB_REFUSE(abs(norm(f.of[k].axis) - 1) > 1e-6, i, axis_not_unit);
    LIMB_REFUSE(row.joint == Joint::universal && norm(cross(row.axis, row.axis2)) < 1e-3, i, universal_axes_parallel);
    LIMB_REFUSE(row.joint == Joint::helical && row.pitch == 0, i, helical_without_pitch);
    LIMB_REFUSE(!takes_axis(row.joint) && !same(row.axis, other.axis), i, joint_has_no_axis);
    LIMB_REFUSE(row.joint != Joint::universal && !same(row.axis2, other.axis2), i, joint_has_no_axis2);
    LIMB_REFUSE(row.joint != Joint::helical && row.pitch != 0, i, joint_has_no_pitch);

    LIMB_REFUSE(row.rotor != 0 && f.count != 1, i, rotor_needs_one_axis);
    LIMB_REFUSE(row.rotor < 0 || row.armature < 0, i, negative_rotor);
    LIMB_REFUSE(row.rotor != 0 && row.gear == 0, i, gear_is_zero);
    LIMB_REFUSE((row.rotor != 0 || row.armature != 0) && has_quaternion(row.joint), i, rotor_needs_one_axis);
    LIMB_REFUSE(f.count == 0 && (row.armature != 0 || row.stiffness != 0 || row.rest != 0 || row.damping != 0 || row.friction != 0),
                i, fixed_row_moves_not);

    LIMB_REFUSE(!is_rotation(row.rotation), i, rotation_not_orthonormal);
    LIMB_REFUSE(row.joint == Joint::floating && !(same(row.at, other.at) && same(row.rotation, other.rotation)), i, place_of_floating_root);

    LIMB_REFUSE(row.damping < 0, i, negative_damping);
    LIMB_REFUSE(row.friction < 0, i, negative_friction);
    LIMB_REFUSE(!(row.friction_velocity > 0), i, friction_velocity_not_positive);
    LIMB_REFUSE(row.stiffness < 0, i, negative_stiffness);
    LIMB_REFUSE(row.joint == Joint::floating && row.stiffness != 0, i, stiffness_of_floating_root);
    LIMB_REFUSE(has_quaternion(row.joint) && row.rest != 0, i, rest_of_quaternion);

    LIMB_REFUSE(row.lower > row.upper, i, limits_reversed);
    LIMB_REFUSE(row.velocity_limit < 0 || row.effort_limit < 0, i, negative_limit);
    LIMB_REFUSE(has_quaternion(row.joint) && (row.lower != 0 || row.upper != 0), i, limits_of_quaternion);
    const bool turns = f.count > 0 && has_angle(f.of[0].kind);
    LIMB_REFUSE(turns && !row.trust_units && looks_like_degrees(row.lower, row.upper), i, units_of_limits);
}

}  // namespace limb::internal::table

#pragma GCC diagnostic pop
