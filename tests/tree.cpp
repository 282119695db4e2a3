// limb::tree: what may be written in different ways is the same robot, whatever it was made of.
#include "limb/tree.hpp"

#include <cmath>

#include "compare.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using laws::Error;
using laws::Random;
using laws::Worst;
using T = LIMB_TEST_NUMBER;

// --- the list of a row's fields --------------------------------------------------------------------------------------

// These letters fit a row only while it has as many fields as they are; for_each_field must know as many, each once.
constexpr int fields_of_a_row = [] {
    constexpr limb::Row row;
    [[maybe_unused]] const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y] = row;
    return 'y' - 'a' + 1;
}();
constexpr bool every_field_is_listed_once() {
    constexpr limb::Row row;
    const void* seen[fields_of_a_row]{};
    int count = 0;
    bool once = true;
    limb::for_each_field([&](const char*, auto field) {
        for (int k = 0; k < count; ++k) once = once && seen[k] != &(row.*field);
        if (count < fields_of_a_row) seen[count] = &(row.*field);
        ++count;
    });
    return once && count == fields_of_a_row;
}
static_assert(every_field_is_listed_once());

// --- forms -----------------------------------------------------------------------------------------------------------

constexpr auto crane_unrolled = limb::in_form(limb::Form::unrolled, crane);
constexpr auto crane_looped = limb::in_form(limb::Form::looped, crane);
constexpr auto walker_unrolled = limb::in_form(limb::Form::unrolled, walker);
constexpr auto walker_looped = limb::in_form(limb::Form::looped, walker);
static_assert(walker.form == limb::Form::shared && walker.alike_limbs(walker.first_child(0)) == 2);

// Limbs share code only where they look alike: neither with another joint, nor where a joint is turned by a quarter.
constexpr auto with_right = [](const char* name, auto change) {
    return limb::tree(changed(walker_rows, [&](limb::Row& row) { if (limb::internal::table::same(row.name, name)) change(row); }).row, limb::Form::shared);
};
constexpr auto other_foot = with_right("right foot", [](limb::Row& row) { row.joint = revolute_y; });
constexpr auto other_hip = with_right("right hip", [](limb::Row& row) { row.rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}; });
static_assert(other_foot.alike_limbs(other_foot.first_child(0)) == 1 && other_hip.alike_limbs(other_hip.first_child(0)) == 1);

void every_form_is_the_same_robot() {
    compare::same_mechanism<crane_unrolled, crane_looped>();
    compare::same_mechanism<walker, walker_unrolled>();
    compare::same_mechanism<walker, walker_looped>();
}

// --- fixed rows
// --------------------------------------------------------------------------------------------------------

// clang-format off
// A bracket that turns what hangs from it by a quarter about z; a tool at the end; a pedestal below.
constexpr auto welded = limb::tree({
    {.name = "pedestal", .joint = fixed,      .at = {0, 0, 0.5},                                                           .mass = 2,  .com = {0, 0, 0.1},  .inertia = {0.1, 0.1, 0.1}},
    {.name = "upper",    .joint = revolute_y, .at = {0, 0.2, 0},                                                           .mass = 1,  .com = {0.1, 0, 0},  .inertia = {0.01, 0.02, 0.02}},
    {.name = "bracket",  .joint = fixed,      .at = {0.2, 0, 0},     .rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},       .mass = 1,  .com = {0, -0.1, 0}, .inertia = {0.02, 0.01, 0.02}},
    {.name = "fore",     .joint = revolute_x, .at = {0.1, 0.3, 0},                                                         .mass = 1,  .com = {0, 0, 0.1},  .inertia = {0.02, 0.02, 0.01}},
    {.name = "tool",     .joint = fixed,      .at = {0, 0, 0.3},     .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},       .mass = 1,                       .inertia = {0.02, 0.01, 0.02}},
});
// The same without fixed rows. In upper's axes the bracket's centre of mass is at x = 0.3 and its moments are 0.01, 0.02,
// 0.02: two equal masses 0.1 on either side of x = 0.2, which adds 2 * 0.1^2 about y and z. In fore's axes the tool's
// moments are 0.02, 0.02, 0.01, at z = 0.3: the same about z = 0.2.
constexpr auto folded = limb::tree({
    {.name = "upper", .joint = revolute_y, .at = {0, 0.2, 0.5},                                                       .mass = 2, .com = {0.2, 0, 0}, .inertia = {0.02, 0.06, 0.06}},
    {.name = "fore",  .joint = revolute_x, .at = {-0.1, 0.1, 0},     .rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},  .mass = 2, .com = {0, 0, 0.2}, .inertia = {0.06, 0.06, 0.02}},
});
// clang-format on
static_assert(welded.dof == 2 && folded.dof == 2);

