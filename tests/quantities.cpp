// Mass, centre of mass, momentum, energies and Coriolis terms of whole robots, against laws and printed equations.
#include "limb/quantities.hpp"

#include <type_traits>

#include "laws.hpp"
#include "robots/gimbal3.hpp"
#include "satellite.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using laws::Error;
using laws::Random;
using laws::stacked;
using laws::Worst;
using T = LIMB_TEST_NUMBER;
using Vector = limb::Vector<T>;

constexpr auto crane_looped =
    limb::in_form(limb::Form::looped, limb::tree(changed(crane_rows, [](limb::Row& row) { row.armature = row.joint == fixed ? 0 : 0.3; }).row));
constexpr auto walker_rotors = limb::tree(changed(walker_rows,
                                                  [](limb::Row& row) {
                                                      if (row.joint == revolute_x) row.rotor = 0.002, row.gear = 30;
                                                  })
                                              .row,
                                          limb::Form::shared);
template <const auto& robot> constexpr bool floats = robot.floats();

Error vector_error(const Vector& got, const Vector& expected, double size = 0) {
    Error error;
    error.at_least(size);
    error.see_all(stacked<T>(got, {}), stacked<T>(expected, {}));
    return error;
}

// A payload on the last row, so that every quantity is also seen with one.
template <const auto& robot>
constexpr limb::Payload<robot.rows - 1, T> load{.mass = T(1.5),
                                                .com = {T(0.1), T(-0.2), T(0.05)},
                                                .inertia = {T(0.02), T(0.03), T(0.025), T(0.001), T(-0.002), T(0.003)}};

// --- the masses as they are written

void mass_is_the_sum_of_the_rows() {
    TEST_ASSERT_TRUE(limb::total_mass<crane>() == 7.5f);
    TEST_ASSERT_TRUE((limb::total_mass<crane, T>(load<crane>) == T(9)));
    TEST_ASSERT_TRUE((limb::total_mass<satellite::robot, T>() == T(40)));
}

// --- energies: two other sweeps compute their sums

template <const auto& robot> void energies_add_up() {
    Worst kinetic{"kinetic"}, potential{"potential"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto see = [&](const auto& gravity, const auto&... options) {
            const auto parts = limb::energies<robot>(s.q, s.qd, gravity, options...);
            T k = 0, p = 0;
            Error ke, pe;
            for (const auto& part : parts) {
                k += part.kinetic, p += part.potential;
                pe.at_least(double(part.potential));
            }
            ke.see(double(k), double(limb::kinetic_energy<robot>(s.q, s.qd, options...)));
            pe.see(double(p), double(limb::potential_energy<robot>(s.q, gravity, options...)));
            kinetic.see(ke);
            potential.see(pe);
        };
        see(limb::internal::StandardGravity{});
        see(limb::Gravity<T>{{1, -2, 3}}, load<robot>);
    });
    for (const auto& worst : {kinetic, potential}) laws::demand<T>(worst, laws::rounding);
}

// --- the centre of mass: potential energy is m g times its height, in any direction

template <const auto& robot> void centre_of_mass_is_where_gravity_acts() {
    Worst height{"height"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const T m = limb::total_mass<robot, T>(load<robot>);
        const auto c = limb::centre_of_mass<robot>(s.q, load<robot>);
        const auto moved = limb::centre_of_mass<robot>(s.q, s.qd, load<robot>).position;
        const auto energy = [&](const Vector& g) {
            return limb::potential_energy<robot>(s.q, limb::Gravity<T>{g}, load<robot>) / m;
        };
        const Vector expected{energy({-1, 0, 0}), energy({0, -1, 0}), energy({0, 0, -1})};
        height.see(vector_error(c, expected));
        height.see(vector_error(moved, expected));
    });
    laws::demand<T>(height, laws::rounding);
}

// --- momentum: the velocity of the centre of mass, and the rate of kinetic energy with a velocity of the whole robot

