// q along velocities and back; integrators against the motions that the literature prints, against the energy that an
// undamped robot keeps, and against their own order.
#include "limb/integrate.hpp"

#include <cmath>
#include <type_traits>

#include "laws.hpp"
#include "limb/model/world_kinematics.hpp"
#include "robots/satellite.hpp"
#include "robots/stanford6.hpp"
#include "robots/triple_pendulum.hpp"
#include "small_robots.hpp"
#include "triple_pendulum.hpp"
#include "unity.h"

namespace {

using T = LIMB_TEST_NUMBER;
using laws::Error;
using laws::Worst;
using small_robots::crane;
using small_robots::lamp;
using small_robots::walker;

constexpr bool full = std::is_same_v<T, double>;  // the boards run a short part of the long ones
const double pi = std::acos(-1.0);

double number(T x) { return static_cast<double>(x); }

// --- integrate and difference

template <const auto& robot> void velocities_come_back() {
    Worst turned{"difference of integrate"}, moved{"integrate of difference"}, back{"there and back"};
    laws::at_random_states<robot, T>([&](const auto& s, auto& random) {
        for (const T size : {T(0), T(1e-6f), T(1e-3f), T(0.015f), T(0.3f)}) {  // below and above the power series
            auto v = s.qd;
            for (T& x : v) x *= size;
            const auto there = limb::integrate<robot>(s.q, v, 1);
            Error error;
            error.at_least(1);  // the rounding of q
            error.see_all(limb::difference<robot>(s.q, there), v);
            turned.see(error);
            back.see(laws::difference(limb::integrate<robot>(there, v, -1), s.q));
        }
        const laws::State<robot, T> other(random);
        auto got = limb::integrate<robot>(s.q, limb::difference<robot>(s.q, other.q), 1);
        limb::internal::for_each_freedom<robot>([](int, int) {},
                                      [&](int k, int, bool) {
                                          const auto error = limb::internal::conjugate(limb::internal::attitude_at(got, k)) *
                                                             limb::internal::attitude_at(other.q, k);
                                          for (int i = k; i < k + 4 && error.w < 0; ++i)
                                              got[i] = -got[i];  // the same attitude
                                      });
        moved.see(laws::difference(got, other.q));
    });
    for (const auto& worst : {turned, moved, back}) laws::demand<T>(worst, laws::rounding);
}

// a small part of a turn keeps its digits, however small
void slow_turns_keep_their_digits() {
    limb::Positions<walker, T> q{};
    q[0] = 1;
    limb::Joints<walker, T> v{};
    v[0] = T(3e-7f), v[1] = T(-2e-7f), v[2] = T(1e-7f);
    Worst worst{"slow turn"};
    worst.see(laws::difference(limb::difference<walker>(q, limb::integrate<walker>(q, v, 1)), v));
    laws::demand<T>(worst, laws::rounding);
}

template <const auto& robot> void position_rate_is_the_rate_of_integrate() {
    Worst worst{"rate"};
    laws::at_random_states<robot, T>([&](const auto& s, auto&) {
        const auto rate = limb::position_rate<robot>(s.q, s.qd);
        Error error;
        for (int k = 0; k < robot.positions; ++k)
            error.see(
                laws::rate([&](double t) { return number(limb::integrate<robot>(s.q, s.qd, static_cast<T>(t))[k]); }),
                number(rate[k]));
        worst.see(error);
    });
    laws::demand_rate(worst);
}

// --- motions

template <const auto& robot, class... Options> auto undriven(const Options&... options) {
    return [=](const auto& q, const auto& qd) {
        return limb::forward_dynamics<robot>(q, qd, limb::Joints<robot, T>{}, options...);
    };
}

// One step of any of the three, which must be able to.
struct SemiImplicitEuler {
    static constexpr const char* name = "semi-implicit Euler";
    template <const auto& robot> static auto step(const limb::State<robot, T>& s, T dt, const auto& acceleration) {
        return limb::semi_implicit_euler<robot>(s, dt, acceleration);
    }
};
struct RungeKutta {
    static constexpr const char* name = "Runge-Kutta";
    template <const auto& robot> static auto step(const limb::State<robot, T>& s, T dt, const auto& acceleration) {
        return limb::runge_kutta<robot>(s, dt, acceleration);
    }
};
struct ImplicitMidpoint {
    static constexpr const char* name = "implicit midpoint";
    template <const auto& robot> static auto step(const limb::State<robot, T>& s, T dt, const auto& acceleration) {
        const auto midpoint = limb::implicit_midpoint<robot>(s, dt, acceleration);
        TEST_ASSERT_TRUE_MESSAGE(midpoint.converged, "converged");
        return midpoint.state;
    }
};

template <class Method, const auto& robot>
limb::State<robot, T> after(limb::State<robot, T> s, int steps, T dt, const auto& acceleration) {
    for (int i = 0; i < steps; ++i) s = Method::template step<robot>(s, dt, acceleration);
    return s;
}

limb::State<robots::triple_pendulum, T> at_thirty_degrees() {
    limb::State<robots::triple_pendulum, T> s;
    for (T& q : s.q) q = static_cast<T>(pi / 6);
    return s;
}
template <const auto& robot> double energy(const limb::State<robot, T>& s) {
    return number(limb::kinetic_energy<robot>(s.q, s.qd)) + number(limb::potential_energy<robot>(s.q));
}
// what the energy is made of: a swing between its highest and lowest point
constexpr double swing = 25;  // J

// The figures that 004, section 5.1 leads to, as another integrator gave them to 8 digits.
void triple_pendulum_swings_as_published() {
    constexpr double tolerance = full ? 1e-8 : 2e-4;
    const auto expect = [&](const double(&expected)[3], const auto& got) {
        for (int i = 0; i < 3; ++i) TEST_ASSERT_DOUBLE_WITHIN(tolerance, expected[i], number(got[i]));
    };
    constexpr int steps = full ? 2000 : 200;  // in a second
    auto s = at_thirty_degrees();
    const double start = energy<robots::triple_pendulum>(s);
    s = after<RungeKutta, robots::triple_pendulum>(s, steps, T(1) / steps, undriven<robots::triple_pendulum>());
    expect({-0.25854351, -0.39974576, -0.24298664}, s.q);
    expect({-1.22751499, -0.64391445, 0.38126823}, s.qd);
    s = after<RungeKutta, robots::triple_pendulum>(s, 4 * steps, T(1) / steps, undriven<robots::triple_pendulum>());
    expect({-0.1789946, 0.29714287, -0.34708101}, s.q);
    TEST_ASSERT_DOUBLE_WITHIN(full ? 1e-8 : 1e-3, start, energy<robots::triple_pendulum>(s));
}

// Figures 5.4 and 5.5: with 5 N m s at each joint it comes to rest at zero, and loses what the dampers take. Beside it
// the equations that 004 prints (appendix B), by an integrator of their own.
void damped_pendulum_comes_to_rest_as_published() {
    constexpr double c = 5, dt = 1e-3;
    constexpr int steps = full ? 20'000 : 200;
    struct Printed {
        double q[3], qd[3];
    };
    const auto rate = [](const Printed& x) {
        static constexpr triple_pendulum::Parameters p{1,   1,   1,   0.5, 0.5, 0.5, 0.5, 0.5,
                                                       0.2, 0.2, 0.1, 0.2, 0.2, 0.1, 0.2, 9.81};
        const auto [M, f] = triple_pendulum::equations(p, x.q, x.qd);
        double b[3];
        for (int i = 0; i < 3; ++i) b[i] = f[i] - c * x.qd[i];
        // M12 and M13 couple the first joint to the others, nothing couples those
        const double first = (b[0] - M[0][1] / M[1][1] * b[1] - M[0][2] / M[2][2] * b[2]) /
                             (M[0][0] - M[0][1] * M[0][1] / M[1][1] - M[0][2] * M[0][2] / M[2][2]);
        return Printed{{x.qd[0], x.qd[1], x.qd[2]},
                       {first, (b[1] - M[0][1] * first) / M[1][1], (b[2] - M[0][2] * first) / M[2][2]}};
    };
    const auto along = [](Printed x, const Printed& by, double t) {
        for (int i = 0; i < 3; ++i) x.q[i] += t * by.q[i], x.qd[i] += t * by.qd[i];
        return x;
    };
    Printed x{{pi / 6, pi / 6, pi / 6}, {}};

    auto s = at_thirty_degrees();
    const auto power = [&] { return c * number(s.qd[0] * s.qd[0] + s.qd[1] * s.qd[1] + s.qd[2] * s.qd[2]); };
    const double start = energy<robots::triple_pendulum>(s);
    double before = start, taken = 0;
    for (int i = 0; i < steps; ++i) {
        const Printed k1 = rate(x), k2 = rate(along(x, k1, dt / 2)), k3 = rate(along(x, k2, dt / 2)),
                      k4 = rate(along(x, k3, dt));
        x = along(along(along(along(x, k1, dt / 6), k2, dt / 3), k3, dt / 3), k4, dt / 6);

        taken += power() * dt / 2;
        s = limb::runge_kutta<robots::triple_pendulum>(s, T(dt), [&](const auto& q, const auto& qd) {
            limb::Joints<robots::triple_pendulum, T> tau;
            for (int k = 0; k < 3; ++k) tau[k] = -T(c) * qd[k];
            return limb::forward_dynamics<robots::triple_pendulum>(q, qd, tau);
        });
        taken += power() * dt / 2;
        const double now = energy<robots::triple_pendulum>(s);
        TEST_ASSERT_TRUE_MESSAGE(now < before + (full ? 1e-12 : 1e-4), "energy only falls");
        before = now;
    }
    for (int k = 0; k < 3; ++k) TEST_ASSERT_DOUBLE_WITHIN(full ? 1e-10 : 1e-4, x.q[k], number(s.q[k]));
    TEST_ASSERT_DOUBLE_WITHIN(full ? 1e-6 : 1e-4, taken, start - before);
    if constexpr (full) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-6, 9.909677, start - before);
        for (const T q : s.q) TEST_ASSERT_TRUE(std::fabs(q) < 1e-3);
    }
}