void fixed_rows_fold_into_their_parents() {
    compare::Differences<T> differences;
    laws::at_random_states<folded, T>([&](const auto& s, auto&) {
        auto with_pedestal = compare::results<folded, T>(s);
        with_pedestal.potential += static_cast<T>(2 * 9.81 * 0.6);
        differences.see(compare::results<welded, T>(laws::State<welded, T>(s)), with_pedestal);
    });
    differences.demand();
}

// A fixed row has a place and a motion of its own.
void fixed_rows_move_with_their_parents() {
    Worst worst{"tool"};
    laws::at_random_states<folded, T>([&](const auto& s, auto&) {
        const auto fore = limb::kinematics<folded, folded.row("fore")>(s.q, s.qd, s.qdd);
        const laws::State<welded, T> same(s);
        const auto tool = limb::kinematics<welded, welded.row("tool")>(same.q, same.qd, same.qdd);
        const auto arm = laws::rotate<T>(fore.rotation, {0, 0, static_cast<T>(0.3)});
        const auto w = fore.angular_velocity, v = fore.velocity, p = fore.position;
        const auto z = laws::rotate<T>(fore.rotation, {0, 1, 0});  // minus the tool's z
        Error error;
        error.see_all(laws::stacked<T>(tool.position, tool.velocity),
                      laws::stacked<T>({p.x + arm.x, p.y + arm.y, p.z + arm.z},
                                       {v.x + (w.y * arm.z - w.z * arm.y), v.y + (w.z * arm.x - w.x * arm.z),
                                        v.z + (w.x * arm.y - w.y * arm.x)}));
        error.see_all(laws::stacked<T>(laws::rotate<T>(tool.rotation, {0, 0, -1}), tool.angular_velocity),
                      laws::stacked<T>(z, w));
        worst.see(error);
    });
    laws::demand<T>(worst, laws::rounding);
}

// --- several limbs on the ground
// ---------------------------------------------------------------------------------------

// clang-format off
constexpr limb::Row pole_row   = {.name = "pole",  .parent = "ground", .joint = revolute, .axis = {0, 0.6, 0.8}, .at = {0.3, 0.2, 0.1}, .mass = 1, .com = {0.1, 0.2, 0}, .inertia = {0.01, 0.02, 0.02}};
constexpr limb::Row slide_row  = {.name = "slide", .parent = "ground", .joint = prismatic, .axis = {0.6, 0, 0.8}, .at = {-0.4, 0.7, 0.3}, .rotation = limb::rpy(0.3, 0.5, -0.2), .mass = 2, .com = {0.1, 0, 0.2}, .inertia = {0.01, 0.02, 0.02}};
constexpr limb::Row boom_row   = {.name = "boom",  .parent = "slide", .joint = revolute_y, .at = {0.2, 0.1, 0}, .mass = 1, .com = {0.2, 0.1, 0.3}, .inertia = {0.01, 0.02, 0.02}};
constexpr auto pole    = limb::tree({{.name = "ground"}, pole_row});
constexpr auto gantry  = limb::tree({{.name = "ground"}, slide_row, boom_row});
constexpr auto yard    = limb::tree({{.name = "ground"}, pole_row, slide_row, boom_row});   // a slide, but not first on the ground
// clang-format on

