// Closed loops, and joints of several freedoms, against Simbody: another engine, built from the same tables. Where
// Simbody is installed (Debian: libsimbody-dev).
#include <vector>

#include "engines/simbody.hpp"
#include "laws.hpp"
#include "mechanisms.hpp"

void setUp() {}
void tearDown() {}

namespace {

using namespace mechanisms;
using laws::Error, laws::Worst;
using limb::LoopStatus;
using T = double;

void copy(double (&to)[3], const limb::internal::Vec3<double>& v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

void copy(double (&to)[9], const limb::Rotation<double>& R) {
    int k = 0;
    for (const auto& line : {R.x, R.y, R.z})
        for (const double x : {line.x, line.y, line.z}) to[k++] = x;
}

// the table of a robot for Simbody
template <const auto& robot> std::vector<simbody::Row> rows_of() {
    std::vector<simbody::Row> rows;
    for (int r = 0; r < robot.rows; ++r) {
        const limb::Row& row = robot.given[r];
        simbody::Row out{};
        out.parent = r - 1;
        for (int p = 0; p < robot.rows; ++p)
            if (limb::internal::table::same(row.parent, robot.given[p].name)) out.parent = p;
        copy(out.axis, row.axis);
        copy(out.axis2, row.axis2);
        switch (row.joint) {
            case revolute_y:
                out.joint = simbody::Joint::pin;
                copy(out.axis, {0, 1, 0});
                break;
            case revolute_z:
                out.joint = simbody::Joint::pin;
                copy(out.axis, {0, 0, 1});
                break;
            case revolute:
                out.joint = simbody::Joint::pin;
                break;
            case prismatic_x:
                out.joint = simbody::Joint::slider;
                copy(out.axis, {1, 0, 0});
                break;
            case prismatic:
                out.joint = simbody::Joint::slider;
                break;
            case spherical:
                out.joint = simbody::Joint::ball;
                break;
            case floating:
                out.joint = simbody::Joint::free;
                break;
            case universal:
                out.joint = simbody::Joint::universal;
                break;  // axes at right angles only
            case fixed:
                out.joint = simbody::Joint::weld;
                break;
            default:
                TEST_FAIL_MESSAGE("a joint that this comparison does not know");
        }
        copy(out.at, row.at);
        copy(out.rotation, row.rotation);
        out.mass = row.mass;
        copy(out.com, row.com);
        const double inertia[] = {row.inertia.xx, row.inertia.yy, row.inertia.zz,
                                  row.inertia.xy, row.inertia.xz, row.inertia.yz};
        for (int k = 0; k < 6; ++k) out.inertia[k] = inertia[k];
        rows.push_back(out);
    }
    return rows;
}
// its loops; of a planar mechanism's pin the point is all there is
template <const auto& loops> std::vector<simbody::Loop> loops_of(bool planar) {
    std::vector<simbody::Loop> all;
    for (int l = 0; l < loops.count; ++l) {
        const limb::LoopRow& loop = loops.given[l];
        simbody::Loop out{};
        using enum simbody::Loop::Kind;
        constexpr simbody::Loop::Kind kinds[] = {ball, pin, weld, rod, universal, point_on_line};  // as in limb::Loop
        out.kind = planar && loop.joint == Loop::pin ? ball : kinds[static_cast<int>(loop.joint)];
        out.a = loops.a[l];
        out.b = loops.b[l];
        out.distance = loop.distance;
        copy(out.a_at, loop.a_at);
        copy(out.b_at, loop.b_at);
        copy(out.a_axis, loop.a_axis);
        copy(out.b_axis, loop.b_axis);
        copy(out.rotation, loop.rotation);
        all.push_back(out);
    }
    return all;
}

template <const auto& robot, const auto& loops>
void agrees_with_simbody(const limb::Positions<robot, T>& near, bool planar = false) {
    constexpr double tolerance = 1e-10;
    Worst motion{"motion"}, force{"force"}, moment{"moment"};
    states::Random random(7);
    for (int i = 0; i < 5; ++i) {
        auto start = near;
        limb::Joints<robot, T> shake, qd, tau;
        random.fill(shake, 0.3f);
        random.fill(qd, 2);
        random.fill(tau, 5);
        start = limb::integrate<robot>(start, shake, 1);
        const auto closed = limb::close_loops<robot, loops>(start);
        const auto moving = limb::close_velocities<robot, loops>(closed.q, qd);
        TEST_ASSERT_TRUE(closed.status == LoopStatus::ok && moving.status == LoopStatus::ok);
        const auto got = limb::loop_forward_dynamics<robot, loops>(closed.q, moving.qd, tau);
        TEST_ASSERT_TRUE(got.status == LoopStatus::ok);

        const auto expected = simbody::accelerate(rows_of<robot>(), loops_of<loops>(planar), closed.q.data(),
                                                  moving.qd.data(), tau.data());
        TEST_ASSERT_EQUAL_INT(robot.dof, static_cast<int>(expected.qdd.size()));
        motion.see(laws::difference(got.qdd, expected.qdd));
        const auto see = [](Worst& worst, double size, const limb::Vector<T>& of_limb, const double(&of_simbody)[3]) {
            Error error;
            error.at_least(size);
            const double numbers[] = {of_limb.x, of_limb.y, of_limb.z};
            for (int k = 0; k < 3; ++k) error.see(numbers[k], of_simbody[k]);
            worst.see(error);
        };
        for (int l = 0; l < loops.count; ++l) {
            const auto& f = got.on_b[l].force;
            see(force, 0, f, expected.on_b[l].force);
            see(moment, limb::internal::square_root(dot(f, f)), got.on_b[l].moment,
                expected.on_b[l].moment);  // at an arm of a metre
        }
    }
    for (const auto& worst : {motion, force, moment}) {
        measure::Line() << "  " << worst.name << ": " << worst.error << " of " << tolerance;
        TEST_ASSERT_TRUE_MESSAGE(worst.error <= tolerance, worst.name);
    }
}

// clang-format off
// A chain in space from the ground back to the ground: ball, universal joint, slide, skew hinge, and the ball that closes it.
constexpr auto crab = limb::tree({
    {.name = "stem", .joint = spherical,                                          .at = {0.1, -0.2, 0.3}, .rotation = limb::rpy(0.3, 0.2, -0.5), .mass = 3,   .com = {0.02, 0.05, -0.3}, .inertia = {0.09, 0.08, 0.03, 0.002, -0.001, 0.003}},
    {.name = "arm",  .joint = universal, .axis = {1, 0, 0}, .axis2 = {0, 1, 0},   .at = {0, 0.05, -0.4},  .rotation = limb::rpy(0.2, -0.3, 0.4), .mass = 2,   .com = {0.1, 0.01, 0.02},  .inertia = {0.01, 0.06, 0.06, 0.001, 0.002, -0.001}},
    {.name = "tube", .joint = prismatic, .axis = {0.6, 0, 0.8},                   .at = {0.2, 0, -0.1},                                          .mass = 1,   .com = {0.05, 0.03, -0.1}, .inertia = {0.01, 0.012, 0.008, 0, 0.001, 0}},
    {.name = "claw", .joint = revolute,  .axis = {1.0 / 3, 2.0 / 3, 2.0 / 3},     .at = {0.1, 0.2, -0.3}, .rotation = limb::rpy(0.5, 0.6, -0.7), .mass = 0.5, .com = {0, 0.02, -0.1},    .inertia = {0.002, 0.003, 0.002}},
});
constexpr auto crab_loop = limb::loops<crab>({
    {.name = "grip", .joint = Loop::spherical, .a = "world", .a_at = {0.3, 0.2, -0.4}, .b = "claw", .b_at = {0, 0.1, -0.1}},
});
// The same, held by joints that leave it less, or more.
constexpr auto crab_pin = limb::loops<crab>({
    {.name = "grip", .joint = Loop::pin, .a = "claw", .a_at = {0, 0.1, -0.1}, .a_axis = {0.28, 0.96, 0}, .b = "world", .b_at = {0.3, 0.2, -0.4}, .b_axis = {0.6, 0, 0.8}},
});
constexpr auto crab_weld = limb::loops<crab>({
    {.name = "grip", .joint = Loop::weld, .a = "world", .a_at = {0.3, 0.2, -0.4}, .b = "claw", .b_at = {0, 0.1, -0.1}, .rotation = limb::rpy(1.4, 0.5, -0.1)},
});
constexpr auto crab_universal = limb::loops<crab>({
    {.name = "grip", .joint = Loop::universal, .a = "world", .a_at = {0.3, 0.2, -0.4}, .a_axis = {0.6, 0, 0.8}, .b = "claw", .b_at = {0, 0.1, -0.1}, .b_axis = {0, 0.6, 0.8}},
});
constexpr auto crab_slides = limb::loops<crab>({
    {.name = "groove", .joint = Loop::slide, .a = "stem", .a_at = {0.1, 0.2, -0.6}, .a_axis = {0.6, 0, 0.8}, .b = "claw", .b_at = {0, 0.1, -0.1}},
    {.name = "rail", .joint = Loop::slide, .a = "world", .a_at = {0.3, 0.2, -0.4}, .a_axis = {0.28, 0.96, 0}, .b = "tube", .b_at = {0.1, 0, -0.1}},
});
// Six bodies in space, seven hinges (003, figure 6): the tree of its figure 3a, of which balls between 1 and 5 and between 4
// and 6 are cut. Nothing holds body 1.
constexpr auto figure_6 = limb::tree({
    {.name = "b1",                 .joint = floating,                                                                     .mass = 3,   .com = {0.02, 0.05, -0.1}, .inertia = {0.09, 0.08, 0.03, 0.002, -0.001, 0.003}},
    {.name = "b2",                 .joint = spherical,                                             .at = {0.3, 0, 0},     .mass = 2,   .com = {0.1, 0.01, 0.02},  .inertia = {0.01, 0.06, 0.06, 0.001, 0.002, -0.001}},
    {.name = "b3", .parent = "b1", .joint = revolute_z,                                            .at = {-0.2, 0, 0.1},  .mass = 0.8, .com = {0.1, 0.05, 0.02},  .inertia = {0.01, 0.012, 0.008, 0, 0.001, 0}},
    {.name = "b4", .parent = "b2", .joint = universal, .axis = {1, 0, 0}, .axis2 = {0, 1, 0},      .at = {0.2, 0, 0.1},   .mass = 1,   .com = {0.05, 0.03, -0.1}, .inertia = {0.01, 0.012, 0.008, 0, 0.001, 0}},
    {.name = "b5", .parent = "b2", .joint = revolute,  .axis = {0.6, 0, 0.8},                      .at = {0, 0.4, 0},     .mass = 0.7, .com = {-0.1, 0.02, 0.1},  .inertia = {0.005, 0.006, 0.004}},
    {.name = "b6", .parent = "b2", .joint = universal, .axis = {0, 0.6, 0.8}, .axis2 = {1, 0, 0},  .at = {-0.2, 0.1, 0},  .mass = 0.5, .com = {0.1, 0.02, -0.1},  .inertia = {0.002, 0.003, 0.002}},
});
constexpr auto figure_6_loops = limb::loops<figure_6>({
    {.name = "h6", .a = "b1", .a_at = {0, 0.5, 0.2},     .b = "b5", .b_at = {-0.3, 0.1, 0.2}},
    {.name = "h7", .a = "b4", .a_at = {-0.1, 0.2, -0.3}, .b = "b6", .b_at = {0.3, 0.1, -0.2}},
});
// clang-format on

void four_bar_moves_as_in_simbody() { agrees_with_simbody<four_bar, four_bar_loop>({0.4, -0.4, 0, 0.4}); }
void slider_crank_moves_as_in_simbody() {
    agrees_with_simbody<slider_crank, slider_crank_loop>({1.1, -1.4, -0.07}, true);
}
void rod_crank_moves_as_in_simbody() { agrees_with_simbody<rod_crank, rod_crank_loop>({1.1, -0.07}); }
void five_bar_moves_as_in_simbody() { agrees_with_simbody<five_bar, five_bar_loop>({2.2, -0.9, 0.8, 1.1}, true); }
template <const auto& loops> void crab_moves_as_in_simbody() {
    agrees_with_simbody<crab, loops>({1, 0, 0, 0, 0.3, -0.4, 0.1, 0.5});
}
void two_balls_in_space_move_as_in_simbody() {
    agrees_with_simbody<figure_6, figure_6_loops>({1, 0, 0, 0, 0, 0, 0, 1});
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(four_bar_moves_as_in_simbody);
    RUN_TEST(slider_crank_moves_as_in_simbody);
    RUN_TEST(rod_crank_moves_as_in_simbody);
    RUN_TEST(five_bar_moves_as_in_simbody);
    RUN_TEST(crab_moves_as_in_simbody<crab_loop>);
    RUN_TEST(crab_moves_as_in_simbody<crab_pin>);
    RUN_TEST(crab_moves_as_in_simbody<crab_weld>);
    RUN_TEST(crab_moves_as_in_simbody<crab_universal>);
    RUN_TEST(crab_moves_as_in_simbody<crab_slides>);
    RUN_TEST(two_balls_in_space_move_as_in_simbody);
    return UNITY_END();
}