// Figure 5.7: the Stanford arm falls for a second, and its energy stays.
void stanford_arm_falls_without_loss() {
    constexpr int steps = full ? 1000 : 100;
    limb::State<robots::stanford6, T> s{{0, static_cast<T>(pi / 2), 0, 0, 0, 0}, {}};
    const double start = energy<robots::stanford6>(s);
    double most = 0;
    for (int i = 0; i < steps; ++i) {
        s = limb::runge_kutta<robots::stanford6>(s, T(1) / steps, undriven<robots::stanford6>());
        most = std::fmax(most, std::fabs(energy<robots::stanford6>(s) - start));
    }
    const double moving = number(limb::kinetic_energy<robots::stanford6>(s.q, s.qd));
    measure::Line() << "  off by " << most << " J of " << moving << " J";
    TEST_ASSERT_TRUE(moving > 10 && most < (full ? 1e-9 : 1e-4) * moving);
}

// How far the energy of the undamped pendulum strays from where it was, at any time of a minute.
template <class Method> double energy_drift(int steps_per_second) {
    constexpr int seconds = full ? 60 : 2;
    auto s = at_thirty_degrees();
    const double start = energy<robots::triple_pendulum>(s);
    double largest = 0, last = 0;
    for (int i = 0; i < seconds * steps_per_second; ++i) {
        s = Method::template step<robots::triple_pendulum>(s, T(1) / static_cast<T>(steps_per_second),
                                                           undriven<robots::triple_pendulum>());
        last = std::fabs(energy<robots::triple_pendulum>(s) - start);
        largest = last > largest ? last : largest;
    }
    measure::Line() << "  " << Method::name << ", " << static_cast<unsigned long>(steps_per_second)
                    << " steps/s: energy off by " << largest / swing << " at most, " << last / swing << " after "
                    << static_cast<unsigned long>(seconds) << " s";
    return largest / swing;
}
void energy_does_not_drift() {
    TEST_ASSERT_TRUE(energy_drift<SemiImplicitEuler>(1000) < 2e-2);
    TEST_ASSERT_TRUE(energy_drift<ImplicitMidpoint>(1000) < (full ? 1e-6 : 1e-4));
    TEST_ASSERT_TRUE(energy_drift<RungeKutta>(500) < (full ? 1e-9 : 1e-4));
}

