// Derivatives by dual numbers against differences, against each other, and against what the potential energy demands.
#include "limb/derivatives.hpp"

#include <type_traits>

#include "laws.hpp"
#include "robots/gimbal3.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using T = LIMB_TEST_NUMBER;
using laws::Error;
using laws::Random;
using laws::Worst;
using robots::gimbal3;
using small_robots::crane;
using small_robots::lamp;
using small_robots::walker;

constexpr auto crane_looped = limb::in_form(limb::Form::looped, crane);
constexpr auto lamp_looped = limb::in_form(limb::Form::looped, lamp);

// --- the number itself

void dual_numbers_know_the_rules_of_differentiation() {
    using D = limb::Dual<T>;
    const T x = T(0.75f);
    T sc[2];
    limb::sin_cos(x, sc);
    const D X{x, 1};
    D SC[2];
    sin_cos(X, SC);
    Error error;
    const auto expect = [&](D got, T value, T derivative) {
        error.see(double(got.value), double(value));
        error.see(double(got.derivative), double(derivative));
    };
    expect(X * X - X, x * x - x, 2 * x - 1);
    expect(D(2) / (X * X), 2 / (x * x), -4 / (x * x * x));
    expect(SC[0], sc[0], sc[1]);
    expect(-SC[1], -sc[1], sc[0]);
    expect(square_root(X), std::sqrt(x), 1 / (2 * std::sqrt(x)));
    D sum = 1;
    sum += X, sum -= D(3), sum *= X, sum /= D(2);  // (x^2 - 2 x) / 2
    expect(sum, (x * x - 2 * x) / 2, x - 1);
    const limb::Dual<D> twice = {X, D(1)};
    expect((twice * twice * twice).derivative, 3 * x * x, 6 * x);  // and the second derivative
    TEST_ASSERT_TRUE(error.relative() < 10 * double{std::numeric_limits<T>::epsilon()});
    TEST_ASSERT_TRUE(X < D(1) && X > D(0.5f) && X <= X && X >= X);
}

// --- differences

// f(q, qd, in) and its derivatives, by differences along integrate
template <const auto& robot, class F>
void see_differences(Worst& worst, const laws::State<robot, T>& s, const F& f, const auto& in, const auto& d) {
    for (int j = 0; j < robot.dof; ++j) {
        limb::Joints<robot, T> unit{};
        unit[j] = 1;
        const auto along = [&](limb::Joints<robot, T> x, double t) {
            x[j] += static_cast<T>(t);
            return x;
        };
        for (int i = 0; i < robot.dof; ++i) {
            Error error;
            for (int k = 0; k < robot.dof; ++k)
                for (const auto* M : {&d.by_q, &d.by_qd, &d.by_in}) error.at_least(double((*M)[i][k]));
            error.see(laws::rate([&](double t) {
                          return double(f(limb::integrate<robot>(s.q, unit, static_cast<T>(t)), s.qd, in)[i]);
                      }),
                      double(d.by_q[i][j]));
            error.see(laws::rate([&](double t) { return double(f(s.q, along(s.qd, t), in)[i]); }),
                      double(d.by_qd[i][j]));
            error.see(laws::rate([&](double t) { return double(f(s.q, s.qd, along(in, t))[i]); }),
                      double(d.by_in[i][j]));
            worst.see(error);
        }
    }
}
template <const auto& robot> void agree_with_differences() {
    Worst inverse{"inverse dynamics"}, forward{"forward dynamics"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        see_differences<robot>(
            inverse, s,
            [](const auto& q, const auto& qd, const auto& in) { return limb::inverse_dynamics<robot>(q, qd, in); },
            s.qdd, limb::inverse_dynamics_derivatives<robot>(s.q, s.qd, s.qdd));
        see_differences<robot>(
            forward, s,
            [](const auto& q, const auto& qd, const auto& in) { return limb::forward_dynamics<robot>(q, qd, in); },
            s.tau, limb::forward_dynamics_derivatives<robot>(s.q, s.qd, s.tau));
    });
    for (const auto& worst : {inverse, forward}) laws::demand_rate(worst);
}

// --- every option passes through

