// What a sweep can be given besides the state: each option alone, several at once, and what a driven base means.
#include "limb/sweep/options.hpp"

#include <cstring>

#include "compare.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using laws::Random;
using laws::Worst;
using surroundings::Surroundings;
using T = LIMB_TEST_NUMBER;

constexpr auto crane_looped = limb::in_form(limb::Form::looped, crane);

template <class A, class B> void demand_same_bits(const A& a, const B& b) {
    static_assert(sizeof a == sizeof b);
    TEST_ASSERT_EQUAL_INT(0, std::memcmp(&a, &b, sizeof a));
}

// --- options are the same alone as among others that are zero
// --------------------------------------------------------------

template <const auto& robot> auto random_surroundings(Random& random) {
    Surroundings<robot, T> s{.gravity = {laws::random_vector<T>(random, 10)},
                             .base = {.angular_velocity = laws::random_vector<T>(random, 2),
                                      .angular_acceleration = laws::random_vector<T>(random, 5),
                                      .acceleration = laws::random_vector<T>(random, 10)}};
    for (auto& wrench : s.wrenches.on) wrench = laws::random_wrench<T>(random);
    return s;
}

template <const auto& robot> void check_options_alone() {
    Worst standard{"standard gravity"}, none{"no gravity"}, wrenches{"wrenches"}, base{"base"};
    laws::at_random_states<robot, T>([&](const auto& s, Random& random) {
        const auto inverse = [&](const auto&... options) {
            return limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, options...);
        };
        const auto under = [&](const Surroundings<robot, T>& around) {
            return surroundings::inverse_dynamics<robot, T>(s.q, s.qd, s.qdd, around);
        };
        const auto around = random_surroundings<robot>(random);
        const auto earth = surroundings::on_earth<robot, T>().gravity;
        standard.see(laws::difference(inverse(), under({.gravity = earth})));
        none.see(laws::difference(inverse(limb::no_gravity), under({})));
        wrenches.see(
            laws::difference(inverse(around.wrenches), under({.gravity = earth, .wrenches = around.wrenches})));
        if constexpr (!robot.floats())  // in any order
            base.see(laws::difference(inverse(around.base, around.gravity),
                                      under({.gravity = around.gravity, .base = around.base})));
    });
    for (const auto& worst : {standard, none, wrenches, base}) laws::demand<T>(worst, laws::rounding);
}

void options_alone_do_what_they_do_among_others() {
    check_options_alone<crane>();
    check_options_alone<crane_looped>();
    check_options_alone<walker>();
}

// --- driven base
// -----------------------------------------------------------------------------------------------------------

// The crane on a floating mount that moves as the base does: the joints cannot tell. Rotations of the world do not
// matter if gravity turns too, so the mount is at the world's origin and upright.
constexpr auto mounted_rows = [] {
    Rows<5> out{};
    out.row[0] = {.name = "mount", .joint = floating, .mass = 3, .inertia = {0.1, 0.1, 0.1}};
    for (int i = 0; i < 4; ++i) out.row[i + 1] = crane_rows[i];
    return out;
}();
constexpr auto mounted = limb::tree(mounted_rows.row);

template <const auto& robot> void check_driven_base() {
    Worst inverse{"inverse"}, aba{"aba"}, ltdl{"ltdl"}, held{"gravity"}, bias{"bias"}, velocity{"velocity"},
        acceleration{"acceleration"};
    laws::at_random_states<robot, T>([&](const auto& s, Random& random) {
        const auto [gravity, base, wrenches] = random_surroundings<robot>(random);
        const auto tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, gravity, base, wrenches);

        const auto w = base.angular_velocity, al = base.angular_acceleration, a = base.acceleration;
        const auto v = laws::random_vector<T>(random, 3);  // does not matter either
        // a = vd + w x v, since the axes of vd turn
        const limb::Vector<T> vd{a.x - (w.y * v.z - w.z * v.y), a.y - (w.z * v.x - w.x * v.z),
                                 a.z - (w.x * v.y - w.y * v.x)};
        const limb::Positions<mounted, T> q{1, 0, 0, 0, 0, 0, 0, s.q[0], s.q[1], s.q[2]};
        const limb::Joints<mounted, T> qd{w.x, w.y, w.z, v.x, v.y, v.z, s.qd[0], s.qd[1], s.qd[2]};
        const limb::Joints<mounted, T> qdd{al.x, al.y, al.z, vd.x, vd.y, vd.z, s.qdd[0], s.qdd[1], s.qdd[2]};
        limb::Wrenches<mounted, T> on_mounted{};
        for (int i = 0; i < robot.rows; ++i) on_mounted[i + 1] = wrenches[i];
        const auto all = limb::inverse_dynamics<mounted>(q, qd, qdd, gravity, on_mounted);
        inverse.see(laws::difference(tau, limb::Joints<robot, T>{all[6], all[7], all[8]}));

        aba.see(laws::difference(limb::forward_dynamics_aba<robot>(s.q, s.qd, tau, gravity, base, wrenches), s.qdd));
        ltdl.see(laws::difference(limb::forward_dynamics_ltdl<robot>(s.q, s.qd, tau, gravity, base, wrenches), s.qdd));
        // what it reports of its rows includes the base's own motion, and not gravity
        auto moving = base;
        moving.velocity = v;
        const auto hook = limb::kinematics<robot, 3>(s.q, s.qd, s.qdd, moving);
        const auto other = limb::kinematics<mounted, 4>(q, qd, qdd);
        velocity.see(laws::difference(laws::stacked<T>(hook.angular_velocity, hook.velocity),
                                      laws::stacked<T>(other.angular_velocity, other.velocity)));
        acceleration.see(laws::difference(laws::stacked<T>(hook.angular_acceleration, hook.acceleration),
                                          laws::stacked<T>(other.angular_acceleration, other.acceleration)));

        const limb::Joints<robot, T> still{};
        held.see(laws::difference(limb::gravity_torque<robot>(s.q, gravity, base, wrenches),
                                  limb::inverse_dynamics<robot>(s.q, still, still, gravity, base, wrenches)));
        bias.see(laws::difference(limb::bias_torque<robot>(s.q, s.qd, gravity, base, wrenches),
                                  limb::inverse_dynamics<robot>(s.q, s.qd, still, gravity, base, wrenches)));
    });
    for (const auto& worst : {inverse, held, bias, velocity, acceleration}) laws::demand<T>(worst, laws::rounding);
    for (const auto& worst : {aba, ltdl}) laws::demand<T>(worst, 1e-4);
}

