// Joints of several freedoms, screws and rotors: under every law that the robots are under, in every form, and against
// kinematics and energies written by hand.
#include "laws.hpp"
#include "limb/model/world_kinematics.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using T = LIMB_TEST_NUMBER;
using namespace small_robots;

constexpr auto lamp_unrolled = limb::in_form(limb::Form::unrolled, lamp);
constexpr auto lamp_looped = limb::in_form(limb::Form::looped, lamp);
constexpr auto puck_unrolled = limb::in_form(limb::Form::unrolled, puck);
constexpr auto puck_looped = limb::in_form(limb::Form::looped, puck);

template <const auto& robot> void obeys_every_law() {
    laws::forward_dynamics_undoes_inverse_dynamics<robot, T>();
    laws::columns_of_the_mass_matrix_are_inverse_dynamics<robot, T>();
    laws::mass_matrix_is_symmetric_and_positive_definite<robot, T>();
    laws::torque_is_mass_matrix_times_acceleration_plus_bias<robot, T>();
    laws::kinetic_energy_is_half_the_square_of_speed_in_the_mass_matrix<robot, T>();
    laws::base_acceleration_is_gravity_upside_down<robot, T>();
    laws::wrench_acts_through_the_jacobian<robot, T>();
    laws::velocity_is_the_jacobian_times_joint_velocity<robot, T>();
    if constexpr (std::is_same_v<T, double>) {
        laws::power_is_the_rate_of_energy<robot, T>();
        laws::velocity_is_the_rate_of_position_and_acceleration_of_velocity<robot, T>();
        laws::jacobian_bias_is_the_rate_of_the_jacobian<robot, T>();
    }
}

void test_ball_screw_and_universal_obey_every_law() { obeys_every_law<lamp_unrolled>(); }
void test_the_same_in_loops() { obeys_every_law<lamp_looped>(); }
void test_plane_cylinder_and_rotor_obey_every_law() { obeys_every_law<puck_unrolled>(); }
void test_those_in_loops() { obeys_every_law<puck_looped>(); }

void test_bias_of_a_jacobian_on_a_floating_root() {
    if constexpr (std::is_same_v<T, double>) laws::jacobian_bias_is_the_rate_of_the_jacobian<walker, T>();
}

// --- what each joint means, by hand: Rodrigues' rotations and slides, from the rows as they are written

using V = limb::Vector<double>;
using R = limb::Rotation<double>;
struct Frame { R rotation; V position; };   // x_parent = rotation x + position

Frame operator*(const Frame& a, const Frame& b) { return {a.rotation * b.rotation, a.rotation * b.position + a.position}; }

