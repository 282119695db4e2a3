#pragma once
// Forward dynamics: the accelerations that the joint torques tau give. rad/s^2 (m/s^2).
// Two ways, the cheaper one chosen at compile time: the mass matrix and its factorisation (short chains), or
// articulated bodies, O(N) (long chains, many limbs). Both can be called by name.
#include "limb/articulated_body.hpp"
#include "limb/factorisation.hpp"
#include "limb/inverse_dynamics.hpp"
#include "limb/mass_matrix.hpp"

namespace limb {

template <const auto& robot, class Q, class T, std::size_t n, class... Options>
constexpr Joints<robot, T> forward_dynamics_ltdl(const Q& q, const etl::array<T, n>& qd, const etl::array<T, n>& tau, const Options&... options) {
    const auto& x = pose<robot, T>(q);
    // M qdd = tau - bias
    const Joints<robot, T> bias = newton_euler<robot, T>(x, qd, Nothing{}, options...);
    T b[robot.dof];
    constexpr bool looped = robot.form == Form::looped;
    count_up<looped, robot.dof>([&](auto k) LIMB_LAMBDA { const int u = user_dof<robot>(k); b[k] = tau[u] - bias[u]; });
    Lower<T, robot.dof> H;
    composite_bodies<robot, T>(x, pick<PayloadOption>(NoPayload{}, options...), [&](Dof i, Dof j, auto value) LIMB_LAMBDA { H(i.own, j.own) = value; });
    solve<paths<robot>, looped>(H, b);
    Joints<robot, T> qdd;
    count_up<looped, robot.dof>([&](auto k) LIMB_LAMBDA { qdd[user_dof<robot>(k)] = b[k]; });
    return qdd;
}

// Which way is cheaper: multiplications and additions of the factorisation, exact, against the articulated bodies' own,
// as the two grow with the robot. Checked against counted instructions by the tests.
template <const auto& robot> inline constexpr bool mass_matrix_is_cheaper = robot.form != Form::looped && !robot.floats();

template <const auto& robot, class Q, class T, std::size_t n, class... Options>
constexpr Joints<robot, T> forward_dynamics(const Q& q, const etl::array<T, n>& qd, const etl::array<T, n>& tau, const Options&... options) {
    if constexpr (mass_matrix_is_cheaper<robot>) return forward_dynamics_ltdl<robot>(q, qd, tau, options...);
    else return forward_dynamics_aba<robot>(q, qd, tau, options...);
}

}  // namespace limb
