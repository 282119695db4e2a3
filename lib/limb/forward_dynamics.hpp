#pragma once
// Forward dynamics: the accelerations that the joint torques tau give. rad/s^2 (m/s^2).
// Two ways, the cheaper one chosen at compile time: the mass matrix and its factorisation (short chains), or
// articulated bodies, O(N) (long chains, many limbs). Both can be called by name.
#include "limb/dynamics/articulated_body.hpp"
#include "limb/dynamics/counting.hpp"
#include "limb/inverse_dynamics.hpp"
#include "limb/mass_matrix.hpp"

namespace limb::internal {

// the places of the freedoms in the user's qd, in the sweeps' own order
template <const auto& robot> struct Order { short of[robot.dof]; };
template <const auto& robot> inline constexpr auto user_order = [] {
    Order<robot> o{};
    for (int i = 0; i < robot.bodies; i++) o.of[i + robot.extra_freedoms()] = short(robot.body[i].dof);
    for (int k = 0; robot.floats() && k < 6; k++) o.of[k] = short(robot.body[0].dof + k);
    return o;
}();

// M qdd = tau - bias. A floating root falls freely meanwhile: gravity only shows in its own acceleration.
template <const auto& robot, class Q, class QD, class Tau = QD, class... Options, class T = number_of<robot, Q, QD, Tau>>
constexpr Joints<robot, T> forward_dynamics_ltdl(const Q& q, const QD& qd, const Tau& tau, const Options&... options) {
    static_assert(accepts<robot, TakesForces, Options...>);
    constexpr bool looped = robot.form == Form::looped;
    const auto& x = felt_pose_of<robot, T>(q, options...);
    const auto bias = [&]() LIMB_LAMBDA {
        if constexpr (robot.floats()) return newton_euler<robot>(x, qd, Zero{}, FreeFall{}, options...);
        else return newton_euler<robot>(x, qd, Zero{}, options...);
    }();
    T b[robot.dof];
    count_up<looped, robot.dof>([&](auto k) LIMB_LAMBDA {
        const int user = user_order<robot>.of[k];
        b[k] = tau[user] - bias[user];
    });
    scheduling_fence();
    Lower<T, robot.dof> H;
    const auto put = [&](Dof i, Dof j, auto value) LIMB_LAMBDA { H(i.own, j.own) = value; };
    composite_bodies<robot>(x, payload_among(options...), put);
    scheduling_fence();
    solve<paths<robot>, looped>(H, b);
    Joints<robot, T> qdd;
    count_up<looped, robot.dof>([&](auto k) LIMB_LAMBDA { qdd[user_order<robot>.of[k]] = b[k]; });
    if constexpr (robot.floats()) {
        const auto a = root_of<robot>(qdd);
        const auto& gravity = gravity_among(options...);
        set_root<robot>(qdd, Twist{a.w, a.v - root_fall<robot>(x, qd, gravity)});
    }
    return qdd;
}

// Which way is cheaper, by their operations. A looped robot is a long one.
template <const auto& robot> inline constexpr Operations ltdl_operations =
    count<robot>([](auto& q, auto& qd, auto& in) { (void)forward_dynamics_ltdl<robot>(q, qd, in); });
template <const auto& robot> inline constexpr Operations aba_operations =
    count<robot>([](auto& q, auto& qd, auto& in) { (void)forward_dynamics_aba<robot>(q, qd, in); });
template <const auto& robot> constexpr bool choose_mass_matrix() {
    if constexpr (robot.form == Form::looped) return false;
    else return ltdl_operations<robot>.flops() <= aba_operations<robot>.flops();
}
template <const auto& robot> inline constexpr bool mass_matrix_is_cheaper = choose_mass_matrix<robot>();

template <const auto& robot, class Q, class QD, class Tau = QD, class... Options, class T = number_of<robot, Q, QD, Tau>>
constexpr Joints<robot, T> forward_dynamics(const Q& q, const QD& qd, const Tau& tau, const Options&... options) {
    static_assert(accepts<robot, TakesForcesAndCarried, Options...>);
    if constexpr ((is_of<Options, CarriedOption>() || ...)) return forward_dynamics_aba<robot>(q, qd, tau, options...);
    else if constexpr (mass_matrix_is_cheaper<robot>) return forward_dynamics_ltdl<robot>(q, qd, tau, options...);
    else return forward_dynamics_aba<robot>(q, qd, tau, options...);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::forward_dynamics; using internal::forward_dynamics_ltdl;

}  // namespace limb
