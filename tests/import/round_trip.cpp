// Robots that went out as URDF or MJCF and came back: every row's fields, and inverse dynamics in double, bit for bit.
// tables.hpp, made by round_trip.py, includes both and names the pairs.
#include <cstdio>
#include <cstring>

#include "tables.hpp"

namespace {

static_assert(sizeof(void*) != 8 || sizeof(limb::Row) == 360,
              "Row has another field: tools/importer's Row and rows.cpp need it, too");

int mistakes = 0;

bool same(const char* a, const char* b) { return std::strcmp(a, b) == 0; }
bool same(limb::internal::Vec3<double> a, limb::internal::Vec3<double> b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// revolute_x is revolute about x
limb::internal::table::Freedoms freedoms(const limb::Row& row) { return limb::internal::table::freedoms_of(row); }

bool same_joint(const limb::Row& a, const limb::Row& b) {
    const auto x = freedoms(a), y = freedoms(b);
    bool same_freedoms = x.count == y.count;
    for (int k = 0; k < x.count; ++k)
        same_freedoms = same_freedoms && x.of[k].kind == y.of[k].kind && same(x.of[k].axis, y.of[k].axis);
    return same_freedoms && a.pitch == b.pitch;
}

template <class Tree> const char* parent(const Tree& robot, int i) {
    const char* given = robot.given[i].parent;
    return *given != 0 ? given : i == 0 ? "world" : robot.given[i - 1].name;
}

void check(bool ok, const char* robot, const char* row, const char* what) {
    if (ok) return;
    std::printf("%s: %s of %s differs\n", robot, what, row);
    ++mistakes;
}

template <const auto& a, const auto& b> void compare_rows(const char* name) {
    static_assert(a.rows == b.rows);
    for (int i = 0; i < a.rows; ++i) {
        const limb::Row &x = a.given[i], &y = b.given[i];
        const limb::Inertia &I = x.inertia, &K = y.inertia;
        check(same(x.name, y.name) && same(parent(a, i), parent(b, i)), name, x.name, "name or parent");
        check(same_joint(x, y), name, x.name, "joint");
        check(same(x.at, y.at) && same(x.rotation.x, y.rotation.x) && same(x.rotation.y, y.rotation.y) &&
                  same(x.rotation.z, y.rotation.z),
              name, x.name, "frame");
        check(x.mass == y.mass && same(x.com, y.com) && I.xx == K.xx && I.yy == K.yy && I.zz == K.zz && I.xy == K.xy &&
                  I.xz == K.xz && I.yz == K.yz && x.trust_inertia == y.trust_inertia && x.trust_units == y.trust_units,
              name, x.name, "inertia");
        check(x.armature == y.armature && x.rotor == y.rotor && x.gear == y.gear && x.damping == y.damping &&
                  x.friction == y.friction && x.stiffness == y.stiffness && x.rest == y.rest &&
                  x.friction_velocity == y.friction_velocity,
              name, x.name, "drive");
        check(x.lower == y.lower && x.upper == y.upper && x.velocity_limit == y.velocity_limit &&
                  x.effort_limit == y.effort_limit,
              name, x.name, "limit");
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
