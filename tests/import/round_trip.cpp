// Robots that went out as URDF or MJCF and came back: every row's fields, and inverse dynamics in double, bit for bit.
// tables.hpp, made by round_trip.py, includes both and names the pairs.
#include <cstdio>
#include <cstring>
#include <string_view>

#include "tables.hpp"

namespace {

int mistakes = 0;

bool same(const char* a, const char* b) { return std::strcmp(a, b) == 0; }
bool same(limb::Vector<double> a, limb::Vector<double> b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
bool same(limb::Rotation<double> a, limb::Rotation<double> b) {
    return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}
bool same(limb::Inertia a, limb::Inertia b) {
    return a.xx == b.xx && a.yy == b.yy && a.zz == b.zz && a.xy == b.xy && a.xz == b.xz && a.yz == b.yz;
}
bool same(double a, double b) { return a == b; }

// revolute_x is revolute about x
limb::internal::table::Freedoms freedoms(const limb::Row& row) { return limb::internal::table::freedoms_of(row); }

bool same_joint(const limb::Row& a, const limb::Row& b) {
    const auto x = freedoms(a), y = freedoms(b);
    bool same_freedoms = x.count == y.count;
    for (int k = 0; k < x.count; ++k)
        same_freedoms = same_freedoms && x.of[k].kind == y.of[k].kind && same(x.of[k].axis, y.of[k].axis);
    return same_freedoms;
}

template <class Tree> const char* parent(const Tree& robot, int i) {
    const char* given = robot.given[i].parent;
    return *given != 0 ? given : i == 0 ? "world" : robot.given[i - 1].name;
}

void check(bool ok, const char* robot, const char* row, std::string_view what) {
    if (ok) return;
    std::printf("%s: %.*s of %s differs\n", robot, static_cast<int>(what.size()), what.data(), row);
    ++mistakes;
}

template <const auto& a, const auto& b> void compare_rows(const char* name) {
    static_assert(a.rows == b.rows);
    for (int i = 0; i < a.rows; ++i) {
        const limb::Row &x = a.given[i], &y = b.given[i];
        check(same(parent(a, i), parent(b, i)), name, x.name, "parent");
        check(same_joint(x, y), name, x.name, "joint");
        limb::for_each_field([&](std::string_view field, auto which) {
            if constexpr (requires { same(x.*which, y.*which); })
                check(field == "parent" || field == "axis" || same(x.*which, y.*which), name, x.name, field);
        });
    }
}

// Looped: one small code for every body, so that this compiles quickly.
template <const auto& robot> constexpr auto looped = limb::in_form(limb::Form::looped, robot);

template <const auto& a, const auto& b> void compare_torques(const char* name) {
    const auto torques = []<const auto& robot>() {
        limb::Positions<robot, double> q{};
        limb::Joints<robot, double> qd{}, qdd{};
        for (std::size_t i = 0; i < q.size(); ++i) q[i] = 0.1 + 0.37 * double(i % 7);
        for (std::size_t i = 0; i < qd.size(); ++i) qd[i] = 1 - 0.3 * double(i % 5), qdd[i] = 0.5 * double(i % 3) - 0.7;
        return limb::inverse_dynamics<robot>(q, qd, qdd);
    };
    const auto x = torques.template operator()<looped<a>>();
    const auto y = torques.template operator()<looped<b>>();
    static_assert(sizeof x == sizeof y);
    check(std::memcmp(x.data(), y.data(), sizeof x) == 0 && x[0] == x[0], name, "all rows", "inverse dynamics");
}

}  // namespace

int main() {
#define PAIR(a, b) compare_rows<robots::a, robots::b>(#b);
#define MOVED(a, b) PAIR(a, b) compare_torques<robots::a, robots::b>(#b);
    PAIRS
    if (mistakes == 0) std::printf("every robot came back\n");
    return mistakes == 0 ? 0 : 1;
}