void limbs_on_one_ground_do_not_feel_each_other() {
    Worst torques{"torques"}, height{"height"}, place{"place"};
    laws::at_random_states<yard, T>([&](const auto& s, Random&) {
        const limb::Positions<pole, T> first_q{s.q[0]};
        const limb::Positions<gantry, T> rest_q{s.q[1], s.q[2]};
        const auto first = [](const auto& v) { return limb::Joints<pole, T>{v[0]}; };
        const auto rest = [](const auto& v) { return limb::Joints<gantry, T>{v[1], v[2]}; };
        const auto tau = limb::inverse_dynamics<yard>(s.q, s.qd, s.qdd);
        torques.see(laws::difference(first(tau), limb::inverse_dynamics<pole>(first_q, first(s.qd), first(s.qdd))));
        torques.see(laws::difference(rest(tau), limb::inverse_dynamics<gantry>(rest_q, rest(s.qd), rest(s.qdd))));
        Error energy;
        energy.at_least(10);
        energy.see(static_cast<double>(limb::potential_energy<yard>(s.q)),
                   static_cast<double>(limb::potential_energy<pole>(first_q) + limb::potential_energy<gantry>(rest_q)));
        height.see(energy);
        const auto here = limb::kinematics<yard, yard.row("boom")>(s.q);
        const auto there = limb::kinematics<gantry, gantry.row("boom")>(rest_q);
        place.see(laws::difference(laws::stacked<T>(here.position, here.rotation.x), laws::stacked<T>(there.position, there.rotation.x)));
        place.see(laws::difference(laws::stacked<T>(here.rotation.y, here.rotation.z), laws::stacked<T>(there.rotation.y, there.rotation.z)));
    });
    for (const auto& worst : {torques, height, place}) laws::demand<T>(worst, laws::rounding);
}

// --- order of the rows
// -------------------------------------------------------------------------------------------------

constexpr int shuffle[] = {4, 2, 0, 3, 1};  // the walker's rows, as the shuffled walker has them
constexpr auto shuffled = [] {
    Rows<5> out{};
    for (int i = 0; i < 5; ++i) {
        out.row[i] = walker_rows[shuffle[i]];
        constexpr const char* parents[] = {"world", "trunk", "left hip", "trunk", "right hip"};
        out.row[i].parent = parents[shuffle[i]];
    }
    return out;
}();
constexpr auto walker_shuffled = limb::tree(shuffled.row);
static_assert(walker_shuffled.row("trunk") == 2);

// from the walker's q, or qd, to the shuffled walker's; the root has `root` elements, 7 or 6
template <int root, class Array> auto reordered(const Array& in) {
    limb::Column<typename Array::value_type, root + 4> out{};
    int to = 0;
    for (const int row : shuffle) {
        const int from = row == 0 ? 0 : root - 1 + row;
        for (int k = 0; k < (row == 0 ? root : 1); ++k) out[to++] = in[from + k];
    }
    return out;
}