template <const auto& robot, class... Options> void options_pass(const Options&... options) {
    Random random(5);
    const laws::State<robot, T> s(random);
    Worst worst{"with options"};
    see_differences<robot>(
        worst, s,
        [&](const auto& q, const auto& qd, const auto& in) {
            return limb::inverse_dynamics<robot>(q, qd, in, options...);
        },
        s.qdd, limb::inverse_dynamics_derivatives<robot>(s.q, s.qd, s.qdd, options...));
    laws::demand_rate(worst);
}
[[maybe_unused]] void options_are_taken_in() {
    const limb::Gravity<T> sideways{{1, -2, 3}};
    const limb::Base<T> base{
        .angular_velocity = {1, 2, 3}, .angular_acceleration = {-3, 1, 2}, .acceleration = {1, 0, -2}};
    const limb::Payload<2, T> payload{
        .mass = 2, .com = {T(0.1f), T(0.2f), 0}, .inertia = {T(0.02f), T(0.02f), T(0.02f), 0, 0, 0}};
    const auto pushed = []<const auto & robot>(limb::Wrenches<robot, T> w) {
        for (int row = 0; row < robot.rows; ++row) w[row] = {.moment = {T(0.5f), T(row), -1}, .force = {T(1 + row), -2, 3}};
        return w;
    };
    options_pass<crane>(sideways, base, payload, pushed(limb::Wrenches<crane, T>{}));
    options_pass<crane_looped>(sideways, base, payload, pushed(limb::Wrenches<crane_looped, T>{}));
    options_pass<walker>(limb::no_gravity, payload, pushed(limb::Wrenches<walker, T>{}));
}

// A limb on a ball that has nothing across its axes: of what is carried, no number may stay what it was.
constexpr auto ball = limb::tree({
    {.name = "post", .joint = limb::Joint::revolute_y, .mass = 1, .com = {0.1, 0, 0}, .inertia = {0.01, 0.01, 0.02}},
    {.name = "ball", .joint = limb::Joint::spherical, .at = {0.2, 0, 0}, .mass = 1, .inertia = {0.01, 0.01, 0.01}},
    {.name = "mount", .joint = limb::Joint::fixed},
});
[[maybe_unused]] void carried_limbs_are_taken_in() {
    limb::Carried<2, T> carried{};
    for (int i = 0; i < 6; ++i) {
        carried.grip.inertia[i * (i + 3) / 2] = i < 3 ? T(0.1f) : T(1);
        carried.grip.load[i] = T(i - 2);
    }
    Random random(5);
    const laws::State<ball, T> s(random);
    Worst worst{"with a limb"};
    see_differences<ball>(
        worst, s,
        [&](const auto& q, const auto& qd, const auto& in) { return limb::forward_dynamics<ball>(q, qd, in, carried); },
        s.tau, limb::forward_dynamics_derivatives<ball>(s.q, s.qd, s.tau, carried));
    laws::demand_rate(worst);
}

// --- one equation, three sets of derivatives

// tau = M qdd + b: qdd by tau is M^-1, qdd by q is -M^-1 (tau by q), qdd by qd is -M^-1 (tau by qd)
template <const auto& robot> void forward_and_inverse_agree() {
    Worst mass{"tau by qdd is M"}, inverse{"M (qdd by tau) is 1"}, by_q{"-M (qdd by q) is tau by q"},
        by_qd{"-M (qdd by qd) is tau by qd"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd);
        const auto M = limb::mass_matrix<robot>(s.q);
        const auto i = limb::inverse_dynamics_derivatives<robot>(s.q, s.qd, s.qdd);
        const auto f = limb::forward_dynamics_derivatives<robot>(s.q, s.qd, tau);
        const auto see_product = [&](Worst& worst, const auto& A, double sign, const auto& expected) {  // sign M A
            Error error;
            for (int r = 0; r < robot.dof; ++r)
                for (int c = 0; c < robot.dof; ++c) {
                    double sum = 0;
                    for (int k = 0; k < robot.dof; ++k) {
                        error.at_least(double(M[r][k] * A[k][c]));
                        sum += sign * double(M[r][k] * A[k][c]);
                    }
                    error.see(sum, double(expected[r][c]));
                }
            worst.see(error);
        };
        limb::Matrix<robot, T> one{};
        for (int k = 0; k < robot.dof; ++k) one[k][k] = 1, mass.see(laws::difference(i.by_in[k], M[k]));
        see_product(inverse, f.by_in, 1, one);
        see_product(by_q, f.by_q, -1, i.by_q);
        see_product(by_qd, f.by_qd, -1, i.by_qd);
    });
    laws::demand<T>(mass, laws::rounding);
    for (const auto& worst : {inverse, by_q, by_qd}) laws::demand<T>(worst, 1e-4);
}

