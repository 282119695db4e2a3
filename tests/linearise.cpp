// Small motions: mass, damping and stiffness, state space, closed loops, modes and their sensitivities, against
// published figures, closed forms, differences of the motion itself and brute force.
#include "limb/linearise.hpp"

#include <cmath>
#include <type_traits>

#include "laws.hpp"
#include "limb/loops.hpp"
#include "mechanisms.hpp"
#include "robots/triple_pendulum.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using T = LIMB_TEST_NUMBER;
using enum limb::Joint;
using laws::Error;
using laws::Random;
using laws::Worst;
using limb::ModesStatus;
using robots::triple_pendulum;
using small_robots::crane;
using small_robots::lamp;
using small_robots::walker;

double number(T x) { return static_cast<double>(x); }
void near(double float_tolerance, double expected, T got) {
    const double tolerance =
        float_tolerance * double{std::numeric_limits<T>::epsilon()} / double{std::numeric_limits<float>::epsilon()};
    TEST_ASSERT_DOUBLE_WITHIN(tolerance * std::fabs(expected), expected, number(got));
}

template <const auto& robot> auto at_rest(const limb::Positions<robot, T>& q = {}) {
    const limb::Joints<robot, T> still{};
    return limb::linearise<robot>(q, still, still);
}

// --- the triple pendulum (004, sections 5.1 and 6.1, appendix B)

void triple_pendulum_has_the_published_matrices_and_eigenvalues() {
    const auto l = at_rest<triple_pendulum>();
    constexpr double M[3][3] = {{9.35, 0, 1.45}, {0, 2.9, 0}, {1.45, 0, 0.45}};
    // klin of appendix B, positive: g times the mass beyond each joint times its distance
    constexpr double g = 9.81, K[3][3] = {{4.5 * g, 0, 0.5 * g}, {0, 2 * g, 0}, {0.5 * g, 0, 0.5 * g}};
    Error mass, damping, stiffness;
    damping.at_least(1);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            mass.see(number(l.M[i][j]), M[i][j]);
            damping.see(number(l.C[i][j]), 0);
            stiffness.see(number(l.K[i][j]), K[i][j]);
        }
    for (const Error& error : {mass, damping, stiffness})
        TEST_ASSERT_TRUE(error.relative() < 20 * double{std::numeric_limits<T>::epsilon()});

    const auto m = limb::modes(l.K, l.M);
    TEST_ASSERT_TRUE(m.status == ModesStatus::ok);
    constexpr double eigenvalue[3] = {4.60319, 6.76552, 19.86356};
    for (int k = 0; k < 3; ++k) TEST_ASSERT_DOUBLE_WITHIN(2e-6 * eigenvalue[k], eigenvalue[k], number(m.eigenvalue[k]));
}

// --- springs and dampers are the caller's to add

void springs_and_dampers_add_up() {
    constexpr T stiffness = 3, damping = T(0.25f);
    Random random(1);
    const laws::State<crane, T> s(random);
    const auto l = limb::linearise<crane>(s.q, s.qd, s.qdd);
    const auto sprung = limb::linearise<crane>(
        [&](const auto& q, const auto& qd, const auto& qdd) {
            using S = std::remove_cvref_t<decltype(q[0])>;
            auto tau = limb::inverse_dynamics<crane>(q, qd, qdd);
            tau[1] += S(stiffness) * q[1] + S(damping) * qd[1];
            return tau;
        },
        s.q, s.qd, s.qdd);
    Error error;
    for (int i = 0; i < crane.dof; ++i)
        for (int j = 0; j < crane.dof; ++j) {
            const bool own = i == 1 && j == 1;
            error.see(number(sprung.M[i][j]), number(l.M[i][j]));
            error.see(number(sprung.C[i][j]), number(l.C[i][j] + (own ? damping : 0)));
            error.see(number(sprung.K[i][j]), number(l.K[i][j] + (own ? stiffness : 0)));
        }
    TEST_ASSERT_TRUE(error.relative() < 5 * double{std::numeric_limits<T>::epsilon()});
}

// --- state space: how two motions that start close together part