void rows_in_any_order_are_the_same_robot_in_that_order() {
    compare::Differences<T> differences;
    Worst pushed{"wrench"}, moved{"kinematics"};
    laws::at_random_states<walker, T>([&](const auto& s, Random& random) {
        using Joints = limb::Joints<walker_shuffled, T>;
        const auto q = limb::Positions<walker_shuffled, T>::from(reordered<7>(s.q));
        const auto qd = Joints::from(reordered<6>(s.qd)), qdd = Joints::from(reordered<6>(s.qdd)), tau = Joints::from(reordered<6>(s.tau));
        auto expected = compare::results<walker, T>(s);
        for (auto* joints : {&expected.inverse, &expected.aba, &expected.ltdl}) *joints = reordered<6>(*joints);
        for (auto& row : expected.mass) row = reordered<6>(row);
        expected.mass = reordered<6>(expected.mass);
        differences.see(compare::results<walker_shuffled, T>(q, qd, qdd, tau), expected);

        limb::Wrenches<walker, T> wrenches{};
        limb::Wrenches<walker_shuffled, T> wrenches_shuffled{};
        for (int i = 0; i < 5; ++i) {
            wrenches[shuffle[i]] = laws::random_wrench<T>(random);
            wrenches_shuffled[i] = wrenches[shuffle[i]];
        }
        pushed.see(laws::difference(limb::inverse_dynamics<walker_shuffled>(q, qd, qdd, wrenches_shuffled),
                                    reordered<6>(limb::inverse_dynamics<walker>(s.q, s.qd, s.qdd, wrenches))));

        const auto foot = limb::kinematics<walker, walker.row("right foot")>(s.q, s.qd, s.qdd);
        const auto same = limb::kinematics<walker_shuffled, walker_shuffled.row("right foot")>(q, qd, qdd);
        moved.see(laws::difference(laws::stacked<T>(same.position, same.acceleration),
                                   laws::stacked<T>(foot.position, foot.acceleration)));
    });
    differences.demand();
    laws::demand<T>(pushed, laws::rounding);
    laws::demand<T>(moved, laws::rounding);
}

// --- armature
// ----------------------------------------------------------------------------------------------------------

constexpr double rotor = 0.25;
constexpr auto add_rotor = [](limb::Row& row) { row.armature = row.joint == fixed ? 0 : rotor; };
constexpr auto crane_with_rotors = limb::tree(changed(crane_rows, add_rotor).row);
constexpr auto crane_with_rotors_looped = limb::in_form(limb::Form::looped, crane_with_rotors);

// The rotors add to the diagonal of the mass matrix and nowhere else.
template <const auto& with_rotors> void check_armature() {
    Worst mass{"mass"}, inverse{"inverse"}, energy{"energy"}, aba{"aba"}, ltdl{"ltdl"};
    laws::at_random_states<crane, T>([&](const auto& s, auto&) {
        constexpr T a = static_cast<T>(rotor);
        laws::State<with_rotors, T> same(s);
        auto M = limb::mass_matrix<crane>(s.q);
        auto tau = limb::inverse_dynamics<crane>(s.q, s.qd, s.qdd);
        T spin = limb::kinetic_energy<crane>(s.q, s.qd);
        for (int i = 0; i < crane.dof; ++i) {
            M[i][i] += a;
            tau[i] += a * s.qdd[i];
            spin += a * s.qd[i] * s.qd[i] / 2;
        }
        for (int i = 0; i < crane.dof; ++i) same.tau[i] = tau[i];
        Error mass_error, energy_error;
        const auto got = limb::mass_matrix<with_rotors>(same.q);
        for (int i = 0; i < crane.dof; ++i) mass_error.see_all(got[i], M[i]);
        mass.see(mass_error);
        inverse.see(laws::difference(limb::inverse_dynamics<with_rotors>(same.q, same.qd, same.qdd), tau));
        energy_error.see(static_cast<double>(limb::kinetic_energy<with_rotors>(same.q, same.qd)), static_cast<double>(spin));
        energy.see(energy_error);
        aba.see(laws::difference(limb::forward_dynamics_aba<with_rotors>(same.q, same.qd, same.tau), s.qdd));
        ltdl.see(laws::difference(limb::forward_dynamics_ltdl<with_rotors>(same.q, same.qd, same.tau), s.qdd));
    });
    for (const auto& worst : {mass, inverse, energy}) laws::demand<T>(worst, laws::rounding);
    for (const auto& worst : {aba, ltdl}) laws::demand<T>(worst, 1e-4);
}

void armature_adds_to_the_diagonal() {
    check_armature<crane_with_rotors>();
    check_armature<crane_with_rotors_looped>();
}

