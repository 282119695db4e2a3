// Two other ways to the same equations of motion, which share no formulation with limb's Newton-Euler sweeps:
// Lagrange's from the energies (002, section 4.6), differentiated by dual numbers of dual numbers, and Kane's from
// partial velocities (004, eq. (4.14)). In double.
#include <utility>

#include "laws.hpp"
#include "robots/stanford6.hpp"
#include "small_robots.hpp"
#include "unity.h"

void setUp() {}
void tearDown() {}

namespace {

using namespace small_robots;
using laws::Error, laws::Random, laws::Worst;
using robots::stanford6;

// --- Lagrange: tau = d/dt dL/dqd - dL/dq with L = kinetic - potential energy. For joints whose q are numbers, not
// quaternions: qd is then the rate of q.

using Once = limb::Dual<double>;
using Twice = limb::Dual<Once>;  // value and derivative: along e_i; of each, value and derivative: along time

// number i of them moves along e_i, all move with time
template <class Numbers> Numbers moving(const auto& x, const auto& rate, int i) {
    Numbers out;
    for (std::size_t k = 0; k < x.size(); ++k)
        out[k] = Twice(Once(x[k], rate[k]), Once(static_cast<int>(k) == i ? 1 : 0));
    return out;
}

template <const auto& robot> void lagrange() {
    static_assert(robot.positions == robot.dof);
    using Q = limb::Positions<robot, Twice>;
    using QD = limb::Joints<robot, Twice>;
    constexpr int none = -1;
    Worst torque{"Lagrange"};
    laws::at_random_states<robot, double>([&](const auto& s, Random&) {
        const limb::Joints<robot, double> expected = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd);
        Error error;
        for (int i = 0; i < robot.dof; ++i) {
            const auto still = moving<Q>(s.q, s.qd, none), q = moving<Q>(s.q, s.qd, i);
            const auto momentum = limb::kinetic_energy<robot>(still, moving<QD>(s.qd, s.qdd, i)).derivative;
            const auto kinetic = limb::kinetic_energy<robot>(q, moving<QD>(s.qd, s.qdd, none)).derivative;
            const auto potential = limb::potential_energy<robot>(q).derivative;
            error.see(momentum.derivative - kinetic.value + potential.value, expected[i]);
        }
        torque.see(error);
    });
    laws::demand<double>(torque, laws::rounding);
}

// --- Kane: tau = B'(M (B qdd + Bdot qd) + h - f), B the partial velocities of each body: of its centre of mass, and
// angular; in its axes. An armature is no body's and comes on top.

template <const auto& robot, int row>
void add_generalised_forces(const auto& s, limb::Joints<robot, double>& tau, Error& error) {
    using Vector = limb::Vector<double>;
    constexpr limb::Row given = robot.given[row];
    const auto body = limb::kinematics<robot, row>(s.q, s.qd);
    const auto J = limb::jacobian<robot, row>(s.q);
    const auto bias = limb::jacobian_bias<robot, row>(s.q, s.qd);
    const auto into = transpose(body.rotation);
    const Vector w = into * body.angular_velocity, com = given.com;

    Vector al = into * Vector{bias[0], bias[1], bias[2]};
    Vector a = into * Vector{bias[3], bias[4], bias[5]} + cross(al, com) + cross(w, cross(w, com));
    Vector turning[robot.dof], moving[robot.dof];
    for (int k = 0; k < robot.dof; ++k) {
        turning[k] = into * Vector{J[0][k], J[1][k], J[2][k]};
        moving[k] = into * Vector{J[3][k], J[4][k], J[5][k]} + cross(turning[k], com);
        al = al + turning[k] * s.qdd[k];
        a = a + moving[k] * s.qdd[k];
    }
    // B has its zeros where the path matrix has them (table 3.2)
    constexpr auto on_the_way = path_matrix(limb::row_topology<robot>);
    for (int carried = 0; carried < robot.rows; ++carried)
        for (int k = 0; k < limb::freedoms(robot.given[carried].joint); ++k) {
            const int dof = robot.row_dof[carried] + k;
            const double partial = dot(turning[dof], turning[dof]) + dot(moving[dof], moving[dof]);
            TEST_ASSERT_TRUE((partial > 0) == (on_the_way[row][carried] == 1));
        }
    const auto& [xx, yy, zz, xy, xz, yz] = given.inertia;
    const auto I = full(limb::internal::Sym3<double>{xx, xy, xz, yy, yz, zz});
    const Vector force = (a - into * Vector{0, 0, -9.81}) * given.mass, moment = I * al + cross(w, I * w);
    for (int k = 0; k < robot.dof; ++k) {
        tau[k] += dot(moving[k], force) + dot(turning[k], moment);
        error.at_least(dot(moving[k], force));
    }
    for (int k = 0; k < limb::freedoms(given.joint); ++k)
        tau[robot.row_dof[row] + k] += given.armature * s.qdd[robot.row_dof[row] + k];
}

template <const auto& robot> void kane() {
    Worst torque{"Kane"};
    laws::at_random_states<robot, double>([&](const auto& s, Random&) {
        limb::Joints<robot, double> tau{};
        Error error;
        [&]<int... row>(std::integer_sequence<int, row...>) {
            (add_generalised_forces<robot, row>(s, tau, error), ...);
        }
        (std::make_integer_sequence<int, robot.rows>{});
        error.see_all(limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd), tau);
        torque.see(error);
    });
    laws::demand<double>(torque, laws::rounding);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(lagrange<crane>);
    RUN_TEST(lagrange<puck>);
    RUN_TEST(lagrange<stanford6>);
    RUN_TEST(kane<crane>);
    RUN_TEST(kane<walker>);
    RUN_TEST(kane<lamp>);
    return UNITY_END();
}
