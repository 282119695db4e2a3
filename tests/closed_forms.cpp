// Mechanisms whose equations of motion are printed in the literature: inverse dynamics, mass matrix and both forward
// dynamics must give them at random states. Numbers in brackets are equations of the sources (000: Newton-Euler
// equations of multibody systems, 002: dynamical systems, 004: symbolic Kane's equations).
#include <cmath>
#include <limits>
#include <type_traits>

#include "limb/limb.hpp"
#include "measure.hpp"
#include "states.hpp"
#include "triple_pendulum.hpp"
#include "unity.h"

namespace {

using enum limb::Joint;
using measure::Error;
using measure::Worst;
using states::Random;
using states::State;

constexpr double g = 9.81;
template <class T> constexpr limb::Gravity<T> along_minus_y{{0, static_cast<T>(-g), 0}};

// Up to three joints: a few dozen roundings, and matrices whose condition is below 100.
template <class T> constexpr double tolerance = 100 * double{std::numeric_limits<T>::epsilon()};

// limb's torques, mass matrix and accelerations against M qdd + b = tau, given by a function of the state.
// The bias b is without gravity where the caller passes limb::no_gravity as an option, and so on.
template <int n> struct Equations {
    double M[n][n];
    double b[n];
};

template <const auto& robot, class T, class Oracle, class... Options>
void check_at_random_states(Oracle oracle, const Options&... options) {
    constexpr int n = robot.dof;
    Worst mass{"mass matrix"}, inverse{"inverse dynamics"}, aba{"aba"}, ltdl{"ltdl"};
    Random random(n);
    for (int sample = 0; sample < 100; ++sample) {
        const State<robot, T> s(random);
        double q[n], qd[n];
        for (int i = 0; i < n; ++i) q[i] = static_cast<double>(s.q[i]), qd[i] = static_cast<double>(s.qd[i]);
        const Equations<n> expected = oracle(q, qd);

        const auto M = limb::mass_matrix<robot>(s.q);
        const auto tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, options...);
        Error mass_error, inverse_error;
        for (int i = 0; i < n; ++i) {
            double sum = expected.b[i];
            for (int j = 0; j < n; ++j) {
                mass_error.see(static_cast<double>(M[i][j]), expected.M[i][j]);
                inverse_error.at_least(expected.M[i][j] * static_cast<double>(s.qdd[j]));
                sum += expected.M[i][j] * static_cast<double>(s.qdd[j]);
            }
            inverse_error.see(static_cast<double>(tau[i]), sum);
        }
        mass.see(mass_error);
        inverse.see(inverse_error);

        // M qdd + b must give back the torque
        const auto see_forward = [&](Worst& worst, const limb::Joints<robot, T>& qdd) {
            Error error;
            for (int i = 0; i < n; ++i) {
                double sum = expected.b[i];
                for (int j = 0; j < n; ++j) {
                    error.at_least(expected.M[i][j] * static_cast<double>(qdd[j]));
                    sum += expected.M[i][j] * static_cast<double>(qdd[j]);
                }
                error.see(sum, static_cast<double>(s.tau[i]));
            }
            worst.see(error);
        };
        see_forward(aba, limb::forward_dynamics_aba<robot>(s.q, s.qd, s.tau, options...));
        see_forward(ltdl, limb::forward_dynamics_ltdl<robot>(s.q, s.qd, s.tau, options...));
    }
    for (const Worst& worst : {mass, inverse, aba, ltdl}) {
        measure::Line() << "  " << worst.name << ": " << worst.error << " of " << tolerance<T>;
        TEST_ASSERT_TRUE_MESSAGE(worst.error <= tolerance<T>, worst.name);
    }
}

// --- pendulum (000, M4): (Izz + m L^2) thdd = tau - m g L sin th, hanging along -y
// ------------------------------------------

constexpr double m1 = 1.25, m2 = 0.75, L = 0.5, Izz = 0.0625;

// clang-format off
constexpr auto pendulum = limb::tree({
    {.name = "bob", .joint = revolute_z, .mass = m2, .com = {0, -L, 0}, .inertia = {Izz, 0.03, Izz}},
});
// clang-format on

template <class T> void check_pendulum() {
    check_at_random_states<pendulum, T>(
        [](const double* q, const double*) -> Equations<1> {
            return {{{Izz + m2 * L * L}}, {m2 * g * L * std::sin(q[0])}};
        },
        along_minus_y<T>);
}

// --- robots without a single sine: a gantry, and a disc on its own axis

