// Every sweep is a constant expression, and the laws that bind the sweeps to each other hold there, too: one state of a small
// robot, before anything runs. Compiled in a third of the time that other tests take: what `tools/limb mutate` tries first.
#include "limb/integrate.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
constexpr auto robot = limb::in_form(limb::Form::LIMB_TEST_FORM, LIMB_TEST_ROBOT);

using Joints = limb::Joints<robot, double>;
using Positions = limb::Positions<robot, double>;

constexpr Joints qd = [] {
    Joints v{};
    for (int i = 0; i < robot.dof; ++i) v[i] = 1.3 - 0.37 * i;
    return v;
}();
constexpr Joints qdd = [] {
    Joints v{};
    for (int i = 0; i < robot.dof; ++i) v[i] = -2.1 + 0.83 * i;
    return v;
}();
constexpr Positions q = [] {
    Positions at{};
    for (int i = 0; i < robot.positions; ++i) at[i] = 0.6 - 0.23 * i;
    for (int row = 0; row < robot.rows; ++row) {
        if (!limb::has_quaternion(robot.given[row].joint)) continue;
        constexpr double unit[] = {0.7, -0.5, 0.1, 0.5};
        for (int k = 0; k < 4; ++k) at[robot.row_position[row] + k] = unit[k];
    }
    return at;
}();

constexpr double magnitude(double x) { return x < 0 ? -x : x; }
constexpr bool near(double a, double b, double tolerance) {
    return magnitude(a - b) <= tolerance * (1 + magnitude(a) + magnitude(b));  // false for NaN
}
constexpr bool near(const Joints& a, const Joints& b) {
    for (int i = 0; i < robot.dof; ++i) if (!near(a[i], b[i], 1e-10)) return false;
    return true;
}

constexpr Joints tau = limb::inverse_dynamics<robot>(q, qd, qdd);

constexpr bool torque_is_mass_times_acceleration_plus_bias() {
    const auto M = limb::mass_matrix<robot>(q);
    Joints sum = limb::bias_torque<robot>(q, qd);
    for (int i = 0; i < robot.dof; ++i) for (int j = 0; j < robot.dof; ++j) sum[i] += M[i][j] * qdd[j];
    return near(sum, tau);
}
static_assert(torque_is_mass_times_acceleration_plus_bias());
static_assert(near(limb::forward_dynamics_aba<robot>(q, qd, tau), qdd));
static_assert(near(limb::forward_dynamics_ltdl<robot>(q, qd, tau), qdd));

// a short time before and after
constexpr double step = 1e-4;
constexpr Positions position_at(double t) {
    Joints way = qd;
    for (int i = 0; i < robot.dof; ++i) way[i] += qdd[i] * t / 2;
    return limb::integrate<robot>(q, way, t);
}
constexpr double energy_at(double t) {
    Joints speed = qd;
    for (int i = 0; i < robot.dof; ++i) speed[i] += qdd[i] * t;
    return limb::kinetic_energy<robot>(position_at(t), speed) + limb::potential_energy<robot>(position_at(t));
}
constexpr bool power_is_the_rate_of_energy() {
    double power = 0;
    for (int i = 0; i < robot.dof; ++i) power += tau[i] * qd[i];
    return near(power, (energy_at(step) - energy_at(-step)) / (2 * step), 1e-5);
}
// g++ 12 takes the empty elements that this sweep's loop keeps for unset ones
static_assert(robot.form == limb::Form::looped || power_is_the_rate_of_energy());

constexpr bool velocity_is_the_rate_of_position() {
    constexpr int tip = robot.rows - 1;
    const auto v = limb::kinematics<robot, tip>(q, qd).velocity;
    const auto way = limb::kinematics<robot, tip>(position_at(step)).position - limb::kinematics<robot, tip>(position_at(-step)).position;
    return near(v.x, way.x / (2 * step), 1e-5) && near(v.y, way.y / (2 * step), 1e-5) && near(v.z, way.z / (2 * step), 1e-5);
}
static_assert(velocity_is_the_rate_of_position());

void the_laws_held_when_this_was_compiled() { TEST_PASS(); }

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(the_laws_held_when_this_was_compiled);
    return UNITY_END();
}