template <const auto& robot> void momentum_is_mass_times_velocity_of_the_centre() {
    Worst linear{"linear"}, angular{"angular"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto p = limb::momentum<robot>(s.q, s.qd, load<robot>);
        const auto c = limb::centre_of_mass<robot>(s.q, s.qd, load<robot>);
        linear.see(vector_error(p.linear, c.velocity * limb::total_mass<robot, T>(load<robot>)));
        angular.see(vector_error(p.angular, p.spin + cross(c.position, p.linear)));
        if constexpr (floats<robot>) {  // the root's rows of M qd are the momentum about its origin, in its axes
            const auto M = limb::mass_matrix<robot>(s.q, load<robot>);
            T sum[6]{};
            Error size;
            for (int i = 0; i < 6; ++i)
                for (int j = 0; j < robot.dof; ++j) {
                    sum[i] += M[i][j] * s.qd[j];
                    size.at_least(double(M[i][j] * s.qd[j]));
                }
            const auto root = limb::kinematics<robot, 0>(s.q);
            const Vector l = laws::rotate<T>(root.rotation, {sum[3], sum[4], sum[5]});
            const Vector h = laws::rotate<T>(root.rotation, {sum[0], sum[1], sum[2]});
            linear.see(vector_error(p.linear, l));
            angular.see(vector_error(p.angular, h + cross(root.position, l)));
        }
    });
    for (const auto& worst : {linear, angular}) laws::demand<T>(worst, laws::rounding);
}

// Newton and Euler, by differences: a floating robot is moved by gravity and by what acts on its root.
template <const auto& robot> void forces_are_the_rate_of_momentum() {
    Worst centre{"centre"}, linear{"linear"}, angular{"angular"}, spin{"spin"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto rate_of = [&](auto quantity) {
            const auto at = [&](double t) { return quantity(laws::later<robot>(s, t)); };
            return limb::Vector<double>{laws::rate([&](double t) { return at(t).x; }),
                                        laws::rate([&](double t) { return at(t).y; }),
                                        laws::rate([&](double t) { return at(t).z; })};
        };
        const auto c = limb::centre_of_mass<robot>(s.q, s.qd);
        centre.see(
            vector_error(rate_of([&](const auto& then) { return limb::centre_of_mass<robot>(then.q); }), c.velocity));
        if constexpr (floats<robot>) {
            const auto tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd);
            const auto root = limb::kinematics<robot, 0>(s.q);
            const Vector weight{0, 0, -9.81 * limb::total_mass<robot, T>()};
            const Vector f = laws::rotate<T>(root.rotation, {tau[3], tau[4], tau[5]});
            const Vector n = laws::rotate<T>(root.rotation, {tau[0], tau[1], tau[2]});
            const auto p = [&](const auto& then) { return limb::momentum<robot>(then.q, then.qd); };
            linear.see(vector_error(rate_of([&](const auto& then) { return p(then).linear; }), f + weight));
            angular.see(vector_error(rate_of([&](const auto& then) { return p(then).angular; }),
                                     n + cross(root.position, f) + cross(c.position, weight)));
            spin.see(vector_error(rate_of([&](const auto& then) { return p(then).spin; }),
                                  n + cross(root.position - c.position, f)));
        }
    });
    for (const auto& worst : {centre, linear, angular, spin}) laws::demand_rate(worst);
}

// --- the Coriolis matrix

template <const auto& robot> void coriolis_matrix_gives_the_coriolis_torque() {
    Worst product{"C qd"}, split{"M qdd + V + G"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto C = limb::coriolis_matrix<robot>(s.q, s.qd, load<robot>);
        const auto V = limb::coriolis_torque<robot>(s.q, s.qd, load<robot>);
        Error error, sum_error;
        for (int i = 0; i < robot.dof; ++i) {
            T sum = 0;
            for (int j = 0; j < robot.dof; ++j) {
                error.at_least(double(C[i][j] * s.qd[j]));
                sum += C[i][j] * s.qd[j];
            }
            error.see(double(sum), double(V[i]));
        }
        product.see(error);
        const auto G = limb::gravity_torque<robot>(s.q, load<robot>);
        const auto b = limb::bias_torque<robot>(s.q, s.qd, load<robot>);
        for (int i = 0; i < robot.dof; ++i) sum_error.see(double(V[i] + G[i]), double(b[i]));
        split.see(sum_error);
    });
    for (const auto& worst : {product, split}) laws::demand<T>(worst, laws::rounding);
}

template <const auto& robot> void mass_matrix_rate_less_twice_the_coriolis_matrix_is_skew() {
    Worst skew{"dM/dt - C - C'"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto C = limb::coriolis_matrix<robot>(s.q, s.qd, load<robot>);
        Error error;
        for (int i = 0; i < robot.dof; ++i)
            for (int j = 0; j <= i; ++j)
                error.see(C[i][j] + C[j][i], laws::rate([&](double t) {
                              return limb::mass_matrix<robot>(laws::later<robot>(s, t).q, load<robot>)[i][j];
                          }));
        skew.see(error);
    });
    laws::demand_rate(skew);
}