// clang-format off
constexpr auto gantry = limb::tree({
    {.name = "bridge", .joint = prismatic_x, .mass = m1, .inertia = {0.1, 0.1, 0.1}},
    {.name = "hoist",  .joint = prismatic_y, .mass = m2, .inertia = {0.1, 0.1, 0.1}},
});
constexpr auto disc = limb::tree({
    {.name = "disc", .joint = revolute_z, .mass = m1, .inertia = {0.04, 0.04, Izz}, .armature = 0.25},
});
// clang-format on

template <class T> void check_gantry() {
    check_at_random_states<gantry, T>(
        [](const double*, const double*) -> Equations<2> {
            return {{{m1 + m2, 0}, {0, m2}}, {0, m2 * g}};
        },
        along_minus_y<T>);
}

template <class T> void check_disc() {
    check_at_random_states<disc, T>(
        [](const double*, const double*) -> Equations<1> {
            return {{{Izz + 0.25}}, {0}};
        },
        along_minus_y<T>);
}

// --- pendulum on a moving base (000, N4), along x
// -----------------------------------------------------------------------
//   [ m1 + m2        m2 L cos th  ] [ xdd  ]   [ f + m2 L sin th thd^2 ]
//   [ m2 L cos th    Izz + m2 L^2 ] [ thdd ] = [ -m2 g L sin th        ]

// clang-format off
constexpr auto cart_and_pendulum = limb::tree({
    {.name = "cart", .joint = prismatic_x, .mass = m1,                    .inertia = {0.1, 0.1, 0.1}},
    {.name = "bob",  .joint = revolute_z,  .mass = m2, .com = {0, -L, 0}, .inertia = {Izz, 0.03, Izz}},
});
// clang-format on

template <class T> void check_cart_and_pendulum() {
    check_at_random_states<cart_and_pendulum, T>(
        [](const double* q, const double* qd) -> Equations<2> {
            const double s = std::sin(q[1]), c = std::cos(q[1]);
            return {{{m1 + m2, m2 * L * c}, {m2 * L * c, Izz + m2 * L * L}},
                    {-m2 * L * s * qd[1] * qd[1], m2 * g * L * s}};
        },
        along_minus_y<T>);
}

// The second line of (N4) with xdd given: the base is driven, and only the pendulum is a robot.
template <class T> void check_driven_pendulum() {
    constexpr double xdd = 3.5;
    check_at_random_states<pendulum, T>(
        [](const double* q, const double*) -> Equations<1> {
            return {{{Izz + m2 * L * L}}, {m2 * g * L * std::sin(q[0]) + m2 * L * std::cos(q[0]) * xdd}};
        },
        along_minus_y<T>, limb::Base<T>{.acceleration = {static_cast<T>(xdd), 0, 0}});
}

// A base that spins about the pendulum's axis adds to its angle's rate; its angular acceleration to its acceleration.
template <class T> void check_pendulum_on_a_turntable() {
    constexpr double wz = 2.5, alpha = -4.5;
    check_at_random_states<pendulum, T>(
        [](const double*, const double*) -> Equations<1> {
            return {{{Izz + m2 * L * L}}, {(Izz + m2 * L * L) * alpha}};
        },
        limb::no_gravity,
        limb::Base<T>{.angular_velocity = {0, 0, static_cast<T>(wz)},
                      .angular_acceleration = {0, 0, static_cast<T>(alpha)}});
}

// --- planar arm with two links (002, section 4.7): point masses at the ends of the links
// ------------------------------------

constexpr double l1 = 0.5, l2 = 0.375;
// limb accepts no body without inertia: this much is below the rounding of m l^2.
constexpr double point = 1e-18;

// clang-format off
constexpr auto planar_arm = limb::tree({
    {.name = "upper", .joint = revolute_z,                  .mass = m1, .com = {l1, 0, 0}, .inertia = {point, point, point}},
    {.name = "lower", .joint = revolute_z, .at = {l1, 0, 0}, .mass = m2, .com = {l2, 0, 0}, .inertia = {point, point, point}},
});
// clang-format on

template <class T> void check_planar_arm() {
    check_at_random_states<planar_arm, T>(
        [](const double* q, const double* qd) -> Equations<2> {
            const double s2 = std::sin(q[1]), c2 = std::cos(q[1]), c1 = std::cos(q[0]), c12 = std::cos(q[0] + q[1]);
            const double M11 = l2 * l2 * m2 + 2 * l1 * l2 * m2 * c2 + l1 * l1 * (m1 + m2),
                         M12 = l2 * l2 * m2 + l1 * l2 * m2 * c2;
            const double V1 = -m2 * l1 * l2 * s2 * qd[1] * qd[1] - 2 * m2 * l1 * l2 * s2 * qd[0] * qd[1],
                         V2 = m2 * l1 * l2 * s2 * qd[0] * qd[0];
            const double G1 = m2 * l2 * g * c12 + (m1 + m2) * l1 * g * c1, G2 = m2 * l2 * g * c12;
            return {{{M11, M12}, {M12, l2 * l2 * m2}}, {V1 + G1, V2 + G2}};
        },
        along_minus_y<T>);
}

