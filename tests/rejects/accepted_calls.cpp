// The control of the calls: q, qd, qdd, tau and options as they are meant. This file must compile.
#include <array>
#include <span>

#include "limb/inverse_dynamics.hpp"
#include "limb/integrate.hpp"
#include "arm_and_gimbal.hpp"

// from every array that knows its length, and back
const float c_array[] = {0.1f, 0.2f};
constexpr auto of_std = limb::Positions<arm, double>::from(std::array{0.1, 0.2});
constexpr auto of_etl = limb::Joints<arm>::from(etl::array<double, 2>{3, 4});
constexpr auto of_another_type = limb::Positions<arm>::from(of_std);
const auto of_c = limb::Positions<arm>::from(c_array), of_span = limb::Positions<arm>::from(std::span(c_array));
limb::Joints<arm> of_some_span(std::span<const float> numbers) { return limb::Joints<arm>::from(numbers.first<arm.dof>()); }
constexpr auto back = etl::array<float, arm.dof>(of_etl);
static_assert(back[1] == 4 && of_another_type[1] == 0.2f);

// aggregates, trivial, as large as the plain array; what is not given is zero
static_assert(std::is_aggregate_v<limb::Joints<arm>> && std::is_trivial_v<limb::Joints<arm>> && sizeof(limb::Joints<arm>) == 2 * sizeof(float));
constexpr limb::Joints<arm> first{1};
static_assert(first[0] == 1 && first[1] == 0 && first.size() == 2 && first == limb::Joints<arm>{1, 0} && *(first.end() - 1) == 0);
static_assert(!std::is_convertible_v<limb::Joints<arm>, etl::array<float, 2>> && !std::is_convertible_v<limb::Joints<arm>, limb::Positions<arm>> &&
              !std::is_convertible_v<limb::Joints<arm>, limb::Joints<gimbal>> && !std::is_convertible_v<etl::array<float, 2>, limb::Joints<arm>> &&
              !std::is_assignable_v<limb::Joints<arm>&, limb::Positions<arm>> && !std::is_convertible_v<float, limb::Joints<arm>>);

// the number type is that of the arguments; a pose in place of q; the last one in braces
constexpr limb::Joints<arm, double> in_double = limb::gravity_torque<arm>(of_std);
constexpr limb::Joints<arm> at_rest = limb::inverse_dynamics<arm>(limb::pose<arm>(q), qd, {}, limb::no_gravity);
constexpr limb::Positions<arm> moved = limb::integrate<arm>(limb::pose<arm>(q), qd, 0.1);
static_assert(at_rest == limb::Joints<arm>{} && moved == q && in_double[0] == 0);
