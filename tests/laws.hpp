#pragma once

// Laws of mechanics that hold for every robot, whatever its numbers, at random states. Each is written once, for any
// robot and number type, and knows no reference values; robot.cpp instantiates them. All are Unity tests.

#include <cstddef>
#include <limits>
#include <utility>

#include "limb/limb.hpp"
#include "measure.hpp"
#include "states.hpp"
#include "surroundings.hpp"
#include "unity.h"

namespace laws {

using measure::Error;
using measure::Worst;
using states::Random;
using states::State;
using surroundings::Surroundings;

inline constexpr int samples = 10;

// A tolerance is stated for float; with more digits the same law must hold as much closer.
template <class T> void demand(const Worst& worst, double float_tolerance) {
    constexpr double precision =
        double{std::numeric_limits<T>::epsilon()} / double{std::numeric_limits<float>::epsilon()};
    measure::Line() << "  " << worst.name << ": " << worst.error << " of " << float_tolerance * precision;
    TEST_ASSERT_TRUE_MESSAGE(worst.error <= float_tolerance * precision, worst.name);
}

// Rounding (6e-8) of some hundred operations that each add to the result.
inline constexpr double rounding = 5e-6;
// The same times the condition of the mass matrix, which grows with depth; only the chains have 16 rows or more.
template <const auto& robot> inline constexpr double conditioned = robot.rows == 64   ? 2e-2
                                                                   : robot.rows == 32 ? 4e-3
                                                                   : robot.rows == 16 ? 5e-4
                                                                                      : 1e-4;

template <class Got, class Expected> Error difference(const Got& got, const Expected& expected) {
    Error error;
    error.see_all(got, expected);
    return error;
}

template <const auto& robot, class T, class Visit> void at_random_states(Visit visit) {
    Random random(robot.dof);
    for (int i = 0; i < samples; ++i) {
        const State<robot, T> state(random);
        visit(state, random);
    }
}

// Calls visit with the middle and the last row, as compile-time numbers.
template <const auto& robot, class Visit> void at_some_rows(Visit visit) {
    visit(std::integral_constant<int, (robot.rows - 1) / 2>{});
    visit(std::integral_constant<int, robot.rows - 1>{});
}

template <class T> limb::Vector<T> random_vector(Random& random, float size) {
    const float x = random.uniform(size), y = random.uniform(size),
                z = random.uniform(size);  // in this order everywhere
    return {static_cast<T>(x), static_cast<T>(y), static_cast<T>(z)};
}

template <class T> limb::Wrench<T> random_wrench(Random& random) {
    const auto force = random_vector<T>(random, 20), moment = random_vector<T>(random, 5);
    return {.moment = moment, .force = force};
}

template <class T> limb::Column<T, 6> stacked(const limb::Vector<T>& a, const limb::Vector<T>& b) {
    return {a.x, a.y, a.z, b.x, b.y, b.z};
}

template <class T> limb::Vector<T> rotate(const limb::Rotation<T>& R, const limb::Vector<T>& v) {
    const auto row = [&](const limb::Vector<T>& r) { return r.x * v.x + r.y * v.y + r.z * v.z; };
    return {row(R.x), row(R.y), row(R.z)};
}

// --- inverse and forward dynamics and the mass matrix are one equation
// ---------------------------------------------------

template <const auto& robot, class T> void forward_dynamics_undoes_inverse_dynamics() {
    Worst aba{"aba"}, ltdl{"ltdl"}, chosen{"forward"};
    at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd);
        aba.see(difference(limb::forward_dynamics_aba<robot>(s.q, s.qd, tau), s.qdd));
        ltdl.see(difference(limb::forward_dynamics_ltdl<robot>(s.q, s.qd, tau), s.qdd));
        chosen.see(difference(limb::forward_dynamics<robot>(s.q, s.qd, tau), s.qdd));
    });
    for (const auto& worst : {aba, ltdl, chosen}) demand<T>(worst, conditioned<robot>);
}

template <const auto& robot, class T> void columns_of_the_mass_matrix_are_inverse_dynamics() {
    Worst columns{"columns"};
    at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto M = limb::mass_matrix<robot>(s.q);
        const limb::Joints<robot, T> still{};
        Error error;
        for (int j = 0; j < robot.dof; ++j) {
            limb::Joints<robot, T> unit{};
            unit[j] = 1;
            const auto column = surroundings::inverse_dynamics<robot, T>(s.q, still, unit, {});
            for (int i = 0; i < robot.dof; ++i) error.see(static_cast<double>(M[i][j]), static_cast<double>(column[i]));
        }
        columns.see(error);
    });
    demand<T>(columns, rounding);
}