// --- cylindrical robot (002, section 4.8, homework 3)
// ------------------------------------
// A column that turns about the vertical, a carriage (M) that climbs it, an arm (m) that slides out of it to r = a + q3:
//   tau = (I + m r^2) thdd + 2 m r rd thd,   f_z = (M + m) (zdd + g),   f_r = m rdd - m r thd^2

constexpr double column = 0.3, carriage = 0.05, arm = 0.0375, a = 0.25;  // kg m^2 about the vertical; m

// clang-format off
constexpr auto cylindrical_robot = limb::tree({
    {.name = "column",   .joint = revolute_z,                   .mass = 5,                    .inertia = {0.4, 0.4, column}},
    {.name = "carriage", .joint = prismatic_z,                  .mass = m1,                   .inertia = {0.04, 0.04, carriage}},
    {.name = "arm",      .joint = prismatic_x, .at = {0, 0, 1}, .mass = m2, .com = {a, 0, 0}, .inertia = {0.02, arm, arm}},
});
// clang-format on

template <class T> void check_cylindrical_robot() {
    check_at_random_states<cylindrical_robot, T>([](const double* q, const double* qd) -> Equations<3> {
        const double r = a + q[2];
        return {{{column + carriage + arm + m2 * r * r, 0, 0}, {0, m1 + m2, 0}, {0, 0, m2}},
                {2 * m2 * r * qd[2] * qd[0], (m1 + m2) * g, -m2 * r * qd[0] * qd[0]}};
    });
}

// --- triple pendulum (004, appendices A and B)
// ----------------------------------------------------------------------------

using triple_pendulum::Parameters;

template <const Parameters& p> constexpr auto hanging = limb::tree({
    // clang-format off
    {.name = "2", .joint = revolute_z,                                                                                  .mass = p.m2, .com = {0, -p.dl2, 0}, .inertia = {p.j2z, p.j2z, p.j2z}},
    {.name = "3", .joint = revolute_z, .at = {0, -p.dl2 - p.sl3, 0}, .rotation = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, .mass = p.m3, .com = {0, -p.dl3, 0}, .inertia = {p.j3x, p.j3y, p.j3z}},
    {.name = "4", .joint = revolute_z, .at = {0, -p.dl3 - p.sl4, 0}, .rotation = {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}, .mass = p.m4, .com = {0, -p.dl4, 0}, .inertia = {p.j4x, p.j4y, p.j4z}},
    // clang-format on
});

constexpr Parameters published{1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.2, 0.2, 0.1, 0.2, 0.2, 0.1, 0.2, g};
// With all links alike, exchanged parameters would go unseen.
constexpr Parameters uneven{1.5,  0.875, 0.625, 0.5,  0.375, 0.25, 0.4375, 0.3125,
                            0.15, 0.12,  0.07,  0.16, 0.05,  0.09, 0.1,    g};

template <const Parameters& p, class T> void check_triple_pendulum() {
    check_at_random_states<hanging<p>, T>(
        [](const double(&q)[3], const double(&qd)[3]) -> Equations<3> {
            const auto e = triple_pendulum::equations(p, q, qd);
            Equations<3> moved{{}, {-e.f[0], -e.f[1], -e.f[2]}};
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) moved.M[i][j] = e.M[i][j];
            return moved;
        },
        along_minus_y<T>);
}

template <class T> void check_triple_pendulum_at_rest() {
    constexpr double expected[3][3] = {{9.35, 0, 1.45}, {0, 2.9, 0}, {1.45, 0, 0.45}};
    const auto M = limb::mass_matrix<hanging<published>>(limb::Positions<hanging<published>, T>{});
    Error error;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) error.see(static_cast<double>(M[i][j]), expected[i][j]);
    TEST_ASSERT_TRUE(error.relative() <= tolerance<T>);
}

