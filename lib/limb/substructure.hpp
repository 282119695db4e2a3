#pragma once
// One robot computed in parts, each where it is: limbs on their own controllers, the trunk on another. Exactly what the whole would
// give, to rounding. O(N) in all; 27 numbers go up and 9 come down for each limb. 004, sections 4.7 and 6.4; 000 eq. (19b).
//
//   limb    grip = grip_of<leg>(q, qd, tau, Base{.angular_velocity = that of its mount})
//   trunk   qdd  = forward_dynamics<trunk>(q, qd, tau, Carried<mount>{grip}, ...), and mount_motion<trunk, mount>(q, qd, qdd) goes down
//   limb    qdd  = forward_dynamics<leg>(q, qd, tau, that motion)
//
// The limb's world is its mount: the frame of a row of the trunk. A limb may itself carry limbs.
#include "limb/forward_dynamics.hpp"
#include "limb/kinematics.hpp"

namespace limb::internal {

// motion of a base that turns, and feels nothing
template <class W> struct TurningBase {
    using option = BaseOption;
    W angular_velocity;
    ZeroVec angular_acceleration{}, acceleration{};
};

// what acts on rows that are fixed to the base
template <const auto& robot, class T, class W> LIMB_INLINE auto base_load(const W& wrenches) {
    PlainLoad<T> sum{};
    if constexpr (!std::is_same_v<W, NoWrenches>)
        count_up<false, robot.rows>([&](auto row) LIMB_LAMBDA {
            if constexpr (robot.frame[row].body < 0) sum = as_numbers<T>(sum + row_load<robot, T, row>(wrenches[row]));
        });
    return sum;
}

// What a robot that moves with torques tau is to what carries its base; see Grip. Options: limb::Base or limb::Imu, of which
// only the angular velocity counts, limb::Wrenches, limb::Payload, limb::Carried.
template <const auto& robot, class Q, class QD, class Tau = QD, class... Options, class T = number_of<robot, Q, QD, Tau>>
constexpr Grip<T> grip_of(const Q& q, const QD& qd, const Tau& tau, const Options&... options) {
    static_assert(accepts<robot, Takes<BaseOption, ImuOption, WrenchesOption, PayloadOption, CarriedOption>, Options...>);
    static_assert(!robot.floats(), "limb: a robot with a floating root has no base to be held by");
    const auto& x = felt_pose_of<robot, T>(q, options...);
    const auto& given = base_among(options...);
    const auto base = [&]() LIMB_LAMBDA {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(given)>, BaseAtRest>) return TurningBase<ZeroVec>{};
        else return TurningBase<Vector<T>>{given.angular_velocity};
    }();

    // the limbs, and the base as one more body that carries them
    constexpr BodyIndex<robot, T, -1> ground;
    const auto limbs = articulated_bodies<robot, Wanted::grip>(x, qd, tau, no_gravity, base, options...);
    const auto m     = base_motion<robot>(x, no_gravity, base);
    const auto c     = base_moments<robot, T>(payload_among(options...));
    const auto load  = inertial_load(c, m) - base_load<robot, T>(wrenches_among(options...));
    const auto own   = ArticulatedLoad{with_carried_inertia(ground, Unmoved{}, articulated(c), options...),
                              with_carried_load(ground, Unmoved{}, m, load, options...)};
    const auto [I, p] = own + limbs;

    // from our frame of the base to the world's, whose origin is at o: f = R'f, n = R'(n - o x f)
    const auto R = transpose(rotation<T, world_frame<robot>>());
    const auto o = origin<T, world_frame<robot>>();
    const auto f = as_numbers<T>(R * p.f);
    const auto moment = as_numbers<T>(R * (p.n - cross(o, p.f)));
    const auto [A, B, C] = as_numbers<T>(turned(R, shifted(I, -o)));
    return {{A.xx, A.xy, A.yy, A.xz, A.yz, A.zz,
             B.x.x, B.y.x, B.z.x, C.xx,
             B.x.y, B.y.y, B.z.y, C.xy, C.yy,
             B.x.z, B.y.z, B.z.z, C.xz, C.yz, C.zz},
            {moment.x, moment.y, moment.z, f.x, f.y, f.z}};
}

// What an IMU on a row measures: the limb::Imu of the robot that is mounted there. Options: limb::Gravity and limb::Base, or
// limb::Imu.
template <const auto& robot, int row, class QD, class QDD = QD, class... Options>
LIMB_INLINE auto mount_motion_at(const auto& x, const QD& qd, const QDD& qdd, const Options&... options) {
    using T = scalar_of<std::remove_cvref_t<decltype(x)>>;
    static_assert(accepts<robot, Takes<GravityOption, BaseOption, ImuOption>, Options...>);
    const auto up = world_reaction<T>(gravity_among(options...));
    const auto p = place_of_row<robot, row>(x, qd, hinge_accelerations<robot>(qd, qdd), base_among(options...), ignore);
    const auto R = transpose(p.rotation);
    return Imu<T>{as_numbers<T>(R * p.motion.w), as_numbers<T>(R * p.motion.al), as_numbers<T>(R * (p.motion.a + up))};
}
template <const auto& robot, int row, class Q, class QD, class QDD = QD, class... Options, class T = scalar_of<Q>> requires (!Option<QDD>)
constexpr Imu<T> mount_motion(const Q& q, const QD& qd, const QDD& qdd, const Options&... options) {
    static_assert(std::is_same_v<T, number_of<robot, Q, QD, QDD>>);
    return mount_motion_at<robot, row>(pose_of<robot, T>(q), qd, qdd, options...);
}
// before qdd is known, for grip_of(): its angular velocity
template <const auto& robot, int row, class Q, class QD, class... Options, class T = scalar_of<Q>>
constexpr Imu<T> mount_motion(const Q& q, const QD& qd, const Options&... options) {
    static_assert(std::is_same_v<T, number_of<robot, Q, QD>>);
    return mount_motion_at<robot, row>(pose_of<robot, T>(q), qd, Zero{}, options...);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::grip_of; using internal::mount_motion;

}  // namespace limb