template <const auto& robot> void see_state_space(Worst& worst, const laws::State<robot, double>& s) {
    constexpr int n = robot.dof;
    using State = limb::State<robot, double>;
    const auto qdd = limb::forward_dynamics<robot>(s.q, s.qd, s.tau);
    const auto space = limb::state_space<robot>(limb::linearise<robot>(s.q, s.qd, qdd), s.qd);
    TEST_ASSERT_TRUE(space.solved);
    const auto after = [&](const State& from, const auto& tau, double t) {
        return limb::runge_kutta<robot>(
            from, t, [&](const auto& q, const auto& qd) { return limb::forward_dynamics<robot>(q, qd, tau); });
    };
    constexpr double apart = 1e-4, t = 1e-5;
    Error error;
    for (int j = 0; j < 3 * n; ++j) {
        const auto parted = [&](double by, double time) {
            limb::Joints<robot, double> unit{};
            unit[j % n] = by;
            State from{s.q, s.qd};
            auto tau = s.tau;
            if (j < n)
                from.q = limb::integrate<robot>(s.q, unit, 1);
            else if (j < 2 * n)
                from.qd[j - n] += by;
            else
                tau[j - 2 * n] += by;
            const State one = after({s.q, s.qd}, s.tau, time), other = after(from, tau, time);
            limb::Column<double, 2 * n> d;
            const auto dq = limb::difference<robot>(one.q, other.q);
            for (int i = 0; i < n; ++i) d[i] = dq[i], d[n + i] = other.qd[i] - one.qd[i];
            return d;
        };
        const auto pp = parted(apart, t), pm = parted(apart, -t), mp = parted(-apart, t), mm = parted(-apart, -t);
        for (int i = 0; i < 2 * n; ++i) {
            const double rate = (pp[i] - pm[i] - mp[i] + mm[i]) / (4 * apart * t);
            error.see(rate, j < 2 * n ? space.A[i][j] : space.B[i][j - 2 * n]);
        }
    }
    worst.see(error);
}
[[maybe_unused]] void state_space_is_how_neighbours_part() {
    Worst on_ground{"crane"}, floating{"walker"}, balls{"lamp"};
    Random random(9);
    for (int sample = 0; sample < 3; ++sample) {
        see_state_space<crane>(on_ground, laws::State<crane, double>(random));
        see_state_space<walker>(floating, laws::State<walker, double>(random));
        see_state_space<lamp>(balls, laws::State<lamp, double>(random));
    }
    for (const Worst& worst : {on_ground, floating, balls}) {
        measure::Line() << worst;
        TEST_ASSERT_TRUE(worst.error < 2e-6);
    }
}

// --- modes

void modes_satisfy_their_equation() {
    Worst residual{"K shape = eigenvalue M shape"}, norm{"shape'M shape = 1"};
    laws::at_random_states<walker, T>([&](const auto& s, Random& random) {
        const auto M = limb::mass_matrix<walker>(s.q);
        limb::Matrix<walker, T> K;
        for (int i = 0; i < walker.dof; ++i)
            for (int j = 0; j <= i; ++j) K[i][j] = K[j][i] = T(random.uniform(50));
        const auto m = limb::modes(K, M);
        TEST_ASSERT_TRUE(m.status == ModesStatus::ok);
        Error equation, unit;
        for (int k = 0; k < walker.dof; ++k) {
            if (k > 0) TEST_ASSERT_TRUE(m.eigenvalue[k - 1] <= m.eigenvalue[k]);
            for (int other = 0; other < walker.dof; ++other) {
                double sum = 0;
                for (int i = 0; i < walker.dof; ++i)
                    for (int j = 0; j < walker.dof; ++j) {
                        const double term = number(m.shape[k][i]) * number(M[i][j]) * number(m.shape[other][j]);
                        unit.at_least(term);
                        sum += term;
                    }
                unit.see(sum, k == other);
            }
            for (int i = 0; i < walker.dof; ++i) {
                double sum = 0;
                for (int j = 0; j < walker.dof; ++j) {
                    const double stiff = number(K[i][j]) * number(m.shape[k][j]);
                    const double heavy = number(m.eigenvalue[k]) * number(M[i][j]) * number(m.shape[k][j]);
                    equation.at_least(stiff), equation.at_least(heavy);
                    sum += stiff - heavy;
                }
                equation.see(sum, 0);
            }
        }
        residual.see(equation), norm.see(unit);
    });
    laws::demand<T>(residual, 2e-5), laws::demand<T>(norm, 2e-5);
}

