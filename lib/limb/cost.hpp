#pragma once
// What an algorithm costs for a robot, as numbers known at compile time:
//   static_assert(limb::cost<arm>.inverse_dynamics.multiplications < 400);
#include "limb/dynamics/counting.hpp"
#include "limb/energy.hpp"
#include "limb/forward_dynamics.hpp"
#include "limb/inverse_dynamics.hpp"
#include "limb/mass_matrix.hpp"

namespace limb::internal {

template <const auto& robot> struct Cost {   // members are counted when they are first named
    static constexpr Operations inverse_dynamics =
        count<robot>([](auto& q, auto& qd, auto& in) { (void)limb::inverse_dynamics<robot>(q, qd, in); });
    static constexpr Operations gravity_torque =
        count<robot>([](auto& q, auto&, auto&) { (void)limb::gravity_torque<robot>(q); });
    static constexpr Operations bias_torque =
        count<robot>([](auto& q, auto& qd, auto&) { (void)limb::bias_torque<robot>(q, qd); });
    static constexpr Operations mass_matrix =
        count<robot>([](auto& q, auto&, auto&) { (void)limb::mass_matrix<robot>(q); });
    static constexpr Operations forward_dynamics_ltdl = ltdl_operations<robot>;
    static constexpr Operations forward_dynamics_aba = aba_operations<robot>;
    static constexpr Operations forward_dynamics =
        mass_matrix_is_cheaper<robot> ? forward_dynamics_ltdl : forward_dynamics_aba;
};
template <const auto& robot> inline constexpr Cost<robot> cost{};

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::cost;

}  // namespace limb
