// The regressor: Y pi against inverse dynamics, of the table's own parameters and of any other table's.
#include "limb/regressor.hpp"

#include "compare.hpp"
#include "robots/gimbal3.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using laws::Error;
using laws::Random;
using laws::Worst;
using T = LIMB_TEST_NUMBER;

constexpr auto crane_looped = limb::in_form(limb::Form::looped, crane);
// the hook turns as well, so that it has a frame of its own to be seen in; rotors and friction at every joint
constexpr auto geared_rows = changed(crane_rows, [](limb::Row& row) {
    if (row.joint == fixed) row.joint = revolute_y;
    row.armature = 0.3 * row.mass;
    row.damping = 0.1 + row.mass;
    row.friction = 2 * row.mass;
    row.friction_velocity = 0.1 * row.mass;
});
constexpr auto geared = limb::tree(geared_rows.row);

// Rounding of a sum of as many terms as there are parameters, relative to the largest of them.
template <const auto& robot> Error against(const limb::Column<T, robot.dof>& tau, const limb::Regressor<robot, T>& Y,
                                           const limb::Parameters<robot, T>& pi) {
    Error error;
    for (int i = 0; i < robot.dof; ++i)
        for (int k = 0; k < limb::parameter_count<robot>; ++k) error.at_least(static_cast<double>(Y[i][k] * pi[k]));
    error.see_all(limb::torque_of<robot, T>(Y, pi), tau);
    return error;
}

template <const auto& robot>
limb::Joints<robot, T> with_friction(limb::Joints<robot, T> tau, const auto& q, const limb::Joints<robot, T>& qd) {
    const auto elements = limb::joint_elements<robot>(q, qd);
    for (int i = 0; i < robot.dof; ++i) tau[i] -= elements[i];
    return tau;
}

template <const auto& robot> void check_torques() {
    Worst standard{"on earth"}, falls{"no gravity"}, elsewhere{"elsewhere"}, base{"on a base"},
        transposed{"transposed"};
    constexpr auto pi = limb::parameters<robot, T>();
    laws::at_random_states<robot, T>([&](const auto& s, Random& random) {
        const auto see = [&](Worst& worst, const auto&... options) {
            const auto tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, options...);
            const auto Y = limb::regressor<robot>(s.q, s.qd, s.qdd, options...);
            worst.see(against<robot>(with_friction<robot>(tau, s.q, s.qd), Y, pi));
            return Y;
        };
        const limb::Gravity<T> g{laws::random_vector<T>(random, 10)};
        see(falls, limb::no_gravity);
        see(elsewhere, g);
        if constexpr (!robot.floats()) {
            const limb::Base<T> moving{.angular_velocity = laws::random_vector<T>(random, 2),
                                       .angular_acceleration = laws::random_vector<T>(random, 5),
                                       .acceleration = laws::random_vector<T>(random, 10)};
            see(base, moving, g);
        }
        // Y'x, on the way
        const auto Y = see(standard);
        Error error;
        limb::Parameters<robot, T> sum{};
        for (int k = 0; k < limb::parameter_count<robot>; ++k)
            for (int i = 0; i < robot.dof; ++i) {
                sum[k] += Y[i][k] * s.tau[i];
                error.at_least(static_cast<double>(Y[i][k] * s.tau[i]));
            }
        error.see_all(limb::regressor_transposed<robot>(s.q, s.qd, s.qdd, s.tau), sum);
        transposed.see(error);
    });
    for (const auto& worst : {standard, falls, elsewhere, base, transposed}) laws::demand<T>(worst, laws::rounding);
}

void torques_are_linear_in_the_table() {
    check_torques<crane>();
    check_torques<crane_looped>();
    check_torques<walker>();
    check_torques<robots::gimbal3>();
    check_torques<geared>();
    check_torques<lamp>();
    check_torques<puck>();
}

// Y of one table serves every other one of the same geometry: it does not look at masses. Nor does it matter that this
// table's lumping hides most of them.
constexpr auto other_rows = changed(crane_rows, [](limb::Row& row) {
    row.mass *= 1.3;
    row.com.x += 0.07;
    row.com.z -= 0.02;
    row.inertia.xx += 0.01;
    row.inertia.yy += 0.012;
    row.inertia.zz += 0.011;
    row.inertia.yz += 0.0002;
    if (row.joint != fixed) row.armature = 0.2;
});
constexpr auto other = limb::tree(other_rows.row);

void masses_only_enter_through_the_parameters() {
    Worst worst{"another table"};
    laws::at_random_states<crane, T>([&](const auto& s, Random&) {
        const laws::State<other, T> as_other(s);
        worst.see(against<crane>(limb::inverse_dynamics<other>(as_other.q, as_other.qd, as_other.qdd),
                                 limb::regressor<crane>(s.q, s.qd, s.qdd), limb::parameters<other, T>()));
    });
    laws::demand<T>(worst, laws::rounding);
}

// A point of mass m at the end of a rod l, about y: m l^2 qdd - m g l sin q with the rod upright at q = 0.
constexpr auto pendulum =
    limb::tree({{.name = "bob", .joint = revolute_y, .mass = 1, .com = {0, 0, 1}, .inertia = {1e-3, 1e-3, 1e-3}}});

void columns_of_a_pendulum_are_its_equation() {
    const limb::Positions<pendulum, T> q{static_cast<T>(0.4f)};
    const limb::Joints<pendulum, T> qd{3}, qdd{5};
    const auto Y = limb::regressor<pendulum>(q, qd, qdd)[0];
    const T s = std::sin(q[0]), c = std::cos(q[0]), g = static_cast<T>(9.81);
    etl::array<T, limb::parameter_count<pendulum>> expected{};
    expected[limb::parameter_index<pendulum>(0, limb::parameter::hx)] = -g * c;  // in front of the axis: falls on, about +y
    expected[limb::parameter_index<pendulum>(0, limb::parameter::hz)] = -g * s;
    expected[limb::parameter_index<pendulum>(0, limb::parameter::Iyy)] = 5;
    expected[limb::parameter_index<pendulum>(0, limb::parameter::damping)] = 3;
    expected[limb::parameter_index<pendulum>(0, limb::parameter::friction)] = static_cast<T>(1 / std::sqrt(1 + 0.0004 / 9));
    expected[limb::parameter_index<pendulum>(0, limb::parameter::armature)] = 5;
    Worst worst{"columns"};
    worst.see(laws::difference(Y, expected));
    laws::demand<T>(worst, laws::rounding);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(torques_are_linear_in_the_table);
    RUN_TEST(masses_only_enter_through_the_parameters);
    RUN_TEST(columns_of_a_pendulum_are_its_equation);
    return UNITY_END();
}