// At rest tau is the gradient of the potential energy, so its derivative is symmetric; but where velocities are in axes
// that turn, by what the order of two motions makes: tau . [motion of j, motion of i].
template <const auto& robot> void stiffness_is_symmetric() {
    Worst worst{"symmetric"};
    laws::at_random_states<robot, T>([&](const auto& s, Random&) {
        const limb::Joints<robot, T> still{};
        const auto tau = limb::gravity_torque<robot>(s.q);
        const auto K = limb::inverse_dynamics_derivatives<robot>(s.q, still, still).by_q;
        Error error;
        for (int i = 0; i < robot.dof; ++i)
            for (int j = 0; j < i; ++j) {
                double bracket = 0;
                limb::internal::for_each_freedom<robot>(
                    [](int, int) {},
                    [&](int, int first, bool floats) {
                        const int turn = j - first, then = i - first;  // motion j, a turn, then motion i
                        if (turn < 0 || turn > 2 || then > (floats ? 5 : 2)) return;
                        const auto axis = [](int k) { return limb::Vector<T>{T(k == 0), T(k == 1), T(k == 2)}; };
                        const auto c = limb::cross(axis(turn), axis(then % 3));
                        const int k = then < 3 ? first : first + 3;
                        bracket = double(c.x * tau[k] + c.y * tau[k + 1] + c.z * tau[k + 2]);
                    });
                error.at_least(double(K[i][i]));
                error.see(double(K[i][j] - K[j][i]), bracket);
            }
        worst.see(error);
    });
    laws::demand<T>(worst, laws::rounding);
}

// --- a function of one's own: any number of outputs

void any_function_can_be_differentiated() {
    Random random(11);
    const laws::State<walker, T> s(random);
    constexpr int foot = walker.row("right foot");
    const auto d = limb::derivatives<walker>(
        [](const auto& q, const auto&, const auto&) {
            const auto p = limb::kinematics<walker, foot>(q).position;
            return etl::array<decltype(p.x), 3>{p.x, p.y, p.z};
        },
        s.q, s.qd, s.qdd);
    const auto J = limb::jacobian<walker, foot>(s.q);
    Worst worst{"position of a foot"};
    for (int i = 0; i < 3; ++i) worst.see(laws::difference(d.by_q[i], J[3 + i]));
    laws::demand<T>(worst, laws::rounding);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < walker.dof; ++j) TEST_ASSERT_TRUE(d.by_qd[i][j] == 0 && d.by_in[i][j] == 0);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(dual_numbers_know_the_rules_of_differentiation);
    RUN_TEST(forward_and_inverse_agree<crane>);
    RUN_TEST(forward_and_inverse_agree<walker>);
    RUN_TEST(stiffness_is_symmetric<crane>);
    RUN_TEST(stiffness_is_symmetric<walker>);
    RUN_TEST(any_function_can_be_differentiated);
    if constexpr (std::is_same_v<T, double>) {  // differences need the digits, and the lamp a lot of flash
        RUN_TEST(forward_and_inverse_agree<lamp_looped>);
        RUN_TEST(stiffness_is_symmetric<lamp_looped>);
        RUN_TEST(agree_with_differences<crane>);
        RUN_TEST(agree_with_differences<walker>);
        RUN_TEST(agree_with_differences<gimbal3>);
        RUN_TEST(agree_with_differences<lamp_looped>);
        RUN_TEST(options_are_taken_in);
        RUN_TEST(carried_limbs_are_taken_in);
    }
    return UNITY_END();
}