template <const auto& robot, class T> void mass_matrix_is_symmetric_and_positive_definite() {
    at_random_states<robot, T>([&](const auto& s, Random&) {
        auto L = limb::mass_matrix<robot>(s.q);
        for (int i = 0; i < robot.dof; ++i)
            for (int j = 0; j < i; ++j) TEST_ASSERT_TRUE_MESSAGE(L[i][j] == L[j][i], "symmetric");
        for (int j = 0; j < robot.dof; ++j) {  // M = L L' exists only if M is positive definite
            for (int k = 0; k < j; ++k) L[j][j] -= L[j][k] * L[j][k];
            TEST_ASSERT_TRUE_MESSAGE(L[j][j] > 0, "positive definite");
            L[j][j] = std::sqrt(L[j][j]);
            for (int i = j + 1; i < robot.dof; ++i) {
                for (int k = 0; k < j; ++k) L[i][j] -= L[i][k] * L[j][k];
                L[i][j] /= L[j][j];
            }
        }
    });
}

template <const auto& robot, class T> void torque_is_mass_matrix_times_acceleration_plus_bias() {
    Worst sum{"sum"}, held{"gravity"};
    at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto M = limb::mass_matrix<robot>(s.q);
        auto tau = limb::bias_torque<robot>(s.q, s.qd);
        Error error;
        for (int i = 0; i < robot.dof; ++i) {
            for (int j = 0; j < robot.dof; ++j) {
                const T term = M[i][j] * s.qdd[j];
                error.at_least(static_cast<double>(term));
                tau[i] += term;
            }
        }
        error.see_all(tau, limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd));
        sum.see(error);
        held.see(difference(limb::bias_torque<robot>(s.q, limb::Joints<robot, T>{}), limb::gravity_torque<robot>(s.q)));
    });
    for (const auto& worst : {sum, held}) demand<T>(worst, rounding);
}

template <const auto& robot, class T> void kinetic_energy_is_half_the_square_of_speed_in_the_mass_matrix() {
    Worst energy{"energy"};
    at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto M = limb::mass_matrix<robot>(s.q);
        T sum = 0;
        Error error;
        for (int i = 0; i < robot.dof; ++i) {
            for (int j = 0; j < robot.dof; ++j) {
                const T term = s.qd[i] * M[i][j] * s.qd[j] / 2;
                error.at_least(static_cast<double>(term));
                sum += term;
            }
        }
        error.see(static_cast<double>(sum), static_cast<double>(limb::kinetic_energy<robot>(s.q, s.qd)));
        energy.see(error);
    });
    demand<T>(energy, rounding);
}

// --- forces from outside
// -----------------------------------------------------------------------------------------------

// Einstein: nothing inside a lift can tell gravity from acceleration.
template <const auto& robot, class T> void base_acceleration_is_gravity_upside_down() {
    Worst inverse{"inverse"}, forward{"forward"};
    at_random_states<robot, T>([&](const auto& s, Random& random) {
        const auto g = random_vector<T>(random, 10);
        const Surroundings<robot, T> planet{.gravity = {g}}, lift{.base = {.acceleration = {-g.x, -g.y, -g.z}}};
        inverse.see(difference(surroundings::inverse_dynamics<robot, T>(s.q, s.qd, s.qdd, lift),
                               surroundings::inverse_dynamics<robot, T>(s.q, s.qd, s.qdd, planet)));
        forward.see(difference(surroundings::forward_dynamics_aba<robot, T>(s.q, s.qd, s.tau, lift),
                               surroundings::forward_dynamics_ltdl<robot, T>(s.q, s.qd, s.tau, planet)));
    });
    demand<T>(inverse, rounding);
    demand<T>(forward, conditioned<robot>);
}

