#pragma once
// Inverse dynamics: the joint torques that give the accelerations qdd. Recursive Newton-Euler, O(N).
// N m (N); q rad (m), unit quaternion for a floating root; nothing may be NaN or Inf. Sources: 000 eq. (13), 001, 002 tables 4.1, 4.2.
#include "limb/options.hpp"
#include "limb/traverse.hpp"

namespace limb {

// qd or qdd may be Nothing: known to be zero
template <const auto& robot, class T, class QD, class QDD, class... Options>
LIMB_INLINE Joints<robot, T> newton_euler(const Pose<robot, T>& x, const QD& qd, const QDD& qdd, const Options&... options) {
    const auto& gravity  = pick<GravityOption>(StandardGravity{}, options...);
    const auto& base     = pick<BaseOption>(FixedBase{}, options...);
    const auto& payload  = pick<PayloadOption>(NoPayload{}, options...);
    const auto  wrenches = by_body<robot, T>(pick<WrenchesOption>(NoWrenches{}, options...));
    constexpr bool fixed_base = is_fixed_base<decltype(base)>;
    Joints<robot, T> tau;

    // outward: motion of each body, and the force that it takes to move it so
    const auto out = [&](auto i, const auto& parent) LIMB_LAMBDA {
        const auto X = link(i, x);
        const auto m = outward(X, parent, of<robot>(i, qd), of<robot>(i, qdd));
        const auto f = inertial_load(loaded_moments<robot, T, fixed_base>(i, X, payload), m) - external_load<robot, T>(i, X, wrenches);
        return Out{m, f};
    };
    // inward: add what the children pass on; the motor holds the component along the joint, the parent takes it all
    const auto back = [&](auto i, auto own, const auto& children) LIMB_LAMBDA {
        const auto X = link(i, x);
        const auto f = own + children;
        tau[dof_of<robot>(i).user] = along_joint(X, f) + constant<robot, T, armature>(i) * of<robot>(i, qdd);
        return Back{inward(X, f), Nothing{}};
    };

    if constexpr (robot.floats()) {   // a joint of six freedoms: all of the root's load shows in tau
        static_assert(fixed_base, "limb: a robot with a floating root has no base to drive");
        const auto m = root_motion(x, qd, qdd, gravity);
        const auto own = inertial_load(loaded_moments<robot, T, false>(root, Unmoved{}, payload), m) - external_load<robot, T>(root, Unmoved{}, wrenches);
        set_root<robot>(tau, own + traverse<robot, T>(m, out, back));
    } else {
        traverse<robot, T>(base_motion(x, gravity, base), out, back);
    }
    return tau;
}

template <const auto& robot, class Q, class T, std::size_t n, class... Options>
constexpr Joints<robot, T> inverse_dynamics(const Q& q, const etl::array<T, n>& qd, const etl::array<T, n>& qdd, const Options&... options) {
    return newton_euler<robot, T>(pose<robot, T>(q), qd, qdd, options...);
}

// torques that hold the robot still
template <const auto& robot, class Q, class... Options> constexpr auto gravity_torque(const Q& q, const Options&... options) {
    return newton_euler<robot, scalar_of<Q>>(pose<robot, scalar_of<Q>>(q), Nothing{}, Nothing{}, options...);
}

// torques at zero acceleration: gravity, Coriolis and centrifugal, external
template <const auto& robot, class Q, class T, std::size_t n, class... Options>
constexpr Joints<robot, T> bias_torque(const Q& q, const etl::array<T, n>& qd, const Options&... options) {
    return newton_euler<robot, T>(pose<robot, T>(q), qd, Nothing{}, options...);
}

}  // namespace limb