// The planar arm of 002, section 4.7, as closed_forms.cpp has it: V as printed, and Christoffel's symbols of M, which
// are what every C of a planar chain with qd the derivative of q must share with it in C + C'.
constexpr double l1 = 0.5, l2 = 0.375, m1 = 1.25, m2 = 0.75, point = 1e-9;
// clang-format off
constexpr auto planar = limb::tree({
    {.name = "upper", .joint = revolute_z,                   .mass = m1, .com = {l1, 0, 0}, .inertia = {point, point, point}},
    {.name = "lower", .joint = revolute_z, .at = {l1, 0, 0}, .mass = m2, .com = {l2, 0, 0}, .inertia = {point, point, point}},
});
// clang-format on

void planar_arm_has_the_printed_coriolis_torque() {
    Worst V{"V"}, diagonal{"C + C'"};
    laws::at_random_states<planar, T>([&](const auto& s, Random&) {
        const double k = m2 * l1 * l2 * std::sin(double(s.q[1])), a = double(s.qd[0]), b = double(s.qd[1]);
        const etl::array<double, 2> expected{-k * b * b - 2 * k * a * b, k * a * a};
        V.see(laws::difference(limb::coriolis_torque<planar>(s.q, s.qd), expected));
        const auto C = limb::coriolis_matrix<planar>(s.q, s.qd);
        // dM/dt: M11 = ... + 2 l1 l2 m2 c2, M12 = ... + l1 l2 m2 c2
        const etl::array<double, 3> rates{-2 * k * b, -k * b, 0};
        diagonal.see(laws::difference(etl::array<T, 3>{2 * C[0][0], C[0][1] + C[1][0], 2 * C[1][1]}, rates));
    });
    for (const auto& worst : {V, diagonal}) laws::demand<T>(worst, laws::rounding);
}

// --- the satellite (004, section 5.3): links at -60 and 60 degrees, 2 rad/s about y

void satellite_has_the_published_angular_momentum() {
    constexpr const auto& robot = satellite::robot;
    const T angle = T(1.0471975511965976);
    const limb::Positions<satellite::robot, T> q{1, 0, 0, 0, 0, 0, 0, -angle, angle};
    const limb::Joints<satellite::robot, T> qd{0, 2, 0, 0, 0, 0, 0, 0};
    static_assert(robot.dof == 8);
    const auto p = limb::momentum<satellite::robot>(q, qd);
    Error error, linear;
    error.see_all(stacked<T>(p.angular, p.spin), etl::array<double, 6>{0, 1.78282032, 0, 0, 1.78282032, 0});
    TEST_ASSERT_TRUE(error.relative() <= (std::is_same_v<T, double> ? 1e-8 : 1e-6));
    linear.at_least(2);
    linear.see_all(stacked<T>(p.linear, {}), etl::array<double, 6>{});
    TEST_ASSERT_TRUE(linear.relative() <= 1e-6);
}

// --- far from the origin floats have few digits left; what does not depend on the place must keep its own

void far_away_nothing_is_lost() {
    Worst spin{"spin"}, coriolis{"coriolis"};
    laws::at_random_states<walker, T>([&](const auto& s, Random&) {
        auto far = s;
        far.q[4] += T(10000), far.q[5] -= T(20000);
        spin.see(vector_error(limb::momentum<walker>(far.q, s.qd).spin, limb::momentum<walker>(s.q, s.qd).spin));
        const auto near_by = limb::coriolis_matrix<walker>(s.q, s.qd),
                   there = limb::coriolis_matrix<walker>(far.q, s.qd);
        for (int i = 0; i < walker.dof; ++i) coriolis.see(laws::difference(there[i], near_by[i]));
    });
    for (const auto& worst : {spin, coriolis}) laws::demand<T>(worst, laws::rounding);
}

template <const auto& robot> void laws_of() {
    energies_add_up<robot>();
    centre_of_mass_is_where_gravity_acts<robot>();
    momentum_is_mass_times_velocity_of_the_centre<robot>();
    coriolis_matrix_gives_the_coriolis_torque<robot>();
    if constexpr (std::is_same_v<T, double>) {  // differences need the digits
        forces_are_the_rate_of_momentum<robot>();
        mass_matrix_rate_less_twice_the_coriolis_matrix_is_skew<robot>();
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(mass_is_the_sum_of_the_rows);
    RUN_TEST(laws_of<robots::gimbal3>);
    RUN_TEST(laws_of<crane>);
    RUN_TEST(laws_of<crane_looped>);
    RUN_TEST(laws_of<walker_rotors>);
    RUN_TEST(laws_of<lamp>);
    RUN_TEST(laws_of<puck>);
    RUN_TEST(planar_arm_has_the_printed_coriolis_torque);
    RUN_TEST(satellite_has_the_published_angular_momentum);
    RUN_TEST(far_away_nothing_is_lost);
    return UNITY_END();
}
