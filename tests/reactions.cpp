// What joints and welds carry: along a joint it is the motor's torque, and across it Newton's third law and closed
// forms.
#include "limb/reactions.hpp"

#include <cmath>
#include <type_traits>

#include "laws.hpp"
#include "limb/quantities.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using laws::Error;
using laws::Random;
using laws::random_vector;
using laws::rotate;
using laws::stacked;
using laws::Worst;
using T = LIMB_TEST_NUMBER;
using Vector = limb::Vector<T>;

constexpr auto with_drives = [](limb::Row& row) {
    if (row.joint == fixed || row.joint == floating) return;
    row.armature = 0.3;
    row.rotor = 0.002, row.gear = 30;
};
constexpr auto crane_rotors = limb::tree(changed(crane_rows, with_drives).row);
constexpr auto walker_rotors = limb::tree(changed(walker_rows, with_drives).row, limb::Form::shared);
constexpr auto crane_looped = limb::in_form(limb::Form::looped, crane_rotors);

template <const auto& robot> auto random_wrenches(Random& random) {
    limb::Wrenches<robot, T> wrenches{};
    for (auto& wrench : wrenches.on) wrench = laws::random_wrench<T>(random);
    return wrenches;
}
auto random_base(Random& random) {
    const auto w = random_vector<T>(random, 2), al = random_vector<T>(random, 5), a = random_vector<T>(random, 10);
    return limb::Base<T>{.angular_velocity = w, .angular_acceleration = al, .acceleration = a};
}
template <const auto& robot>
constexpr limb::Payload<robot.rows - 1, T> load{.mass = T(1.5),
                                                .com = {T(0.1), T(-0.2), T(0.05)},
                                                .inertia = {T(0.02), T(0.03), T(0.025), T(0.001), T(-0.002), T(0.003)}};

// --- G'F = tau: along its freedoms a joint carries what the motor gives, less what its rotor takes

template <const auto& robot> void motors_hold_what_is_along_the_joints() {
    Worst alone{"alone"}, loaded{"loaded"};
    laws::at_random_states<robot, T>([&](const auto& s, Random& random) {
        const auto see = [&](Worst& worst, const auto&... options) {
            const auto sight = limb::internal::world_kinematics_on<robot>(limb::internal::base_among(options...), s.q, s.qd, s.qdd);
            const auto F = limb::reactions<robot>(s.q, s.qd, s.qdd, options...);
            const auto tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, options...);
            Error error;
            for (int row = 0; row < robot.rows; ++row)
                for (int k = robot.row_dof[row]; k < robot.row_dof[row] + limb::freedoms(robot.given[row].joint); ++k) {
                    const auto& screw = sight.freedom[k];
                    const Vector f = rotate<T>(sight.row[row].rotation, F[row].force);
                    const Vector n = rotate<T>(sight.row[row].rotation, F[row].moment) +
                                     cross(sight.row[row].position - screw.at, f);
                    const auto& given = robot.given[row];
                    // J gear (gear qdd + the parent's angular acceleration about the axis), no gyroscopic moment of a
                    // slide's
                    const double qdd = double(s.qdd[k]), turns = double(dot(screw.angular, screw.angular)) > 0.5;
                    const double before = double(dot(screw.angular, sight.row[row].angular_acceleration)) - qdd;
                    const double rotor =
                        given.armature * qdd + given.rotor * given.gear * (given.gear * qdd + turns * before);
                    error.at_least(rotor);
                    error.see(double(dot(screw.angular, n) + dot(screw.linear, f)), double(tau[k]) - rotor);
                }
            worst.see(error);
        };
        see(alone);
        if constexpr (robot.floats())
            see(loaded, random_wrenches<robot>(random), load<robot>, limb::Gravity<T>{{1, -2, 3}});
        else
            see(loaded, random_wrenches<robot>(random), load<robot>, random_base(random), limb::Gravity<T>{{1, -2, 3}});
    });
    for (const auto& worst : {alone, loaded}) laws::demand<T>(worst, laws::rounding);
}

// --- a weld cut open: what it carried is then a wrench from outside

constexpr auto crane_without_hook = limb::tree({crane_rows[0], crane_rows[1], crane_rows[2]});

void cutting_a_weld_changes_nothing() {
    constexpr int head = 2, hook = 3;
    Worst torque{"torque"};
    laws::at_random_states<crane, T>([&](const auto& s, Random& random) {
        const auto base = random_base(random);
        const auto on_hook = limb::reactions<crane>(s.q, s.qd, s.qdd, base, load<crane>)[hook];
        const auto& given = crane.given[hook];
        const auto number = [](limb::Vector<double> v) { return Vector{T(v.x), T(v.y), T(v.z)}; };
        const limb::Rotation<T> R{number(given.rotation.x), number(given.rotation.y), number(given.rotation.z)};
        const Vector f = -rotate<T>(R, on_hook.force), n = -rotate<T>(R, on_hook.moment) + cross(number(given.at), f);
        limb::Wrenches<crane_without_hook, T> wrenches{};
        wrenches[head] = {.moment = n, .force = f};
        const laws::State<crane_without_hook, T> same(s);
        torque.see(laws::difference(limb::inverse_dynamics<crane_without_hook>(same.q, same.qd, same.qdd, base, wrenches),
                                    limb::inverse_dynamics<crane>(s.q, s.qd, s.qdd, base, load<crane>)));
    });
    laws::demand<T>(torque, laws::rounding);
}