template <const auto& robot, class T> void wrench_acts_through_the_jacobian() {
    Worst effect{"effect"};
    at_some_rows<robot>([&](auto row) {
        at_random_states<robot, T>([&](const auto& s, Random& random) {
            const limb::Joints<robot, T> still{};
            Surroundings<robot, T> pushed{};
            const auto w = pushed.wrenches[row] = random_wrench<T>(random);
            const auto tau = surroundings::inverse_dynamics<robot, T>(s.q, still, still, pushed);

            const auto J = limb::jacobian<robot, row>(s.q);
            const auto R = limb::kinematics<robot, row>(s.q, still, still).rotation;
            const auto wrench = stacked<T>(rotate<T>(R, w.moment), rotate<T>(R, w.force));
            Error error;
            for (int j = 0; j < robot.dof; ++j) {
                T sum = 0;
                for (int k = 0; k < 6; ++k) {
                    error.at_least(static_cast<double>(J[k][j] * wrench[k]));
                    sum += J[k][j] * wrench[k];
                }
                error.see(static_cast<double>(-tau[j]), static_cast<double>(sum));
            }
            effect.see(error);
        });
    });
    demand<T>(effect, rounding);
}

// --- motion
// ------------------------------------------------------------------------------------------------------------

template <const auto& robot, class T> void velocity_is_the_jacobian_times_joint_velocity() {
    Worst velocity{"velocity"};
    at_some_rows<robot>([&](auto row) {
        at_random_states<robot, T>([&](const auto& s, Random&) {
            const auto J = limb::jacobian<robot, row>(s.q);
            const auto body = limb::kinematics<robot, row>(s.q, s.qd, s.qdd);
            etl::array<T, 6> sum{};
            Error error;
            for (int k = 0; k < 6; ++k) {
                for (int j = 0; j < robot.dof; ++j) {
                    error.at_least(static_cast<double>(J[k][j] * s.qd[j]));
                    sum[k] += J[k][j] * s.qd[j];
                }
            }
            error.see_all(stacked<T>(body.angular_velocity, body.velocity), sum);
            velocity.see(error);
        });
    });
    demand<T>(velocity, rounding);
}

// --- rates of change, by differences, so in double only
// ------------------------------------------------------------------

// The state a short time later: velocities change with qdd, joints move with qd. A quaternion's rate is q (0, w) / 2 with
// w in the body's axes; a floating root moves along its own axes.
template <const auto& robot> State<robot, double> later(const State<robot, double>& now, double seconds) {
    State<robot, double> then = now;
    for (int i = 0; i < robot.dof; ++i) then.qd[i] += seconds * now.qdd[i];
    for (int row = 0; row < robot.rows; ++row) {
        const limb::Joint joint = robot.given[row].joint;
        const double* q = now.q.data() + robot.row_position[row];
        const double* qd = now.qd.data() + robot.row_dof[row];
        double* to = then.q.data() + robot.row_position[row];
        if (!limb::internal::has_quaternion(joint)) {
            for (int i = 0; i < limb::freedoms(joint); ++i) to[i] += seconds * qd[i];
            continue;
        }
        const double w = q[0], x = q[1], y = q[2], z = q[3];
        to[0] += seconds / 2 * (-x * qd[0] - y * qd[1] - z * qd[2]);
        to[1] += seconds / 2 * (w * qd[0] + y * qd[2] - z * qd[1]);
        to[2] += seconds / 2 * (w * qd[1] + z * qd[0] - x * qd[2]);
        to[3] += seconds / 2 * (w * qd[2] + x * qd[1] - y * qd[0]);
        if (joint == limb::Joint::floating) {
            const limb::Rotation<double> R{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                                           {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                                           {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
            const auto v = rotate<double>(R, {qd[3], qd[4], qd[5]});
            to[4] += seconds * v.x;
            to[5] += seconds * v.y;
            to[6] += seconds * v.z;
        }
    }
    states::normalise_quaternions<robot>(then.q);
    return then;
}

// Fourth-order central difference. At 10 us its own error, (turning rate x step)^4, and the rounding of its terms,
// 1e-16 / step, are both about 1e-11 of the quantity, for rates up to the 100 rad/s at the end of the longest chain.
inline constexpr double step = 1e-5;
inline constexpr double rate_tolerance = 1e-7;

template <class Quantity> double rate(Quantity quantity) {
    return (8 * (quantity(step) - quantity(-step)) - (quantity(2 * step) - quantity(-2 * step))) / (12 * step);
}

inline void demand_rate(const Worst& worst) {
    measure::Line() << "  " << worst.name << ": " << worst.error << " of " << rate_tolerance;
    TEST_ASSERT_TRUE_MESSAGE(worst.error <= rate_tolerance, worst.name);
}

template <const auto& robot, class T> void power_is_the_rate_of_energy() {
    Worst power{"power"};
    at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd);
        Error error;
        double sum = 0;
        for (int i = 0; i < robot.dof; ++i) {
            error.at_least(tau[i] * s.qd[i]);
            sum += tau[i] * s.qd[i];
        }
        error.see(rate([&](double t) {
                      const auto then = later<robot>(s, t);
                      return limb::kinetic_energy<robot>(then.q, then.qd) + limb::potential_energy<robot>(then.q);
                  }),
                  sum);
        power.see(error);
    });
    demand_rate(power);
}