// --- the satellite (004, section 5.3)

// angular momentum about the world's origin, in the world's axes
template <const auto& robot> limb::Vector<double> angular_momentum(const limb::State<robot, T>& s) {
    limb::Vector<double> sum{};
    const auto widened = [](const auto& v) { return limb::Vector<double>{number(v.x), number(v.y), number(v.z)}; };
    const auto survey = limb::world_kinematics<robot>(s.q, s.qd);
    for (int row = 0; row < robot.rows; ++row) {
        const auto& given = robot.given[row];
        const auto& at = survey.row[row];
        const limb::Rotation<double> R{widened(at.rotation.x), widened(at.rotation.y), widened(at.rotation.z)};
        const auto w = widened(at.angular_velocity), arm = R * given.com;
        const auto c = widened(at.position) + arm, v = widened(at.velocity) + limb::cross(w, arm);
        const auto& J = given.inertia;
        const auto spin = limb::transpose(R) * w;
        const limb::Vector<double> L{J.xx * spin.x, J.yy * spin.y, J.zz * spin.z};
        sum = sum + R * L + limb::cross(c, v) * given.mass;
    }
    return sum;
}

void satellite_opens_and_closes_as_published() {
    limb::State<robots::satellite, T> s;
    s.q[0] = 1;
    s.q[7] = static_cast<T>(-pi / 3), s.q[8] = static_cast<T>(pi / 3);
    s.qd[1] = 2;
    constexpr int steps = full ? 1000 : 100;  // in a second
    constexpr double tolerance = full ? 1e-6 : 2e-4;
    double least = 10, most = 0, slowest = 10, fastest = 0, aside = 0;
    Error momentum;
    for (const double expected : {-1.160006, -1.456513, -1.807442}) {
        for (int i = 0; i < 2 * steps; ++i) {
            s = limb::runge_kutta<robots::satellite>(s, T(1) / steps, undriven<robots::satellite>(limb::no_gravity));
            const double opening = -number(s.q[7]);
            least = opening < least ? opening : least;
            most = opening > most ? opening : most;
            slowest = std::fmin(slowest, number(s.qd[1])), fastest = std::fmax(fastest, number(s.qd[1]));
            aside = std::fmax(aside, std::fmax(std::fabs(number(s.qd[0])), std::fabs(number(s.qd[2]))));
            TEST_ASSERT_DOUBLE_WITHIN(tolerance, opening, number(s.q[8]));
        }
        TEST_ASSERT_DOUBLE_WITHIN(tolerance, expected, number(s.q[7]));
        const auto L = angular_momentum<robots::satellite>(s);
        momentum.see(L.x, 0), momentum.see(L.y, 1.78282032), momentum.see(L.z, 0);
    }
    TEST_ASSERT_TRUE_MESSAGE(momentum.relative() < (full ? 1e-8 : 1e-5), "angular momentum");
    TEST_ASSERT_TRUE(least >= pi / 3 - 1e-4 && most <= 2 * pi / 3 + 1e-4);
    // figure 5.14: wy swings, the others are zero
    TEST_ASSERT_DOUBLE_WITHIN(tolerance, 1.773951, slowest);
    TEST_ASSERT_DOUBLE_WITHIN(tolerance, 2, fastest);
    TEST_ASSERT_TRUE_MESSAGE(aside < (full ? 1e-12 : 1e-5), "wx, wz");
}