void a_driven_base_is_a_root_that_moves_so() {
    check_driven_base<crane>();
    check_driven_base<crane_looped>();
}

// An IMU's reading is a base's motion without gravity, whatever else is passed.
template <const auto& robot> void check_imu() {
    laws::at_random_states<robot, T>([&](const auto& s, Random& random) {
        const auto [gravity, base, wrenches] = random_surroundings<robot>(random);
        const limb::Imu<T> imu{base.angular_velocity, base.angular_acceleration, base.acceleration};
        demand_same_bits(limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, imu),
                         limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, base, limb::no_gravity));
        demand_same_bits(limb::forward_dynamics_aba<robot>(s.q, s.qd, s.tau, wrenches, imu),
                         limb::forward_dynamics_aba<robot>(s.q, s.qd, s.tau, base, limb::no_gravity, wrenches));
        demand_same_bits(limb::forward_dynamics_ltdl<robot>(s.q, s.qd, s.tau, imu),
                         limb::forward_dynamics_ltdl<robot>(s.q, s.qd, s.tau, base, limb::no_gravity));
        demand_same_bits(limb::reactions<robot>(s.q, s.qd, s.qdd, imu).on_ground,
                         limb::reactions<robot>(s.q, s.qd, s.qdd, base, limb::no_gravity).on_ground);
    });
}

void an_imu_reads_the_base_without_gravity() {
    check_imu<crane>();
    check_imu<crane_looped>();
}

// --- only ways to save work: not a bit may change
// ------------------------------------------------------------------------------

template <const auto& robot> void check_shared_pose() {
    laws::at_random_states<robot, T>([&](const auto& s, auto&) {
        const auto pose = limb::pose<robot>(s.q);
        const auto bits = compare::results<robot, T>(s);
        demand_same_bits(limb::inverse_dynamics<robot>(pose, s.qd, s.qdd), bits.inverse);
        demand_same_bits(limb::forward_dynamics_aba<robot>(pose, s.qd, s.tau), bits.aba);
        demand_same_bits(limb::forward_dynamics_ltdl<robot>(pose, s.qd, s.tau), bits.ltdl);
        demand_same_bits(limb::mass_matrix<robot>(pose), bits.mass);
        demand_same_bits(limb::gravity_torque<robot>(pose), limb::gravity_torque<robot>(s.q));
        demand_same_bits(limb::bias_torque<robot>(pose, s.qd), limb::bias_torque<robot>(s.q, s.qd));
        demand_same_bits(limb::kinetic_energy<robot>(pose, s.qd), bits.kinetic);
        demand_same_bits(limb::potential_energy<robot>(pose), bits.potential);
        constexpr int tip = robot.rows - 1;
        demand_same_bits(limb::jacobian<robot, tip>(pose), limb::jacobian<robot, tip>(s.q));
        const auto all = limb::kinematics<robot, tip>(s.q, s.qd, s.qdd);
        const auto of_pose = limb::kinematics<robot, tip>(pose, s.qd, s.qdd);
        const auto some = limb::kinematics<robot, tip>(s.q, s.qd);
        const auto least = limb::kinematics<robot, tip>(s.q);
        demand_same_bits(of_pose.acceleration, all.acceleration);
        demand_same_bits(some.velocity, all.velocity);
        demand_same_bits(some.angular_velocity, all.angular_velocity);
        demand_same_bits(least.rotation, all.rotation);
        demand_same_bits(least.position, all.position);
    });
}

void a_shared_pose_changes_no_bit() {
    check_shared_pose<crane>();
    check_shared_pose<crane_looped>();
    check_shared_pose<walker>();
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(options_alone_do_what_they_do_among_others);
    RUN_TEST(a_driven_base_is_a_root_that_moves_so);
    RUN_TEST(an_imu_reads_the_base_without_gravity);
    RUN_TEST(a_shared_pose_changes_no_bit);
    return UNITY_END();
}