void modes_say_what_is_wrong() {
    limb::Dense<T, 2, 2> one{{{1, 0}, {0, 1}}}, slanted{{{1, T(0.5f)}, {0, 1}}}, negative{{{1, 0}, {0, -1}}},
        flat{{{1, 1}, {1, 1}}};
    TEST_ASSERT_TRUE(limb::modes(slanted, one).status == ModesStatus::stiffness_not_symmetric);
    TEST_ASSERT_TRUE(limb::modes(one, negative).status == ModesStatus::mass_not_positive_definite);
    TEST_ASSERT_TRUE(limb::modes(one, flat).status == ModesStatus::mass_not_positive_definite);
    const auto falls = limb::modes(negative, one);
    TEST_ASSERT_TRUE(falls.status == ModesStatus::ok && falls.eigenvalue[0] == -1 && falls.eigenvalue[1] == 1);
    const auto loose = limb::modes(flat, one);  // one mode without stiffness
    TEST_ASSERT_TRUE(loose.status == ModesStatus::ok);
    TEST_ASSERT_TRUE(std::fabs(loose.eigenvalue[0]) < T(1e-6f) && std::fabs(loose.eigenvalue[1] - 2) < T(1e-6f));
    one[0][0] = std::numeric_limits<T>::quiet_NaN();
    TEST_ASSERT_FALSE(limb::modes(one, one).status == ModesStatus::ok);
    // a robot that floats in gravity is not at rest
    limb::Positions<walker, T> q{};
    q[0] = 1;
    const auto l = at_rest<walker>(q);
    TEST_ASSERT_TRUE(limb::modes(l.K, l.M).status == ModesStatus::stiffness_not_symmetric);
}

// --- the four-bar (004, section 6.2, appendix C): cut at the ball between coupler and rocker, one freedom is left

template <const auto& robot, const auto& loops> void four_bar_has_the_published_eigenvalue() {
    const auto force = [](const auto& q, const auto& qd, const auto& qdd) {
        return limb::inverse_dynamics<robot>(q, qd, qdd);
    };
    const auto jacobian = [](const auto& q) { return limb::loop_equations<robot, loops>(q).jacobian; };
    const auto r = limb::linearise_closed<robot>(force, jacobian, limb::Positions<robot, T>{});
    TEST_ASSERT_EQUAL(1, r.count);
    TEST_ASSERT_TRUE(number(r.residual) < (std::is_same_v<T, double> ? 1e-11 : 1e-3));  // N m; it is in equilibrium
    const auto m = limb::modes(r.K, r.M, r.count);
    TEST_ASSERT_TRUE(m.status == ModesStatus::ok);
    near(1e-5, 197.181 / 15.3, m.eigenvalue[0]);
    const auto shape = r.in_joints(m.shape[0]);  // crank and rocker swing together, the coupler stays level
    near(1e-5, number(shape[0]), shape[robot.dof - 1]);
    near(1e-5, -number(shape[0]), shape[1]);
}
void spatial_four_bar_has_the_published_eigenvalue() {
    four_bar_has_the_published_eigenvalue<mechanisms::four_bar, mechanisms::four_bar_loop>();
}
void redundant_equations_do_no_harm() {  // a pin in space where one in the plane would do
    four_bar_has_the_published_eigenvalue<mechanisms::planar_four_bar, mechanisms::planar_four_bar_loop>();
}

// A bob on a gantry, kept l away from the origin: a pendulum whose stiffness m g / l is that of the constraint alone.
constexpr double l = 0.4;
constexpr auto gantry = limb::tree({
    {.name = "bridge", .joint = prismatic_x, .mass = 0.5, .inertia = {0.1, 0.1, 0.1}},
    {.name = "bob", .joint = prismatic_z, .mass = 1.5, .inertia = {0.1, 0.1, 0.1}},
});
void a_constraint_that_turns_is_stiff() {
    const auto force = [](const auto& q, const auto& qd, const auto& qdd) {
        return limb::inverse_dynamics<gantry>(q, qd, qdd);
    };
    const auto jacobian = [](const auto& q) {  // (x^2 + z^2 - l^2) / 2
        return limb::Dense<std::remove_cvref_t<decltype(q[0])>, 1, 2>{{{q[0], q[1]}}};
    };
    const auto r = limb::linearise_closed<gantry>(force, jacobian, limb::Positions<gantry, T>{0, T(-l)});
    TEST_ASSERT_EQUAL(1, r.count);
    const auto m = limb::modes(r.K, r.M, r.count);
    TEST_ASSERT_TRUE(m.status == ModesStatus::ok);
    near(1e-5, 1.5 * 9.81 / l / 2, m.eigenvalue[0]);  // the bridge moves too
    // aside, the rod does not hold all of the weight
    const auto aside = limb::linearise_closed<gantry>(force, jacobian, limb::Positions<gantry, T>{T(l), 0});
    near(1e-5, 1.5 * 9.81, aside.residual);
}

