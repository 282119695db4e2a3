#pragma once
// What the joints of a table consist of: one to three elementary freedoms in a row, each of which becomes a body of its own
// (all but the last without mass), so that every sweep knows elementary freedoms only. A new joint is a line here.
#include "limb/table/table_math.hpp"

namespace limb::internal {

enum class Kind {
    revolute, prismatic, floating,
    helical,   // turns about z and slides pitch along it for every radian
    hinge_z,   // the first freedom of a spherical joint: the attitude in q, then a turn about z that is always at zero
    hinge_yx,  // its other two: turns about y, then x that are always at zero
};
constexpr bool has_angle(Kind k) { return k == Kind::revolute || k == Kind::helical; }   // of which sine and cosine are taken

constexpr int most_bodies(int rows) { return 3 * rows; }

namespace table {

struct Freedom { Kind kind = Kind::revolute; Vec axis{}; int number = 0; };   // number: its place among the row's in qd (and q)
struct Freedoms { int count = 0; Freedom of[3]{}; };

constexpr Vec x_axis{1, 0, 0}, y_axis{0, 1, 0}, z_axis{0, 0, 1};

constexpr Freedoms freedoms_of(const Row& row) {
    const auto one = [](Kind kind, Vec axis) { return Freedoms{1, {{kind, axis, 0}}}; };
    switch (row.joint) {
        case Joint::fixed:       return Freedoms{};
        case Joint::revolute_x:  return one(Kind::revolute, x_axis);
        case Joint::revolute_y:  return one(Kind::revolute, y_axis);
        case Joint::revolute_z:  return one(Kind::revolute, z_axis);
        case Joint::revolute:    return one(Kind::revolute, row.axis);
        case Joint::prismatic_x: return one(Kind::prismatic, x_axis);
        case Joint::prismatic_y: return one(Kind::prismatic, y_axis);
        case Joint::prismatic_z: return one(Kind::prismatic, z_axis);
        case Joint::prismatic:   return one(Kind::prismatic, row.axis);
        case Joint::floating:    return one(Kind::floating, z_axis);
        case Joint::helical:     return one(Kind::helical, row.axis);
        case Joint::universal:   return {2, {{Kind::revolute, row.axis, 0}, {Kind::revolute, row.axis2, 1}}};
        case Joint::cylindrical: return {2, {{Kind::revolute, row.axis, 0}, {Kind::prismatic, row.axis, 1}}};
        case Joint::planar:      return {3, {{Kind::prismatic, x_axis, 0}, {Kind::prismatic, y_axis, 1}, {Kind::revolute, z_axis, 2}}};
        case Joint::spherical:   // spherical.hpp
            return {3, {{Kind::hinge_z, z_axis, 2}, {Kind::hinge_yx, y_axis, 1}, {Kind::hinge_yx, x_axis, 0}}};
    }
    return Freedoms{};
}

}  // namespace table

// does its q start with a unit quaternion? How many numbers it has in qd, and in q
constexpr bool has_quaternion(Joint j) { return j == Joint::floating || j == Joint::spherical; }
constexpr int freedoms(Joint j) { return j == Joint::floating ? 6 : table::freedoms_of({.joint = j}).count; }
constexpr int numbers_in_q(Joint j) { return freedoms(j) + (has_quaternion(j) ? 1 : 0); }

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Kind; using internal::has_angle; using internal::freedoms; using internal::numbers_in_q;

}  // namespace limb