// --- the ground: it bears the weight of what rests, and the rate of momentum of what moves

template <const auto& robot> void ground_bears_the_weight() {
    Worst force{"force"}, moment{"moment"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const limb::Joints<robot, T> still{};
        const auto F = limb::reactions<robot>(s.q, still, still).on_ground;
        const Vector weight{0, 0, T(-9.81) * limb::total_mass<robot, T>()};
        force.see(laws::difference(stacked<T>(F.force, {}), stacked<T>(weight, {})));
        moment.see(laws::difference(stacked<T>(F.moment, {}),
                                    stacked<T>(cross(limb::centre_of_mass<robot>(s.q), weight), {})));
    });
    for (const auto& worst : {force, moment}) laws::demand<T>(worst, laws::rounding);
}

template <const auto& robot> void ground_takes_the_rate_of_momentum() {
    Worst linear{"linear"}, angular{"angular"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto F = limb::reactions<robot>(s.q, s.qd, s.qdd, limb::no_gravity).on_ground;
        const auto rate_of = [&](auto part) {
            const auto at = [&](double t) {
                const auto then = laws::later<robot>(s, t);
                return part(limb::momentum<robot>(then.q, then.qd));
            };
            return limb::Vector<double>{laws::rate([&](double t) { return at(t).x; }),
                                        laws::rate([&](double t) { return at(t).y; }),
                                        laws::rate([&](double t) { return at(t).z; })};
        };
        linear.see(laws::difference(stacked<T>(rate_of([](const auto& p) { return p.linear; }), {}),
                                    stacked<T>(-F.force, {})));
        angular.see(laws::difference(stacked<T>(rate_of([](const auto& p) { return p.angular; }), {}),
                                     stacked<T>(-F.moment, {})));
    });
    for (const auto& worst : {linear, angular}) laws::demand_rate(worst);
}

// --- the pendulum of 000, example 1: hinge force m (a - g) with s = L (sin th, -cos th), seen in the bob's axes

constexpr double m = 0.75, L = 0.5, Izz = 0.0625, g = 9.81;
// clang-format off
constexpr auto pendulum = limb::tree({
    {.name = "bob", .joint = revolute_z, .mass = m, .com = {0, -L, 0}, .inertia = {Izz, 0.03, Izz}},
});
// clang-format on

void hinge_of_a_pendulum_pulls_as_computed_by_hand() {
    Worst worst{"hinge"};
    laws::at_random_states<pendulum, T>([&](const auto& s, Random&) {
        const double th = double(s.q[0]), thd = double(s.qd[0]), thdd = double(s.qdd[0]);
        const auto F = limb::reactions<pendulum>(s.q, s.qd, s.qdd, limb::Gravity<T>{{0, T(-g), 0}});
        const double across = m * (L * thdd + g * std::sin(th)), along = m * (L * thd * thd + g * std::cos(th));
        worst.see(laws::difference(
            stacked<T>(F[0].force, F[0].moment),
            etl::array<double, 6>{across, along, 0, 0, 0, (Izz + m * L * L) * thdd + m * g * L * std::sin(th)}));
        const double sin = std::sin(th), cos = std::cos(th);
        worst.see(laws::difference(
            stacked<T>(F.on_ground.force, {}),
            etl::array<double, 6>{-(cos * across - sin * along), -(sin * across + cos * along), 0, 0, 0, 0}));
    });
    laws::demand<T>(worst, laws::rounding);
}

// --- far from the origin floats have few digits left; reactions do not depend on the place

void far_away_nothing_is_lost() {
    Worst worst{"far"};
    laws::at_random_states<walker, T>([&](const auto& s, Random&) {
        auto far = s;
        far.q[4] += T(10000), far.q[5] -= T(20000);
        const auto near_by = limb::reactions<walker>(s.q, s.qd, s.qdd),
                   there = limb::reactions<walker>(far.q, s.qd, s.qdd);
        for (int r = 0; r < walker.rows; ++r)
            worst.see(laws::difference(stacked<T>(there[r].force, there[r].moment),
                                       stacked<T>(near_by[r].force, near_by[r].moment)));
    });
    laws::demand<T>(worst, laws::rounding);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(motors_hold_what_is_along_the_joints<crane>);
    RUN_TEST(motors_hold_what_is_along_the_joints<lamp>);
    RUN_TEST(motors_hold_what_is_along_the_joints<puck>);
    RUN_TEST(motors_hold_what_is_along_the_joints<crane_looped>);
    RUN_TEST(motors_hold_what_is_along_the_joints<walker_rotors>);
    RUN_TEST(cutting_a_weld_changes_nothing);
    RUN_TEST(ground_bears_the_weight<crane_rotors>);
    RUN_TEST(ground_bears_the_weight<walker>);
    if constexpr (std::is_same_v<T, double>) {  // differences need the digits
        RUN_TEST(ground_takes_the_rate_of_momentum<crane_rotors>);
        RUN_TEST(ground_takes_the_rate_of_momentum<walker_rotors>);
    }
    RUN_TEST(hinge_of_a_pendulum_pulls_as_computed_by_hand);
    RUN_TEST(far_away_nothing_is_lost);
    return UNITY_END();
}
