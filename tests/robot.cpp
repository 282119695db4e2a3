// One robot under every law of laws.hpp.
#include "laws.hpp"
#include "robot_under_test.hpp"

namespace {

#define LAW(law) UnityDefaultTestRun(laws::law<robot, T>, #law, __LINE__)

template <class T>
void laws_of_any_precision() {
  LAW(forward_dynamics_undoes_inverse_dynamics);
  LAW(columns_of_the_mass_matrix_are_inverse_dynamics);
  LAW(mass_matrix_is_symmetric_and_positive_definite);
  LAW(torque_is_mass_matrix_times_acceleration_plus_bias);
  LAW(kinetic_energy_is_half_the_square_of_speed_in_the_mass_matrix);
  if constexpr (!states::floats<robot>) LAW(base_acceleration_is_gravity_upside_down);
  LAW(wrench_acts_through_the_jacobian);
  LAW(velocity_is_the_jacobian_times_joint_velocity);
  LAW(shared_pose_gives_identical_bits);
}

#ifndef __arm__  // in software there, and the same sweeps
void laws_of_double() {
  using T = double;
  laws_of_any_precision<T>();
  LAW(power_is_the_rate_of_energy);
  LAW(velocity_is_the_rate_of_position_and_acceleration_of_velocity);
}
#endif

}  // namespace

int main() {
  UNITY_BEGIN();
  laws_of_any_precision<float>();
#ifndef __arm__
  laws_of_double();
#endif
  return UNITY_END();
}