template <const auto& robot, class T> void velocity_is_the_rate_of_position_and_acceleration_of_velocity() {
    Worst linear{"velocity"}, angular{"angular velocity"}, acceleration{"acceleration"},
        angular_acceleration{"angular acceleration"};
    at_some_rows<robot>([&](auto row) {
        at_random_states<robot, T>([&](const auto& s, Random&) {
            const auto body = limb::kinematics<robot, row>(s.q, s.qd, s.qdd);
            const auto body_at = [&](double t) {
                const auto then = later<robot>(s, t);
                return limb::kinematics<robot, row>(then.q, then.qd, then.qdd);
            };
            const auto see = [&](Worst& worst, const limb::Vector<T>& expected, auto vector) {
                Error error;
                error.at_least(1e-3);  // a row that this state leaves nearly at rest
                error.see(rate([&](double t) { return vector(body_at(t)).x; }), expected.x);
                error.see(rate([&](double t) { return vector(body_at(t)).y; }), expected.y);
                error.see(rate([&](double t) { return vector(body_at(t)).z; }), expected.z);
                worst.see(error);
            };
            see(linear, body.velocity, [](const auto& b) { return b.position; });
            see(acceleration, body.acceleration, [](const auto& b) { return b.velocity; });
            see(angular_acceleration, body.angular_acceleration, [](const auto& b) { return b.angular_velocity; });
            // R' = [w]x R, so w is half the sum of column x its rate, over the columns of R
            limb::Vector<T> w{};
            const auto add_column = [&](auto column) {
                const auto c = column(body.rotation);
                const limb::Vector<T> rates{rate([&](double t) { return column(body_at(t).rotation).x; }),
                                            rate([&](double t) { return column(body_at(t).rotation).y; }),
                                            rate([&](double t) { return column(body_at(t).rotation).z; })};
                w.x += (c.y * rates.z - c.z * rates.y) / 2;
                w.y += (c.z * rates.x - c.x * rates.z) / 2;
                w.z += (c.x * rates.y - c.y * rates.x) / 2;
            };
            add_column([](const auto& R) { return limb::Vector<T>{R.x.x, R.y.x, R.z.x}; });
            add_column([](const auto& R) { return limb::Vector<T>{R.x.y, R.y.y, R.z.y}; });
            add_column([](const auto& R) { return limb::Vector<T>{R.x.z, R.y.z, R.z.z}; });
            Error error;
            error.at_least(1e-3);
            error.see_all(stacked<T>(w, {}), stacked<T>(body.angular_velocity, {}));
            angular.see(error);
        });
    });
    for (const auto& worst : {linear, angular, acceleration, angular_acceleration}) demand_rate(worst);
}

// Jdot qd is the rate of J qd while qd stays.
template <const auto& robot, class T> void jacobian_bias_is_the_rate_of_the_jacobian() {
    Worst bias{"bias"};
    at_some_rows<robot>([&](auto row) {
        at_random_states<robot, T>([&](auto s, Random&) {
            s.qdd = {};
            const auto got = limb::jacobian_bias<robot, row>(s.q, s.qd);
            Error error;
            error.at_least(1e-3);  // a row that this state leaves nearly at rest
            for (std::size_t k = 0; k < 6; ++k)
                error.see(rate([&](double t) {
                              const auto line = limb::jacobian<robot, row>(later<robot>(s, t).q)[k];
                              double sum = 0;
                              for (int j = 0; j < robot.dof; ++j) sum += line[j] * s.qd[j];
                              return sum;
                          }),
                          got[k]);
            bias.see(error);
        });
    });
    demand_rate(bias);
}

}  // namespace laws
