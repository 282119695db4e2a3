#pragma once

// A robot against every number that other engines computed for it: reference/README.md.

#include "limb/limb.hpp"
#include "measure.hpp"
#include "surroundings.hpp"
#include "unity.h"

namespace reference {

using measure::Error;
using measure::Worst;

inline constexpr int states_without_wrenches = 20, states_with_wrenches = 10;

// Of the largest element of each vector. The references agree among themselves to 1e-9. Single precision has 6e-8 of
// rounding in each of some hundred operations that a result depends on; forward dynamics multiplies that by the
// condition of the mass matrix, which grows with the depth of the tree, and only the chains have 16 rows or more.
template <class T, int rows> struct Tolerance;
template <int rows> struct Tolerance<double, rows> {
    static constexpr double torque = 1e-9, pose = 1e-9, energy = 1e-9, forward = rows == 64 ? 1e-8 : 1e-9;
};
template <int rows> struct Tolerance<float, rows> {
    static constexpr double torque = 5e-6, pose = 1e-5, energy = 2e-5;  // an energy is a sum of terms that cancel
    static constexpr double forward = rows == 64 ? 2e-2 : rows == 32 ? 4e-3 : rows == 16 ? 5e-4 : 1e-4;
};

struct Worsts {
    Worst inverse{"inverse"}, mass{"mass"}, gravity{"gravity"}, aba{"aba"}, ltdl{"ltdl"}, energy{"energy"},
        pose{"pose"};
};

inline double read(port::File& file) {
    double x = 0;
    TEST_ASSERT_EQUAL_size_t_MESSAGE(sizeof x, file.read(&x, sizeof x), "reference file too short");
    return x;
}

template <class Array> Array read_array(port::File& file) {
    Array array;
    for (auto& x : array) x = static_cast<typename Array::value_type>(read(file));
    return array;
}

template <class T> limb::Vector<T> read_vector(port::File& file) {
    const auto x = read_array<etl::array<T, 3>>(file);
    return {x[0], x[1], x[2]};
}

template <class Got, class Expected> Error difference(const Got& got, const Expected& expected) {
    Error error;
    error.see_all(got, expected);
    return error;
}

template <const auto& robot, class T> Error mass_matrix_error(port::File& file, const limb::Matrix<robot, T>& M) {
    Error error;
    for (int i = 0; i < robot.dof; ++i) {
        for (int j = 0; j <= i; ++j) {
            const double expected = read(file);
            error.see(static_cast<double>(M[i][j]), expected);
            error.see(static_cast<double>(M[j][i]), expected);
        }
    }
    return error;
}

template <class T> Error pose_error(port::File& file, const limb::Rotation<T>& R, const limb::Vector<T>& p) {
    Error error;
    for (const limb::Vector<T>* v : {&R.x, &R.y, &R.z, &p})
        for (const T x : {v->x, v->y, v->z}) error.see(static_cast<double>(x), read(file));
    return error;
}

template <const auto& robot, class T> void check_next_state(port::File& file, Worsts& worst, bool with_wrenches) {
    using Joints = limb::Joints<robot, T>;
    using Expected = limb::Joints<robot, double>;
    const auto q = read_array<limb::Positions<robot, T>>(file);
    const auto qd = read_array<Joints>(file), qdd = read_array<Joints>(file), tau = read_array<Joints>(file);
    auto around = surroundings::on_earth<robot, T>();
    if (with_wrenches) {
        for (auto& wrench : around.wrenches.on) {
            wrench.force = read_vector<T>(file);
            wrench.moment = read_vector<T>(file);
        }
    }

    const auto torques = read_array<Expected>(file), accelerations = read_array<Expected>(file);
    worst.inverse.see(difference(surroundings::inverse_dynamics<robot, T>(q, qd, qdd, around), torques));
    worst.aba.see(difference(surroundings::forward_dynamics_aba<robot, T>(q, qd, tau, around), accelerations));
    worst.ltdl.see(difference(surroundings::forward_dynamics_ltdl<robot, T>(q, qd, tau, around), accelerations));
    if (!with_wrenches) {
        worst.inverse.see(difference(limb::inverse_dynamics<robot>(q, qd, qdd), torques));
        worst.aba.see(difference(limb::forward_dynamics_aba<robot>(q, qd, tau), accelerations));
        worst.ltdl.see(difference(limb::forward_dynamics_ltdl<robot>(q, qd, tau), accelerations));
    }

    worst.gravity.see(difference(limb::gravity_torque<robot>(q), read_array<Expected>(file)));
    worst.mass.see(mass_matrix_error<robot, T>(file, limb::mass_matrix<robot>(q)));

    Error energy;
    energy.see(static_cast<double>(limb::kinetic_energy<robot>(q, qd)), read(file));
    energy.see(static_cast<double>(limb::potential_energy<robot>(q)), read(file));
    worst.energy.see(energy);

    const auto last = limb::kinematics<robot, robot.rows - 1>(q, qd, qdd);
    worst.pose.see(pose_error<T>(file, last.rotation, last.position));
}

template <const auto& robot, class T> void agrees_with_other_engines(const char* path) {
    port::File file(path);
    TEST_ASSERT_TRUE_MESSAGE(file.is_open(), path);
    Worsts worst;
    for (int i = 0; i < states_without_wrenches; ++i) check_next_state<robot, T>(file, worst, false);
    for (int i = 0; i < states_with_wrenches; ++i) check_next_state<robot, T>(file, worst, true);
    char rest;
    TEST_ASSERT_EQUAL_size_t_MESSAGE(0, file.read(&rest, 1), "reference file too long");

    measure::Line() << " " << worst.inverse << worst.mass << worst.gravity << worst.aba << worst.ltdl << worst.energy
                    << worst.pose;
    using Limit = Tolerance<T, robot.rows>;
    for (const auto& torque : {worst.inverse, worst.mass, worst.gravity})
        TEST_ASSERT_TRUE_MESSAGE(torque.error <= Limit::torque, torque.name);
    for (const auto& forward : {worst.aba, worst.ltdl})
        TEST_ASSERT_TRUE_MESSAGE(forward.error <= Limit::forward, forward.name);
    TEST_ASSERT_TRUE_MESSAGE(worst.energy.error <= Limit::energy, worst.energy.name);
    TEST_ASSERT_TRUE_MESSAGE(worst.pose.error <= Limit::pose, worst.pose.name);
}

}  // namespace reference
