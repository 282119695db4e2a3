#pragma once
// Where springs and loops are attached: a point of a row's body, or of the world. How it moves, from world_kinematics.
// On a driven base (limb::Base) "the world" is the base: what is attached depends on q and qd only.
#include "limb/model/world_kinematics.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

namespace table {

// the row of that name, -1 for "world", -2 if there is none
template <const auto& robot> constexpr int attached_row(const char* name) {
    if (same(name, "world")) return -1;
    const int r = row_named(robot.given, name);
    return r < 0 ? -2 : r;
}
template <const auto& robot> constexpr int attached_body(int row) { return row < 0 ? -1 : robot.frame[row].body; }

// What every table of attachments is checked for: names, rows that exist, two different bodies.
template <const auto& robot, class AnyRow, int N> constexpr void check_attachment(const AnyRow (&rows)[N], int a, int b, int i) {
    check_name(rows, i);
    LIMB_REFUSE(a < -1 || b < -1, i, unknown_row);
    LIMB_REFUSE(attached_body<robot>(a) == attached_body<robot>(b), i, both_ends_on_one_body);
}

}  // namespace table

// The frame of a row (-1: the world) moved to the point `at` of it, in the world's axes.
template <const auto& robot, class T>
constexpr BodyAcceleration<T> attachment(const WorldKinematics<robot, T>& s, int row, const Vector<T>& at) {
    const T one(1.0f), none(0.0f);
    const Vector<T> zero{none, none, none};
    if (row < 0) return {{{{{one, none, none}, {none, one, none}, {none, none, one}}, at}, zero, zero}, zero, zero};
    BodyAcceleration<T> p = s.row[std::size_t(row)];
    const auto arm = p.rotation * at;
    p.position = p.position + arm;
    p.velocity = p.velocity + cross(p.angular_velocity, arm);
    p.acceleration = p.acceleration + rate(p.angular_velocity, p.angular_acceleration) * arm;
    return p;
}

}  // namespace limb::internal

#pragma GCC diagnostic pop