// --- the Stanford arm (004, section 5.2): the torques of a motion, fed back, give the motion

// T = 10 s. Held by torques alone the arm is unstable: a boom that tips down slides out, and one that slides out tips
// down, which multiplies an error by e^5 each second. So with gravity it starts anew on the motion every second;
// without gravity it runs through.
template <class... Options> double repeated(double from, double until, const Options&... options) {
    constexpr double duration = 10;  // s
    struct Motion {
        limb::State<robots::stanford6, T> state;
        limb::Joints<robots::stanford6, T> qdd;
    };
    const auto motion = [](double t) {
        Motion m;
        const double turn = 2 * pi / duration;
        for (int i = 0; i < 6; ++i) {
            const double start = i == 1 ? pi / 2 : 0, end = i == 2 ? 0.1 : pi / 3, slope = (end - start) / duration;
            m.state.q[i] = static_cast<T>(start + slope * (t - std::sin(turn * t) / turn));  // (5.2)
            m.state.qd[i] = static_cast<T>(slope * (1 - std::cos(turn * t)));
            m.qdd[i] = static_cast<T>(slope * turn * std::sin(turn * t));
        }
        return m;
    };
    constexpr int steps = 100;  // in a second
    auto s = motion(from).state;
    for (int i = 0; i < (until - from) * steps; ++i) {
        const double now = from + static_cast<double>(i) / steps;
        s = limb::runge_kutta<robots::stanford6>(s, T(1) / steps, [&](const auto& q, const auto& qd, T t) {
            const auto [wanted, qdd] = motion(now + number(t));
            const auto tau = limb::inverse_dynamics<robots::stanford6>(wanted.q, wanted.qd, qdd, options...);
            return limb::forward_dynamics<robots::stanford6>(q, qd, tau, options...);
        });
    }
    const double error = laws::difference(s.q, motion(until).state.q).relative();
    measure::Line() << "  from " << from << " s to " << until << " s: " << error;
    return error;
}
void stanford_arm_repeats_its_motion() {
    for (int second = 0; second < (full ? 10 : 1); ++second)
        TEST_ASSERT_TRUE(repeated(second, second + 1) < (full ? 1e-7 : 1e-3));
    if constexpr (full) TEST_ASSERT_TRUE(repeated(0, 10, limb::no_gravity) < 1e-7);
}

