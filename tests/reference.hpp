// One robot against every number that other engines computed for it: reference/README.md.
#include "measure.hpp"
#include "robot_under_test.hpp"
#include "unity.h"

namespace {

constexpr char path[] = "reference/" LIMB_TEST_ROBOT_NAME ".bin";

constexpr int rows = robot.rows;
constexpr int states_without_wrenches = 20, states_with_wrenches = 10;

// Of the largest element of each vector. The references agree among themselves to 1e-9. Single precision has 6e-8 of
// rounding in each of some hundred operations that a result depends on; forward dynamics multiplies that by the condition of
// the mass matrix, which grows with the depth of the tree, and only the chains have 16 rows or more.
template <class T>
struct Tolerance;
template <>
struct Tolerance<double> {
  static constexpr double torque = 1e-9, pose = 1e-9, forward = rows == 64 ? 1e-8 : 1e-9;
};
template <>
struct Tolerance<float> {
  static constexpr double torque = 5e-6, pose = 1e-5;
  static constexpr double forward = rows == 64 ? 2e-2 : rows == 32 ? 4e-3 : rows == 16 ? 5e-4 : 1e-4;
};

struct Worsts {
  measure::Worst inverse{"inverse"}, mass{"mass"}, gravity{"gravity"}, aba{"aba"}, ltdl{"ltdl"}, forward{"forward"},
      energy{"energy"}, pose{"pose"};
};

double read(port::File& file) {
  double x = 0;
  TEST_ASSERT_EQUAL_size_t_MESSAGE(sizeof x, file.read(&x, sizeof x), "reference file too short");
  return x;
}

template <class Array>
Array read_array(port::File& file) {
  Array array;
  for (auto& x : array) x = static_cast<typename Array::value_type>(read(file));
  return array;
}

template <class T>
limb::Vector<T> read_vector(port::File& file) {
  const auto x = read_array<etl::array<T, 3>>(file);
  return {x[0], x[1], x[2]};
}

template <class T>
measure::Error difference(const limb::Joints<robot, T>& got, const limb::Joints<robot, double>& expected) {
  measure::Error error;
  error.see_all(got, expected);
  return error;
}

template <class T>
measure::Error mass_matrix_error(port::File& file, const limb::Matrix<robot, T>& M) {
  measure::Error error;
  for (int i = 0; i < robot.dof; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double expected = read(file);
      error.see(static_cast<double>(M[i][j]), expected);
      error.see(static_cast<double>(M[j][i]), expected);
    }
  }
  return error;
}

template <class T>
measure::Error pose_error(port::File& file, const limb::Rotation<T>& R, const limb::Vector<T>& p) {
  measure::Error error;
  for (const auto& row : {R.x, R.y, R.z, p})
    for (const T x : {row.x, row.y, row.z}) error.see(static_cast<double>(x), read(file));
  return error;
}

template <class T, class... Options>
void check_state(port::File& file, Worsts& worst, const limb::Positions<robot, T>& q, const limb::Joints<robot, T>& qd,
                 const limb::Joints<robot, T>& qdd, const limb::Joints<robot, T>& tau, const Options&... options) {
  using Expected = limb::Joints<robot, double>;

  worst.inverse.see(difference<T>(limb::inverse_dynamics<robot>(q, qd, qdd, options...), read_array<Expected>(file)));

  const auto accelerations = read_array<Expected>(file);
  worst.aba.see(difference<T>(limb::forward_dynamics_aba<robot>(q, qd, tau, options...), accelerations));
  worst.ltdl.see(difference<T>(limb::forward_dynamics_ltdl<robot>(q, qd, tau, options...), accelerations));
  worst.forward.see(difference<T>(limb::forward_dynamics<robot>(q, qd, tau, options...), accelerations));

  worst.gravity.see(difference<T>(limb::gravity_torque<robot>(q), read_array<Expected>(file)));
  worst.mass.see(mass_matrix_error<T>(file, limb::mass_matrix<robot>(q)));

  measure::Error energy;
  energy.see(static_cast<double>(limb::kinetic_energy<robot>(q, qd)), read(file));
  energy.see(static_cast<double>(limb::potential_energy<robot>(q)), read(file));
  worst.energy.see(energy);

  const auto last = limb::kinematics<robot, rows - 1>(q);
  worst.pose.see(pose_error<T>(file, last.rotation, last.position));
}

template <class T>
void check_next_state(port::File& file, Worsts& worst, bool with_wrenches) {
  using Joints = limb::Joints<robot, T>;
  const auto q = read_array<limb::Positions<robot, T>>(file);
  const auto qd = read_array<Joints>(file), qdd = read_array<Joints>(file), tau = read_array<Joints>(file);
  if (!with_wrenches) return check_state<T>(file, worst, q, qd, qdd, tau);
  limb::Wrenches<robot, T> wrenches{};
  for (auto& wrench : wrenches.on) {
    wrench.force = read_vector<T>(file);
    wrench.moment = read_vector<T>(file);
  }
  check_state<T>(file, worst, q, qd, qdd, tau, wrenches);
}

template <class T>
void check_robot(const char* type) {
  port::File file(path);
  TEST_ASSERT_TRUE_MESSAGE(file.is_open(), path);
  Worsts worst;
  for (int i = 0; i < states_without_wrenches; ++i) check_next_state<T>(file, worst, false);
  for (int i = 0; i < states_with_wrenches; ++i) check_next_state<T>(file, worst, true);
  char rest;
  TEST_ASSERT_EQUAL_size_t_MESSAGE(0, file.read(&rest, 1), "reference file too long");

  measure::Line() << LIMB_TEST_ROBOT_NAME " " << type << ":" << worst.inverse << worst.mass << worst.gravity << worst.aba << worst.ltdl
                  << worst.forward << worst.energy << worst.pose;
  for (const auto& torque : {worst.inverse, worst.mass, worst.gravity})
    TEST_ASSERT_TRUE_MESSAGE(torque.error <= Tolerance<T>::torque, torque.name);
  for (const auto& forward : {worst.aba, worst.ltdl, worst.forward})
    TEST_ASSERT_TRUE_MESSAGE(forward.error <= Tolerance<T>::forward, forward.name);
  for (const auto& pose : {worst.energy, worst.pose}) TEST_ASSERT_TRUE_MESSAGE(pose.error <= Tolerance<T>::pose, pose.name);
}

void test_float_agrees_with_other_engines() { check_robot<float>("float"); }

#ifndef __arm__  // in software there, and the same sweeps
void test_double_agrees_with_other_engines() { check_robot<double>("double"); }
#endif

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_float_agrees_with_other_engines);
#ifndef __arm__
  RUN_TEST(test_double_agrees_with_other_engines);
#endif
  return UNITY_END();
}
