#pragma once
// A robot's table as JSON on standard output, every number such that it reads back to the same double. A row's fields
// are those of limb::Row, by their names; vectors are lists, a rotation is the list of its rows, an inertia is xx yy zz
// xy xz yz.
#include <cstdio>
#include <ranges>

#include "limb/tree.hpp"

namespace as_json {

inline void print(const char* text) {
    std::putchar('"');
    for (; *text != 0; ++text) {
        const auto c = static_cast<unsigned char>(*text);
        if (c < 0x20)
            std::printf("\\u%04x", unsigned(c));
        else if (c == '"' || c == '\\')
            std::printf("\\%c", c);
        else
            std::putchar(c);
    }
    std::putchar('"');
}
inline void print(double x) { std::printf("%.17g", x); }
inline void print(int x) { std::printf("%d", x); }
inline void print(bool x) { std::fputs(x ? "true" : "false", stdout); }
inline void print(limb::Joint joint) { print(limb::joint_name(joint)); }
template <std::ranges::range List> void print(const List& list) {
    const char* before = "[";
    for (const auto& x : list) std::fputs(before, stdout), print(x), before = ", ";
    std::fputs(before[0] == '[' ? "[]" : "]", stdout);
}
inline void print(std::initializer_list<double> list) { print<std::initializer_list<double>>(list); }
inline void print(const limb::Vector<double>& v) { print({v.x, v.y, v.z}); }
inline void print(const limb::Rotation<double>& R) {
    print(std::initializer_list<std::initializer_list<double>>{
        {R.x.x, R.x.y, R.x.z}, {R.y.x, R.y.y, R.y.z}, {R.z.x, R.z.y, R.z.z}});
}
inline void print(const limb::Inertia& I) { print({I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}); }

inline void field(const char* name, const auto& value) {
    std::printf(", \"%s\": ", name);
    print(value);
}

// "dof", "positions" and "rows", the members of an object: of each row what was given, its parent by name, where its
// numbers start in q (position) and in qd (freedom), and how many they are
template <const auto& robot> void print_table() {
    const auto parents = limb::internal::table::parents(robot.given);
    std::printf("\"dof\": %d, \"positions\": %d, \"rows\": [", robot.dof, robot.positions);
    for (int i = 0; i < robot.rows; ++i) {
        limb::Row row = robot.given[i];
        row.parent = parents.of[i] < 0 ? "world" : robot.given[parents.of[i]].name;
        std::printf("%s\n  {\"row\": %d", i == 0 ? "" : ",", i);
        limb::for_each_field([&](const char* name, auto which) { field(name, row.*which); });
        field("position", robot.row_position[i]);
        field("freedom", robot.row_dof[i]);
        field("numbers", limb::numbers_in_q(row.joint));
        field("freedoms", limb::freedoms(row.joint));
        std::putchar('}');
    }
    std::printf("\n]");
}

}  // namespace as_json