// --- order: half the step, 2^order times less error. On a robot that floats and turns.

template <class Method, const auto& robot> void has_order(int order, int steps) {
    laws::Random random(7);
    const laws::State<robot, T> random_state(random);
    limb::State<robot, T> start{random_state.q, random_state.qd};
    constexpr double seconds = 0.25;
    const auto error = [&](int n) {
        const auto end = after<Method, robot>(start, n, static_cast<T>(seconds / n), undriven<robot>());
        const auto exact = after<RungeKutta, robot>(start, 2000, static_cast<T>(seconds / 2000), undriven<robot>());
        double sum = 0;
        for (std::size_t k = 0; k < end.q.size(); ++k) sum += std::fabs(number(end.q[k] - exact.q[k]));
        for (std::size_t k = 0; k < end.qd.size(); ++k) sum += std::fabs(number(end.qd[k] - exact.qd[k]));
        return sum;
    };
    const double coarse = error(steps), fine = error(2 * steps), seen = std::log2(coarse / fine);
    measure::Line() << "  " << Method::name << ": error " << coarse << ", with half the step " << fine << ": order "
                    << seen;
    TEST_ASSERT_TRUE(std::fabs(seen - order) < 0.25);
}
[[maybe_unused]] void integrators_have_their_order() {
    has_order<SemiImplicitEuler, walker>(1, 500);
    has_order<ImplicitMidpoint, walker>(2, 200);
    has_order<RungeKutta, walker>(4, 100);
    has_order<SemiImplicitEuler, lamp>(1, 2000);
    has_order<ImplicitMidpoint, lamp>(2, 1000);
    has_order<RungeKutta, lamp>(4, 200);
    has_order<SemiImplicitEuler, robots::triple_pendulum>(1, 200);
    has_order<ImplicitMidpoint, robots::triple_pendulum>(2, 100);
    has_order<RungeKutta, robots::triple_pendulum>(4, 50);
}

void midpoint_undoes_itself() {
    laws::Random random(3);
    const laws::State<walker, T> random_state(random);
    const limb::State<walker, T> start{random_state.q, random_state.qd};
    const auto there = limb::implicit_midpoint<walker>(start, T(0.002f), undriven<walker>());
    const auto back = limb::implicit_midpoint<walker>(there.state, T(-0.002f), undriven<walker>());
    TEST_ASSERT_TRUE(there.converged && back.converged);
    Worst q{"q"}, qd{"qd"};
    q.see(laws::difference(back.state.q, start.q)), qd.see(laws::difference(back.state.qd, start.qd));
    laws::demand<T>(q, laws::rounding), laws::demand<T>(qd, 1e-4);
}

void midpoint_says_when_a_step_is_too_long() {
    auto s = at_thirty_degrees();
    s.qd[0] = 20, s.qd[1] = -30, s.qd[2] = 40;
    TEST_ASSERT_FALSE(
        limb::implicit_midpoint<robots::triple_pendulum>(s, T(2), undriven<robots::triple_pendulum>()).converged);
    s.q[0] = std::numeric_limits<T>::quiet_NaN();
    TEST_ASSERT_FALSE(
        limb::implicit_midpoint<robots::triple_pendulum>(s, T(0.001f), undriven<robots::triple_pendulum>()).converged);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(velocities_come_back<crane>);
    RUN_TEST(velocities_come_back<walker>);
    RUN_TEST(velocities_come_back<lamp>);
    RUN_TEST(slow_turns_keep_their_digits);
    RUN_TEST(triple_pendulum_swings_as_published);
    RUN_TEST(damped_pendulum_comes_to_rest_as_published);
    RUN_TEST(energy_does_not_drift);
    RUN_TEST(satellite_opens_and_closes_as_published);
    RUN_TEST(stanford_arm_repeats_its_motion);
    RUN_TEST(stanford_arm_falls_without_loss);
    RUN_TEST(midpoint_undoes_itself);
    RUN_TEST(midpoint_says_when_a_step_is_too_long);
    if constexpr (full) {  // differences need the digits
        RUN_TEST(position_rate_is_the_rate_of_integrate<walker>);
        RUN_TEST(position_rate_is_the_rate_of_integrate<lamp>);
        RUN_TEST(integrators_have_their_order);
    }
    return UNITY_END();
}