constexpr R one{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
Frame turned(V u, double angle) {
    const double s = std::sin(angle), c = std::cos(angle), d = 1 - c;
    return {{{c + u.x * u.x * d, u.x * u.y * d - u.z * s, u.x * u.z * d + u.y * s},
             {u.y * u.x * d + u.z * s, c + u.y * u.y * d, u.y * u.z * d - u.x * s},
             {u.z * u.x * d - u.y * s, u.z * u.y * d + u.x * s, c + u.z * u.z * d}}, {}};
}
Frame slid(V u, double way) { return {one, u * way}; }
Frame attitude(const double* q) {   // the quaternion (cos a/2, u sin a/2) turns by a about u
    const double s = std::sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return turned({q[1] / s, q[2] / s, q[3] / s}, 2 * std::atan2(s, q[0]));
}
Frame joint(const limb::Row& row, const double* q) {
    switch (row.joint) {
        case revolute_x:  return turned({1, 0, 0}, q[0]);
        case revolute:    return turned(row.axis, q[0]);
        case helical:     return slid(row.axis, row.pitch * q[0]) * turned(row.axis, q[0]);
        case universal:   return turned(row.axis, q[0]) * turned(row.axis2, q[1]);
        case cylindrical: return turned(row.axis, q[0]) * slid(row.axis, q[1]);
        case planar:      return Frame{one, {q[0], q[1], 0}} * turned({0, 0, 1}, q[2]);
        case spherical:   return attitude(q);
        default:          TEST_FAIL(); return {one, {}};
    }
}

template <const auto& robot> void rows_are_where_their_joints_put_them() {
    measure::Worst place{"place"};
    laws::at_random_states<robot, T>([&](const auto& s, auto&) {
        const auto survey = limb::world_kinematics<robot>(s.q);
        Frame frame[robot.rows];
        for (int row = 0; row < robot.rows; ++row) {
            const limb::Row& given = robot.given[row];
            double q[4];
            for (int k = 0; k < limb::numbers_in_q(given.joint); ++k) q[k] = static_cast<double>(s.q[robot.row_position[row] + k]);
            int parent = row - 1;
            for (int other = 0; other < row; ++other) if (limb::internal::table::same(given.parent, robot.given[other].name)) parent = other;
            frame[row] = Frame{given.rotation, given.at} * joint(given, q);
            if (parent >= 0) frame[row] = frame[parent] * frame[row];
            measure::Error error;
            const auto see = [&](const limb::Vector<T>& got, V expected) {
                error.see(static_cast<double>(got.x), expected.x);
                error.see(static_cast<double>(got.y), expected.y);
                error.see(static_cast<double>(got.z), expected.z);
            };
            error.at_least(1);
            see(survey.row[row].position, frame[row].position);
            see(survey.row[row].rotation.x, frame[row].rotation.x);
            see(survey.row[row].rotation.y, frame[row].rotation.y);
            see(survey.row[row].rotation.z, frame[row].rotation.z);
            place.see(error);
        }
    });
    laws::demand<T>(place, laws::rounding);
}
void test_rows_are_where_their_joints_put_them() {
    rows_are_where_their_joints_put_them<lamp_unrolled>();
    rows_are_where_their_joints_put_them<lamp_looped>();
    rows_are_where_their_joints_put_them<puck_unrolled>();
    rows_are_where_their_joints_put_them<puck_looped>();
}

// --- kinetic energy, body by body: m v^2 / 2 + w I w / 2, and J (gear qd + w.axis)^2 / 2 of each rotor, of which the part
// that turns with the parent is the parent's

template <const auto& robot> void kinetic_energy_is_that_of_the_bodies_and_rotors() {
    measure::Worst energy{"energy"};
    laws::at_random_states<robot, T>([&](const auto& s, auto&) {
        const auto survey = limb::world_kinematics<robot>(s.q, s.qd);
        T sum = 0;
        for (int row = 0; row < robot.rows; ++row) {
            const limb::Row& given = robot.given[row];
            const auto& body = survey.row[row];
            const limb::Vector<T> com{T(given.com.x), T(given.com.y), T(given.com.z)};
            const auto v = body.velocity + limb::cross(body.angular_velocity, body.rotation * com);
            const auto w = limb::transpose(body.rotation) * body.angular_velocity;
            const auto& I = given.inertia;
            const limb::internal::Sym3<T> inertia{T(I.xx), T(I.xy), T(I.xz), T(I.yy), T(I.yz), T(I.zz)};
            sum += (T(given.mass) * limb::dot(v, v) + limb::dot(w, limb::internal::full(inertia) * w)) / 2;
            for (int k = 0; k < limb::freedoms(given.joint); ++k) {
                const T qd = s.qd[robot.row_dof[row] + k];
                sum += T(given.armature) * qd * qd / 2;
                if (given.rotor == 0) continue;
                const auto& screw = survey.freedom[robot.row_dof[row] + k];
                const T before = limb::dot(screw.angular, screw.turning) - qd;   // w.axis of the parent
                const T fast = T(given.gear) * qd + before;
                sum += T(given.rotor) * (fast * fast - before * before) / 2;
            }
        }
        measure::Error error;
        error.see(static_cast<double>(limb::kinetic_energy<robot>(s.q, s.qd)), static_cast<double>(sum));
        energy.see(error);
    });
    laws::demand<T>(energy, laws::rounding);
}
void test_kinetic_energy_is_that_of_the_bodies_and_rotors() {
    kinetic_energy_is_that_of_the_bodies_and_rotors<lamp_unrolled>();
    kinetic_energy_is_that_of_the_bodies_and_rotors<puck_unrolled>();
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_ball_screw_and_universal_obey_every_law);
    RUN_TEST(test_the_same_in_loops);
    RUN_TEST(test_plane_cylinder_and_rotor_obey_every_law);
    RUN_TEST(test_those_in_loops);
    RUN_TEST(test_bias_of_a_jacobian_on_a_floating_root);
    RUN_TEST(test_rows_are_where_their_joints_put_them);
    RUN_TEST(test_kinetic_energy_is_that_of_the_bodies_and_rotors);
    return UNITY_END();
}
