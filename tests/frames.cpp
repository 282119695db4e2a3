// The frames that limb chooses for the bodies: at q = 0 they put every row, and what it weighs, where the table's own frames put it,
// and the constants that they are chosen for are gone. All at compile time.
#include "limb/table/frames.hpp"

#include "small_robots.hpp"
#include "static_laws.hpp"

namespace {

using namespace small_robots;
using limb::Form;
using limb::internal::table::Mat;
using limb::internal::table::Vec;

// ---- the same place by both ways

struct Place {  // x_world = R x + p
    Mat R{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Vec p{0, 0, 0};
};
constexpr Place operator*(const Place& a, const Place& b) { return {a.R * b.R, a.p + a.R * b.p}; }
constexpr double largest(Vec v) {
    double m = 0;
    for (const double x : {v.x, v.y, v.z}) m = x > m ? x : -x > m ? -x : m;
    return m;
}
constexpr bool near(const Place& a, const Place& b) {
    const Mat d = a.R - b.R;
    return largest(a.p - b.p) < 1e-12 && largest(d.x) < 1e-12 && largest(d.y) < 1e-12 && largest(d.z) < 1e-12;
}

// by the table: every row in its parent's frame
template <int n> constexpr Place by_rows(const limb::Tree<n>& robot, int row) {
    const limb::Row& given = robot.given[row];
    const Place here{given.rotation, given.at};
    int parent = limb::internal::table::same(given.parent, "world") ? -1 : row - 1;  // the row above, unless it names another one
    for (int i = 0; i < n; ++i)
        if (limb::internal::table::same(robot.given[i].name, given.parent)) parent = i;
    return parent < 0 ? here : by_rows(robot, parent) * here;
}
// by the bodies: each in its parent's frame by its constants, as tree.hpp explains them; then the row's in its body's
template <int n> constexpr Place by_bodies(const limb::Tree<n>& robot, int body) {
    if (body < 0) return {};
    const double(&k)[limb::internal::constants] = robot.body[body].constant;
    const limb::Kind kind = robot.body[body].kind;
    const bool slides = kind == limb::Kind::prismatic || kind == limb::Kind::floating;
    const Mat tilted = limb::internal::table::about_z({k[limb::internal::sin_beta], k[limb::internal::cos_beta]}) * limb::internal::table::about_x({k[limb::internal::sin_alpha], k[limb::internal::cos_alpha]});
    const Place joint{slides ? tilted : tilted * limb::internal::table::about_z(limb::sin_cos(k[limb::internal::whole_offset])),
                      slides ? tilted * Vec{0, 0, k[limb::internal::offset]} : Vec{k[limb::internal::rx], k[limb::internal::ry], k[limb::internal::rz]}};
    return by_bodies(robot, robot.body[body].parent) * joint;
}
template <int n> constexpr bool rows_stay_where_they_are(const limb::Tree<n>& robot) {
    const Place world{robot.world.rotation, robot.world.origin};  // in the base's frame
    for (int row = 0; row < n; ++row) {
        const limb::internal::RowFrame& frame = robot.frame[row];
        if (!near(world * by_rows(robot, row), by_bodies(robot, frame.body) * Place{frame.rotation, frame.origin})) return false;
    }
    return true;
}
// mass, first and second moments of all, about the base's origin: rows are folded, bodies lumped, and nothing gets lost
template <int n> constexpr bool mass_stays_where_it_is(const limb::Tree<n>& robot) {
    using limb::internal::table::moved;
    limb::internal::table::Pseudo rest = robot.grounded;
    for (int body = 0; body < robot.bodies; ++body) {
        const double(&k)[limb::internal::constants] = robot.body[body].constant;
        const Place at = by_bodies(robot, body);
        rest = rest + moved(at.R, at.p, {{k[limb::internal::Sxx], k[limb::internal::Sxy], k[limb::internal::Sxz], k[limb::internal::Syy], k[limb::internal::Syz], k[limb::internal::Szz]},
                                         {k[limb::internal::hx], k[limb::internal::hy], k[limb::internal::hz]}, k[limb::internal::mass]});
    }
    for (int row = 0; row < n; ++row) {
        const limb::Row& given = robot.given[row];
        const Place at = Place{robot.world.rotation, robot.world.origin} * by_rows(robot, row);
        rest = rest - moved(at.R, at.p, limb::internal::table::pseudo(given.mass, given.com, given.inertia));
    }
    return largest({rest.S.xx, rest.S.xy, rest.S.xz}) < 1e-12 && largest({rest.S.yy, rest.S.yz, rest.S.zz}) < 1e-12 &&
           largest(rest.h) < 1e-12 && largest({rest.m, 0, 0}) < 1e-12;
}
template <int n> constexpr bool is_the_robot_of_its_table(const limb::Tree<n>& robot) { return rows_stay_where_they_are(robot) && mass_stays_where_it_is(robot); }
template <int n> constexpr bool in_both_forms(const limb::Tree<n>& robot) {
    return is_the_robot_of_its_table(limb::in_form(Form::unrolled, robot)) && is_the_robot_of_its_table(limb::in_form(Form::looped, robot));
}

// clang-format off
// fixed rows below, between and on fixed rows; a slide on a turn, off its axis
constexpr limb::Row bench_rows[] = {
    {.name = "pedestal", .joint = fixed,                              .at = {0.1, 0.2, 0.5},   .rotation = limb::rpy(0.2, 0.3, 0.4),  .mass = 2, .com = {0.1, 0, 0.1},   .inertia = {0.1, 0.11, 0.1}},
    {.name = "turret",   .joint = revolute, .axis = {0.48, 0.64, 0.6}, .at = {0.2, -0.1, 0.3},  .rotation = limb::rpy(-0.3, 0.1, 0.2), .mass = 1, .com = {0.1, 0.2, 0},   .inertia = {0.01, 0.02, 0.02}},
    {.name = "bracket",  .joint = fixed,                              .at = {0.2, 0.3, 0.1},   .rotation = limb::rpy(0.5, -0.4, 0.1), .mass = 1, .com = {0, -0.1, 0.2},  .inertia = {0.02, 0.01, 0.02}},
    {.name = "plate",    .joint = fixed,                              .at = {-0.1, 0.2, 0.3},  .rotation = limb::rpy(0.1, 0.6, -0.5), .mass = 1, .com = {0.3, 0.1, 0},   .inertia = {0.02, 0.02, 0.03}},
    {.name = "fore",     .joint = revolute, .axis = {0.6, 0, 0.8},     .at = {0.1, 0.3, 0.2},   .rotation = limb::rpy(0.7, 0.2, 0.3),  .mass = 1, .com = {0, 0.2, 0.1},   .inertia = {0.02, 0.02, 0.01}},
    {.name = "slide",    .joint = prismatic, .axis = {0, 0.6, 0.8},    .at = {0.3, -0.2, 0.1},  .rotation = limb::rpy(0.1, 0.4, 0.6),  .mass = 1, .com = {0.1, 0, 0.1},   .inertia = {0.02, 0.02, 0.02}},
    {.name = "wrist",    .joint = revolute, .axis = {0.8, 0.6, 0},     .at = {0.1, 0.2, 0.4},   .rotation = limb::rpy(0.3, 0.3, 0.1),  .mass = 1, .com = {0.2, 0, 0.1},   .inertia = {0.02, 0.03, 0.02}},
};
// clang-format on
constexpr auto bench = limb::tree(bench_rows);
static_assert(in_both_forms(crane) && in_both_forms(walker) && in_both_forms(lamp) && in_both_forms(puck) && in_both_forms(bench));

// ---- what the choice is for

// clang-format off
constexpr limb::Row skew_rows[] = {   // no two axes meet or are parallel
    {.name = "1", .joint = revolute, .axis = {0.48, 0.64, 0.6}, .at = {0.1, 0.2, 0.3},                                       .mass = 1, .com = {0.1, 0.2, 0.3}, .inertia = {0.02, 0.03, 0.025, 0.001, 0.002, 0.003}},
    {.name = "2", .joint = revolute, .axis = {0.6, 0, 0.8},     .at = {0.3, 0.1, 0.2},  .rotation = limb::rpy(0.3, 0.2, 0.1), .mass = 1, .com = {0.1, 0.2, 0.3}, .inertia = {0.02, 0.03, 0.025, 0.001, 0.002, 0.003}},
    {.name = "3", .joint = revolute, .axis = {0, 0.28, 0.96},   .at = {0.2, -0.1, 0.3}, .rotation = limb::rpy(0.1, 0.5, 0.2), .mass = 1, .com = {0.1, 0.2, 0.3}, .inertia = {0.02, 0.03, 0.025, 0.001, 0.002, 0.003}},
    {.name = "4", .joint = revolute, .axis = {0.8, 0.6, 0},     .at = {0.1, 0.3, -0.2}, .rotation = limb::rpy(0.2, 0.1, 0.4), .mass = 1, .com = {0.1, 0.2, 0.3}, .inertia = {0.02, 0.03, 0.025, 0.001, 0.002, 0.003}},
};
// clang-format on
constexpr auto skew = limb::tree(skew_rows);
static_assert(is_the_robot_of_its_table(skew));

// the number `which` of a body, known to be zero (or, of a cosine, one)?
template <int n> constexpr bool vanishes(const limb::Tree<n>& robot, int body, limb::internal::Constant which) {
    return robot.body[body].constant[which] == (which == limb::internal::cos_alpha || which == limb::internal::cos_beta ? 1 : 0);
}
// The base's frame is the first body's. Of a body that is fitted to its main child, x lies along the common normal of both axes:
// the child's beta is zero, and the height on the axis is such that its r has no z.
constexpr bool frames_are_fitted_to_main_children() {
    for (const auto which : {limb::internal::sin_alpha, limb::internal::sin_beta, limb::internal::rx, limb::internal::ry, limb::internal::rz})
        if (!vanishes(skew, 0, which)) return false;
    for (int body = 1; body < skew.bodies; ++body)
        for (const auto which : {limb::internal::sin_beta, limb::internal::cos_beta, limb::internal::rz})
            if (!vanishes(skew, body, which)) return false;
    return true;
}
static_assert(frames_are_fitted_to_main_children());
// and what nothing chooses stays: the robot is as general as it looks
static_assert(!vanishes(skew, 1, limb::internal::sin_alpha) && !vanishes(skew, 1, limb::internal::rx) && !vanishes(skew, 3, limb::internal::hx));
// A tip's x is free: that of the centre of mass, of a principal axis or of no offset, whichever saves most.
static_assert(vanishes(skew, 3, limb::internal::hy) || vanishes(skew, 3, limb::internal::Sxy) || vanishes(skew, 3, limb::internal::offset));
// A slide does not care where its frame is.
static_assert(vanishes(crane, 1, limb::internal::rx) && vanishes(crane, 1, limb::internal::ry) && vanishes(crane, 1, limb::internal::rz));

// Parallel axes are found, though rounding has turned them.
constexpr auto parallel = limb::tree({
    {.name = "upper", .joint = revolute_y, .rotation = limb::rpy(0.3, 0.2, 0.1), .mass = 1, .com = {0.3, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
    {.name = "lower", .joint = revolute_y, .at = {0.5, 0, 0}, .rotation = limb::rpy(0, 0.7, 0), .mass = 1, .com = {0.3, 0, 0.1}, .inertia = {0.01, 0.02, 0.02}},
});
static_assert(vanishes(parallel, 1, limb::internal::sin_alpha) && vanishes(parallel, 1, limb::internal::cos_alpha) && parallel.body[0].before_turn && parallel.body[1].adds_angle);
static_assert(is_the_robot_of_its_table(parallel));

// A fixed row is a frame of its parent's body.
static_assert(bench.bodies == 4 && bench.frame[2].body == 0 && bench.frame[3].body == 0 && bench.frame[0].body == -1);

}  // namespace