// --- sensitivities

// clang-format off
constexpr double mass = 1.25, arm = 0.5, moment = 0.0625, g = 9.81;
constexpr auto pendulum = limb::tree({
    {.name = "bob", .joint = revolute_y, .mass = mass, .com = {0, 0, -arm}, .inertia = {moment, moment, 0.03}},
});
// clang-format on
// steps that float can see, and of which the curvature does not show in the digits tested
constexpr double step = std::is_same_v<T, double> ? 1e-5 : 1e-2;

template <const auto& robot, const auto& less, const auto& more> auto slopes() {
    const auto l = at_rest<robot>();
    const auto m = limb::modes(l.K, l.M);
    TEST_ASSERT_TRUE(m.status == ModesStatus::ok);
    return limb::sensitivities(m, at_rest<less>(), at_rest<more>(), static_cast<T>(step));
}
constexpr auto com_z = [](limb::Row& row) -> double& { return row.com.z; };
constexpr auto inertia_yy = [](limb::Row& row) -> double& { return row.inertia.yy; };
constexpr auto lighter = limb::changed<pendulum>(0, &limb::Row::mass, -step);
constexpr auto heavier = limb::changed<pendulum>(0, &limb::Row::mass, step);
constexpr auto longer = limb::changed<pendulum>(0, com_z, -step);
constexpr auto shorter = limb::changed<pendulum>(0, com_z, step);
constexpr auto thinner = limb::changed<pendulum>(0, inertia_yy, -step);
constexpr auto thicker = limb::changed<pendulum>(0, inertia_yy, step);

// m g l / (I + m l^2), differentiated by hand
void pendulum_has_the_slopes_of_its_closed_form() {
    const double I = moment + mass * arm * arm, tolerance = std::is_same_v<T, double> ? 1e-9 : 1e-3;
    const auto expect = [&](double expected, T got) {
        TEST_ASSERT_DOUBLE_WITHIN(tolerance * std::fabs(expected), expected, number(got));
    };
    expect(g * arm * moment / (I * I), slopes<pendulum, lighter, heavier>()[0]);
    expect(-mass * g * (moment - mass * arm * arm) / (I * I), slopes<pendulum, longer, shorter>()[0]);  // z = -l
    expect(-mass * g * arm / (I * I), slopes<pendulum, thinner, thicker>()[0]);
}

constexpr auto light_middle = limb::changed<triple_pendulum>(1, &limb::Row::mass, -step);
constexpr auto heavy_middle = limb::changed<triple_pendulum>(1, &limb::Row::mass, step);

[[maybe_unused]] void triple_pendulum_has_the_slopes_of_brute_force() {
    const auto less = at_rest<light_middle>(), more = at_rest<heavy_middle>();
    const auto low = limb::modes(less.K, less.M), high = limb::modes(more.K, more.M);
    const auto got = slopes<triple_pendulum, light_middle, heavy_middle>();
    for (int k = 0; k < 3; ++k)
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, number(high.eigenvalue[k] - low.eigenvalue[k]) / (2 * step), number(got[k]));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(triple_pendulum_has_the_published_matrices_and_eigenvalues);
    RUN_TEST(springs_and_dampers_add_up);
    RUN_TEST(modes_satisfy_their_equation);
    RUN_TEST(modes_say_what_is_wrong);
    RUN_TEST(spatial_four_bar_has_the_published_eigenvalue);
    RUN_TEST(redundant_equations_do_no_harm);
    RUN_TEST(a_constraint_that_turns_is_stiff);
    RUN_TEST(pendulum_has_the_slopes_of_its_closed_form);
    if constexpr (std::is_same_v<T, double>) {  // differences need the digits
        RUN_TEST(state_space_is_how_neighbours_part);
        RUN_TEST(triple_pendulum_has_the_slopes_of_brute_force);
    }
    return UNITY_END();
}