// --- axes and angles
// -----------------------------------------------------------------------------------------------------

// A joint about any axis is one about z between two fixed turns, Q and its transpose, where Q z is that axis.
constexpr limb::Rotation<double> Q{
    {2.0 / 3, -2.0 / 3, 1.0 / 3}, {1.0 / 3, 2.0 / 3, 2.0 / 3}, {-2.0 / 3, -1.0 / 3, 2.0 / 3}};
constexpr limb::Rotation<double> Q_transposed{{Q.x.x, Q.y.x, Q.z.x}, {Q.x.y, Q.y.y, Q.z.y}, {Q.x.z, Q.y.z, Q.z.z}};
constexpr limb::Vector<double> skew{Q.x.z, Q.y.z, Q.z.z};

// clang-format off
constexpr auto about_any_axis = limb::tree({
    {.name = "first",  .joint = revolute,  .axis = skew, .at = {0.1, 0.2, 0.3}, .mass = 2, .com = {0.1, 0.2, 0.3},    .inertia = {0.05, 0.06, 0.07, 0.01, -0.01, 0.02}},
    {.name = "second", .joint = prismatic, .axis = skew, .at = {0.3, 0, 0.1},   .mass = 1, .com = {0, 0.1, 0.1},      .inertia = {0.01, 0.02, 0.02}},
    {.name = "third",  .joint = revolute,  .axis = skew, .at = {0, 0.4, 0},     .mass = 1, .com = {0.2, 0, 0},        .inertia = {0.02, 0.02, 0.01}},
});
constexpr auto about_z = limb::tree({
    {.name = "1",      .joint = revolute_z,  .at = {0.1, 0.2, 0.3}, .rotation = Q},
    {.name = "first",  .joint = fixed,       .rotation = Q_transposed, .mass = 2, .com = {0.1, 0.2, 0.3}, .inertia = {0.05, 0.06, 0.07, 0.01, -0.01, 0.02}},
    {.name = "2",      .joint = prismatic_z, .at = {0.3, 0, 0.1},   .rotation = Q},
    {.name = "second", .joint = fixed,       .rotation = Q_transposed, .mass = 1, .com = {0, 0.1, 0.1},   .inertia = {0.01, 0.02, 0.02}},
    {.name = "3",      .joint = revolute_z,  .at = {0, 0.4, 0},     .rotation = Q},
    {.name = "third",  .joint = fixed,       .rotation = Q_transposed, .mass = 1, .com = {0.2, 0, 0},     .inertia = {0.02, 0.02, 0.01}},
});
constexpr auto by_letter = limb::tree({
    {.name = "x", .joint = revolute_x,                   .mass = 1, .com = {0, 0.1, 0.1}, .inertia = {0.01, 0.02, 0.02}},
    {.name = "y", .joint = prismatic_y, .at = {0.2, 0, 0}, .mass = 1, .com = {0, 0.1, 0},   .inertia = {0.01, 0.02, 0.02}},
});
constexpr auto by_axis = limb::tree({
    {.name = "x", .joint = revolute,  .axis = {1, 0, 0},                     .mass = 1, .com = {0, 0.1, 0.1}, .inertia = {0.01, 0.02, 0.02}},
    {.name = "y", .joint = prismatic, .axis = {0, 1, 0}, .at = {0.2, 0, 0}, .mass = 1, .com = {0, 0.1, 0},   .inertia = {0.01, 0.02, 0.02}},
});
// clang-format on

void a_joint_about_any_axis_is_a_turned_joint_about_z() {
    compare::same_mechanism<about_any_axis, about_z>();
    compare::same_mechanism<by_axis, by_letter>();
}