// Small swings about q = 0: det(K - x M) = 0 at three x, the squares of the frequencies. K is the rate of the gravity
// torque, by differences; the expected figures have six digits.
[[maybe_unused]] void test_triple_pendulum_has_the_published_eigenvalues() {
    constexpr double h = 1e-4;
    limb::Positions<hanging<published>, double> still{};
    const auto M = limb::mass_matrix<hanging<published>>(still);
    limb::Matrix<hanging<published>, double> K;
    for (int j = 0; j < 3; ++j) {
        auto there = still, back = still;
        there[j] = h, back[j] = -h;
        const auto a = limb::gravity_torque<hanging<published>>(there, along_minus_y<double>);
        const auto b = limb::gravity_torque<hanging<published>>(back, along_minus_y<double>);
        for (int i = 0; i < 3; ++i) K[i][j] = (a[i] - b[i]) / (2 * h);
    }
    const auto determinant = [&](double x) {
        const auto e = [&](int i, int j) { return K[i][j] - x * M[i][j]; };
        return e(0, 0) * (e(1, 1) * e(2, 2) - e(1, 2) * e(2, 1)) - e(0, 1) * (e(1, 0) * e(2, 2) - e(1, 2) * e(2, 0)) +
               e(0, 2) * (e(1, 0) * e(2, 1) - e(1, 1) * e(2, 0));
    };
    for (const double x : {4.60319, 6.76552, 19.86356})
        TEST_ASSERT_TRUE(determinant(x * (1 - 2e-6)) * determinant(x * (1 + 2e-6)) < 0);
}

// From 30 degrees each, at rest and undamped. The expected figures were computed by another integrator, to the 8 digits
// given.
[[maybe_unused]] void test_triple_pendulum_swings_as_published() {
    constexpr auto& robot = hanging<published>;
    struct Motion {
        double q[3], qd[3];
    };
    const auto rate = [](const Motion& x) -> Motion {
        limb::Positions<hanging<published>, double> q;
        limb::Joints<hanging<published>, double> qd, none{};
        for (int i = 0; i < 3; ++i) q[i] = x.q[i], qd[i] = x.qd[i];
        const auto qdd = limb::forward_dynamics<hanging<published>>(q, qd, none, along_minus_y<double>);
        return {{qd[0], qd[1], qd[2]}, {qdd[0], qdd[1], qdd[2]}};
    };
    const auto moved = [](Motion x, const Motion& rate, double by) {
        for (int i = 0; i < 3; ++i) x.q[i] += by * rate.q[i], x.qd[i] += by * rate.qd[i];
        return x;
    };
    const auto energy = [](const Motion& x) {
        limb::Positions<hanging<published>, double> q;
        limb::Joints<hanging<published>, double> qd;
        for (int i = 0; i < 3; ++i) q[i] = x.q[i], qd[i] = x.qd[i];
        return limb::kinetic_energy<hanging<published>>(q, qd) +
               limb::potential_energy<hanging<published>>(q, along_minus_y<double>);
    };
    const auto expect = [](const double(&expected)[3], const double(&got)[3]) {
        for (int i = 0; i < 3; ++i) TEST_ASSERT_DOUBLE_WITHIN(1e-8, expected[i], got[i]);
    };
    static_assert(robot.dof == 3);

    constexpr double h = 5e-4;  // s; Runge-Kutta's error at 5 s is then below 1e-9
    const double start = std::acos(-1.0) / 6;
    Motion x{{start, start, start}, {}};
    const double energy_at_start = energy(x);
    for (int i = 1; i <= 10'000; ++i) {
        const Motion a = rate(x), b = rate(moved(x, a, h / 2)), c = rate(moved(x, b, h / 2)), d = rate(moved(x, c, h));
        x = moved(moved(moved(moved(x, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
        if (i == 2'000) {
            expect({-0.25854351, -0.39974576, -0.24298664}, x.q);
            expect({-1.22751499, -0.64391445, 0.38126823}, x.qd);
        }
    }
    expect({-0.1789946, 0.29714287, -0.34708101}, x.q);
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, energy_at_start, energy(x));
}

}  // namespace

int main() {
    using T = LIMB_TEST_NUMBER;
    UNITY_BEGIN();
    RUN_TEST(check_pendulum<T>);
    RUN_TEST(check_gantry<T>);
    RUN_TEST(check_disc<T>);
    RUN_TEST(check_cart_and_pendulum<T>);
    RUN_TEST(check_driven_pendulum<T>);
    RUN_TEST(check_pendulum_on_a_turntable<T>);
    RUN_TEST(check_planar_arm<T>);
    RUN_TEST(check_cylindrical_robot<T>);
    RUN_TEST((check_triple_pendulum<published, T>));
    RUN_TEST((check_triple_pendulum<uneven, T>));
    RUN_TEST(check_triple_pendulum_at_rest<T>);
    if constexpr (std::is_same_v<T, double>) {  // long runs and differences need the digits
        RUN_TEST(test_triple_pendulum_has_the_published_eigenvalues);
        RUN_TEST(test_triple_pendulum_swings_as_published);
    }
    return UNITY_END();
}
