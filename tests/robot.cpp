// One robot against the numbers of other engines and under every law of laws.hpp. Built once for each robot, to keep
// the compile time and memory of one compilation low; the build gives LIMB_TEST_ROBOT, its name, LIMB_TEST_FORM, how
// its sweeps are laid out (automatic: as limb chooses), and LIMB_TEST_NUMBER, float or double.
#include <type_traits>

#include "laws.hpp"
#include "reference.hpp"

#define LIMB_TEST_TEXT(x) #x
#define LIMB_TEST_STRING(x) LIMB_TEST_TEXT(x)
// clang-format off
#include LIMB_TEST_STRING(robots/LIMB_TEST_ROBOT.hpp)
// clang-format on

namespace {

constexpr auto robot = limb::in_form(limb::Form::LIMB_TEST_FORM, robots::LIMB_TEST_ROBOT);
constexpr char path[] = "reference/" LIMB_TEST_STRING(LIMB_TEST_ROBOT) ".bin";

using T = LIMB_TEST_NUMBER;

void agrees_with_other_engines() { reference::agrees_with_other_engines<robot, T>(path); }

#define LAW(law) UnityDefaultTestRun(laws::law<robot, T>, #law, __LINE__)

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(agrees_with_other_engines);
    LAW(forward_dynamics_undoes_inverse_dynamics);
    LAW(columns_of_the_mass_matrix_are_inverse_dynamics);
    LAW(mass_matrix_is_symmetric_and_positive_definite);
    LAW(torque_is_mass_matrix_times_acceleration_plus_bias);
    LAW(kinetic_energy_is_half_the_square_of_speed_in_the_mass_matrix);
    if constexpr (!robot.floats()) LAW(base_acceleration_is_gravity_upside_down);
    LAW(wrench_acts_through_the_jacobian);
    LAW(velocity_is_the_jacobian_times_joint_velocity);
    if constexpr (std::is_same_v<T, double>) {  // differences need the digits
        LAW(power_is_the_rate_of_energy);
        LAW(velocity_is_the_rate_of_position_and_acceleration_of_velocity);
    }
    return UNITY_END();
}
