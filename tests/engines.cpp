// Closed loops, and joints of several freedoms, against Simbody: another engine, built from the same tables. Where Simbody
// is installed (Debian: libsimbody-dev).
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

void copy(double (&to)[3], const limb::Vec3<double>& v) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

// the table of a robot for Simbody
template <const auto& robot> std::vector<simbody::Row> rows_of() {
    std::vector<simbody::Row> rows;
    for (int r = 0; r < robot.rows; ++r) {
        const limb::Row& row = robot.given[r];
        simbody::Row out{};
        out.parent = r - 1;
        for (int p = 0; p < robot.rows; ++p)
            if (limb::table::same(row.parent, robot.given[p].name)) out.parent = p;
        copy(out.axis, row.axis);
        copy(out.axis2, row.axis2);
        switch (row.joint) {
            case revolute_y: out.joint = simbody::Joint::pin; copy(out.axis, {0, 1, 0}); break;
            case revolute_z: out.joint = simbody::Joint::pin; copy(out.axis, {0, 0, 1}); break;
            case revolute: out.joint = simbody::Joint::pin; break;
            case prismatic_x: out.joint = simbody::Joint::slider; copy(out.axis, {1, 0, 0}); break;
            case prismatic: out.joint = simbody::Joint::slider; break;
            case spherical: out.joint = simbody::Joint::ball; break;
            case universal: out.joint = simbody::Joint::universal; break;   // axes at right angles only
            case fixed: out.joint = simbody::Joint::weld; break;
            default: TEST_FAIL_MESSAGE("a joint that this comparison does not know");
        }
        copy(out.at, row.at);
        const limb::Vec3<double>* R[] = {&row.rotation.x, &row.rotation.y, &row.rotation.z};
        for (int k = 0; k < 3; ++k) {
            out.rotation[3 * k] = R[k]->x;
            out.rotation[3 * k + 1] = R[k]->y;
            out.rotation[3 * k + 2] = R[k]->z;
        }
        out.mass = row.mass;
        copy(out.com, row.com);
        const double inertia[] = {row.inertia.xx, row.inertia.yy, row.inertia.zz, row.inertia.xy, row.inertia.xz, row.inertia.yz};
        for (int k = 0; k < 6; ++k) out.inertia[k] = inertia[k];
        rows.push_back(out);
    }
    return rows;
}
// its loop: the point of a pin is all there is of it in a planar mechanism
template <const auto& loops> simbody::Loop loop_of() {
    const limb::LoopRow& loop = loops.given[0];
    simbody::Loop out{loop.joint == Loop::distance, loops.a[0], loops.b[0], {}, {}, loop.distance};
    copy(out.a_at, loop.a_at);
    copy(out.b_at, loop.b_at);
    return out;
}

template <const auto& robot, const auto& loops> void agrees_with_simbody(const limb::Positions<robot, T>& near, double tolerance = 1e-10) {
    Worst motion{"motion"}, force{"force"};
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

        const auto expected = simbody::accelerate(rows_of<robot>(), loop_of<loops>(), closed.q.data(), moving.qd.data(), tau.data());
        TEST_ASSERT_EQUAL_INT(robot.dof, static_cast<int>(expected.qdd.size()));
        motion.see(laws::difference(got.qdd, expected.qdd));
        Error error;
        const auto& f = got.on_b[0].force;
        error.see_all(etl::array<T, 3>{f.x, f.y, f.z}, etl::array<T, 3>{expected.on_b[0], expected.on_b[1], expected.on_b[2]});
        force.see(error);
    }
    for (const auto& worst : {motion, force}) {
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
// clang-format on

void four_bar_moves_as_in_simbody() { agrees_with_simbody<four_bar, four_bar_loop>({0.4, -0.4, 0, 0.4}); }
void slider_crank_moves_as_in_simbody() { agrees_with_simbody<slider_crank, slider_crank_loop>({1.1, -1.4, -0.07}); }
void rod_crank_moves_as_in_simbody() { agrees_with_simbody<rod_crank, rod_crank_loop>({1.1, -0.07}); }
void five_bar_moves_as_in_simbody() { agrees_with_simbody<five_bar, five_bar_loop>({2.2, -0.9, 0.8, 1.1}); }
void crab_moves_as_in_simbody() { agrees_with_simbody<crab, crab_loop>({1, 0, 0, 0, 0.3, -0.4, 0.1, 0.5}); }

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(four_bar_moves_as_in_simbody);
    RUN_TEST(slider_crank_moves_as_in_simbody);
    RUN_TEST(rod_crank_moves_as_in_simbody);
    RUN_TEST(five_bar_moves_as_in_simbody);
    RUN_TEST(crab_moves_as_in_simbody);
    return UNITY_END();
}