// Rodrigues: a point p of the first body is at p cos q + (n x p) sin q + n (n . p)(1 - cos q).
void a_joint_about_an_axis_turns_about_it() {
    constexpr T x = static_cast<T>(skew.x), y = static_cast<T>(skew.y), z = static_cast<T>(skew.z);
    Worst worst{"rotation"};
    laws::at_random_states<about_any_axis, T>([&](const auto& s, auto&) {
        const auto R = limb::kinematics<about_any_axis, 0>(s.q).rotation;
        const T sine = std::sin(s.q[0]), c = std::cos(s.q[0]), d = 1 - c;
        Error error;
        error.see_all(laws::stacked<T>(R.x, R.y),
                      laws::stacked<T>({c + x * x * d, x * y * d - z * sine, x * z * d + y * sine},
                                       {y * x * d + z * sine, c + y * y * d, y * z * d - x * sine}));
        worst.see(error);
    });
    laws::demand<T>(worst, laws::rounding);
}

// URDF: roll about x, then pitch about y, then yaw about z, all about the parent's fixed axes.
void rpy_is_what_urdf_means() {
    const double r = 0.3, p = -1.1, y = 2.5;
    const auto R = limb::rpy(r, p, y);
    const auto turned = [&](limb::Vector<double> v) -> limb::Vector<double> {
        v = {v.x, std::cos(r) * v.y - std::sin(r) * v.z, std::sin(r) * v.y + std::cos(r) * v.z};
        v = {std::cos(p) * v.x + std::sin(p) * v.z, v.y, -std::sin(p) * v.x + std::cos(p) * v.z};
        return {std::cos(y) * v.x - std::sin(y) * v.y, std::sin(y) * v.x + std::cos(y) * v.y, v.z};
    };
    for (const auto& v : {limb::Vector<double>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
        const auto got = laws::rotate<double>(R, v), expected = turned(v);
        TEST_ASSERT_DOUBLE_WITHIN(1e-15, expected.x, got.x);
        TEST_ASSERT_DOUBLE_WITHIN(1e-15, expected.y, got.y);
        TEST_ASSERT_DOUBLE_WITHIN(1e-15, expected.z, got.z);
    }
}

// A right angle from rpy is a right angle: it must cost no more than the exact matrix does.
constexpr double quarter = 1.57079632679489661923;
// clang-format off
constexpr auto by_matrix = limb::tree({
    {.name = "upper", .joint = revolute_z,                                                                                  .mass = 1, .com = {0.1, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore",  .joint = revolute_z, .at = {0.2, 0, 0}, .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .mass = 1, .com = {0.1, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
});
constexpr auto by_rpy = limb::tree({
    {.name = "upper", .joint = revolute_z,                                                                  .mass = 1, .com = {0.1, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
    {.name = "fore",  .joint = revolute_z, .at = {0.2, 0, 0}, .rotation = limb::rpy(quarter, 0, 0),           .mass = 1, .com = {0.1, 0, 0}, .inertia = {0.01, 0.02, 0.02}},
});
// clang-format on
static_assert(limb::cost<by_rpy>.inverse_dynamics.multiplications ==
              limb::cost<by_matrix>.inverse_dynamics.multiplications);
static_assert(limb::cost<by_rpy>.inverse_dynamics.additions == limb::cost<by_matrix>.inverse_dynamics.additions);

void a_quarter_turn_may_be_written_as_an_angle() { compare::same_mechanism<by_rpy, by_matrix>(); }

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(every_form_is_the_same_robot);
    RUN_TEST(fixed_rows_fold_into_their_parents);
    RUN_TEST(fixed_rows_move_with_their_parents);
    RUN_TEST(limbs_on_one_ground_do_not_feel_each_other);
    RUN_TEST(rows_in_any_order_are_the_same_robot_in_that_order);
    RUN_TEST(armature_adds_to_the_diagonal);
    RUN_TEST(a_joint_about_any_axis_is_a_turned_joint_about_z);
    RUN_TEST(a_joint_about_an_axis_turns_about_it);
    RUN_TEST(rpy_is_what_urdf_means);
    RUN_TEST(a_quarter_turn_may_be_written_as_an_angle);
    return UNITY_END();
}
