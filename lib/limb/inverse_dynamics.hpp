#pragma once
// Inverse dynamics: the joint torques that give the accelerations qdd. Recursive Newton-Euler, O(N).
// N m (N); q rad (m), unit quaternion for a floating root. NaN and Inf pass through: check where they enter.
// Sources: 000 eq. (13), 001, 002 tables 4.1 and 4.2.
#include "limb/sweep/payload.hpp"
#include "limb/sweep/traverse.hpp"
#include "limb/sweep/wrenches.hpp"

namespace limb::internal {

// qd or qdd may be Zero: known to be zero
template <const auto& robot, class QD, class QDD, class... Options>
LIMB_INLINE auto newton_euler(const auto& x, const QD& qd, const QDD& joint_qdd, const Options&... options) {
    using T = scalar_of<std::remove_cvref_t<decltype(x)>>;
    const auto& qdd      = hinge_accelerations<robot>(qd, joint_qdd);
    const auto& gravity  = gravity_among(options...);
    const auto& base     = base_among(options...);
    const auto& payload  = payload_among(options...);
    const auto  wrenches = by_body<robot, T>(wrenches_among(options...));
    Joints<robot, T> tau;

    // outward: motion of each body, and the load that moves it so, less what acts on it from outside
    const auto out = [&](auto i, const auto& parent) LIMB_LAMBDA {
        const auto X = transform(i, x);
        const auto m = outward(X, parent, i.in(qd), i.in(qdd));
        if constexpr (robot.floats()) scheduling_fence();   // go2: 2530 -> 2467 instructions
        return Out{m, inertial_load(loaded_moments(i, X, payload, base), m) - external_load(i, X, wrenches)};
    };
    // inward: the children's loads added; the motor holds the component along the joint, the parent takes it all
    const auto back = [&](auto i, auto own, const auto& children) LIMB_LAMBDA {
        const auto X = transform(i, x);
        const auto f = own + children;
        tau[i.dof()] = along_joint(X, f) + constant<armature>(i) * i.in(qdd);
        return Back{inward(X, f), Absent{}};
    };

    if constexpr (robot.floats()) {   // six freedoms: all of the root's load shows in tau
        constexpr Root<robot, T> root;
        const auto m   = root_motion<robot>(x, qd, qdd, gravity, base);
        const auto own = inertial_load(loaded_moments(root, Unmoved{}, payload, base), m)
                       - external_load(root, Unmoved{}, wrenches);
        set_root<robot>(tau, own + traverse<robot, T>(m, out, back));
    } else {
        traverse<robot, T>(base_motion<robot>(x, gravity, base), out, back);
    }
    return tau;
}

template <const auto& robot, class Q, class QD, class QDD = QD, class... Options, class T = number_of<robot, Q, QD, QDD>>
constexpr Joints<robot, T> inverse_dynamics(const Q& q, const QD& qd, const QDD& qdd, const Options&... options) {
    static_assert(accepts<robot, TakesForces, Options...>);
    return newton_euler<robot>(felt_pose_of<robot, T>(q, options...), qd, qdd, options...);
}

// torques that hold the robot still
template <const auto& robot, class Q, class... Options, class T = number_of<robot, Q>>
constexpr Joints<robot, T> gravity_torque(const Q& q, const Options&... options) {
    static_assert(accepts<robot, TakesForces, Options...>);
    return newton_euler<robot>(felt_pose_of<robot, scalar_of<Q>>(q, options...), Zero{}, Zero{}, options...);
}

// torques at zero acceleration: gravity, Coriolis and centrifugal, external
template <const auto& robot, class Q, class QD, class... Options, class T = number_of<robot, Q, QD>>
constexpr Joints<robot, T> bias_torque(const Q& q, const QD& qd, const Options&... options) {
    static_assert(accepts<robot, TakesForces, Options...>);
    return newton_euler<robot>(felt_pose_of<robot, T>(q, options...), qd, Zero{}, options...);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::inverse_dynamics; using internal::gravity_torque; using internal::bias_torque;

}  // namespace limb
