// Every sweep is a constant expression, and the laws that bind the sweeps to each other hold there, too: one state of a small
// robot, before anything runs. Compiled in a third of the time that other tests take: what `tools/limb mutate` tries first.
#include "limb/integrate.hpp"
#include "small_robots.hpp"
#include "static_laws.hpp"

namespace {

using namespace small_robots;
// clang-format off
// Parallel joints, on one limb and on two, the last of them a wheel: round, but what is fixed to it shows how it has turned.
constexpr auto digger = limb::tree({
    {.name = "turret",                   .joint = revolute_z, .at = {0.1, 0, 0.2},     .mass = 4,   .com = {0.1, 0.02, 0.1},  .inertia = {0.09, 0.08, 0.05, 0.002, -0.001, 0.003}},
    {.name = "mirror",                   .joint = revolute_z, .at = {0.2, 0.3, 0.1},   .mass = 0.3, .com = {0.02, 0.01, 0.1}, .inertia = {0.002, 0.003, 0.002}},
    {.name = "boom",  .parent = "turret", .joint = revolute_y, .at = {0.2, 0.1, 0.3},   .mass = 2,   .com = {0.4, 0, 0.1},     .inertia = {0.01, 0.06, 0.06, 0, 0.002, 0}},
    {.name = "stick",                    .joint = revolute_y, .at = {0.8, 0, 0.2},     .mass = 1,   .com = {0.3, 0.01, 0},    .inertia = {0.01, 0.03, 0.03}},
    {.name = "wheel",                    .joint = revolute_y, .at = {0.6, 0.05, 0},    .mass = 0.5, .com = {0, 0.02, 0},      .inertia = {0.002, 0.004, 0.002}},
    {.name = "mark",                     .joint = fixed,      .at = {0.1, 0.02, -0.1}, .rotation = limb::rpy(0.3, -0.2, 0.5)},
});
// clang-format on
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
        if (!limb::internal::has_quaternion(robot.given[row].joint)) continue;
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
    constexpr int row = robot.rows - 1;
    const auto v = limb::kinematics<robot, row>(q, qd).velocity;
    const auto way = limb::kinematics<robot, row>(position_at(step)).position - limb::kinematics<robot, row>(position_at(-step)).position;
    return near(v.x, way.x / (2 * step), 1e-5) && near(v.y, way.y / (2 * step), 1e-5) && near(v.z, way.z / (2 * step), 1e-5);
}
static_assert(velocity_is_the_rate_of_position());

// ---- on the last row: a wrench acts through the Jacobian, and a payload has the energy of a body that moves as the row does

constexpr int tip = robot.rows - 1;
constexpr limb::Wrench<double> wrench{.moment = {0.4, 0.3, -0.7}, .force = {3, -2, 1.5}};
constexpr bool wrench_acts_through_the_jacobian() {
    limb::Wrenches<robot, double> wrenches{};
    wrenches[tip] = wrench;
    const auto J = limb::jacobian<robot, tip>(q);
    const auto R = limb::kinematics<robot, tip>(q).rotation;
    const auto n = R * wrench.moment, f = R * wrench.force;
    Joints sum = limb::inverse_dynamics<robot>(q, qd, qdd, wrenches);
    for (int i = 0; i < robot.dof; ++i)
        sum[i] += J[0][i] * n.x + J[1][i] * n.y + J[2][i] * n.z + J[3][i] * f.x + J[4][i] * f.y + J[5][i] * f.z;
    return near(sum, tau);
}
static_assert(wrench_acts_through_the_jacobian());

constexpr limb::Payload<tip, double> payload{
    .mass = 0.7, .com = {0.1, -0.2, 0.15}, .inertia = {0.02, 0.03, 0.025, 0.001, -0.002, 0.003}};
constexpr bool payload_moves_with_its_row() {
    const auto with = limb::mass_matrix<robot>(q, payload), without = limb::mass_matrix<robot>(q);
    double twice = 0;
    for (int i = 0; i < robot.dof; ++i) for (int j = 0; j < robot.dof; ++j) twice += qd[i] * (with[i][j] - without[i][j]) * qd[j];
    const auto row = limb::kinematics<robot, tip>(q, qd);
    const auto w = limb::transpose(row.rotation) * row.angular_velocity;
    const auto v = row.velocity + limb::cross(row.angular_velocity, row.rotation * payload.com);
    const auto& [xx, yy, zz, xy, xz, yz] = payload.inertia;
    const limb::internal::Sym3<double> inertia{xx, xy, xz, yy, yz, zz};
    return near(twice, payload.mass * limb::dot(v, v) + limb::dot(w, limb::internal::full(inertia) * w), 1e-10);
}
static_assert(payload_moves_with_its_row());

}  // namespace
