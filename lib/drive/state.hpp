#pragma once
// What controllers and supervisor work on: a sample of the sensors, a reference to follow, gains.
// For robots on a base whose joints have one freedom each: q and qd then go together, joint by joint.
#include <cstddef>
#include <limits>

#include "limb/limb.hpp"

namespace drive {

template <const auto& robot> inline constexpr std::size_t joints = [] {
    static_assert(robot.dof == robot.positions,
                  "drive: joints with a quaternion (floating, spherical) have no single motor to be driven by");
    static_assert(robot.dof <= 32, "drive: joints are numbered in the bits of a word");
    return std::size_t(robot.dof);
}();

// How far from 0 a joint may be for limb's sines to be exact; how far out a slide is does not matter.
template <const auto& robot> inline constexpr limb::Joints<robot> farthest = [] {
    limb::Joints<robot> all{};
    for (float& x : all) x = std::numeric_limits<float>::max();
    for (const limb::Body& body : robot.body)
        if (limb::has_angle(body.kind)) all[body.dof] = limb::farthest_angle;
    return all;
}();
template <const auto& robot> constexpr bool in_reach(std::size_t i, float q) {
    return -farthest<robot>[i] <= q && q <= farthest<robot>[i];
}

template <const auto& robot> struct Sample {
    limb::Positions<robot> q{};  // rad (m)
    limb::Joints<robot> qd{};    // rad/s (m/s)
    // The base's motion in its own axes; at rest the accelerometer reads gravity's reaction, (0, 0, 9.81). Only the gimbal
    // stabiliser looks at it.
    limb::Imu<float> base{};
};

template <const auto& robot> struct Reference {
    limb::Positions<robot> q{};  // rad (m)
    limb::Joints<robot> qd{};    // rad/s (m/s)
    limb::Joints<robot> qdd{};   // rad/s^2 (m/s^2)
};

template <const auto& robot> struct Gains {
    // on accelerations: computed torque, gimbal stabiliser
    limb::Joints<robot> kp;  // 1/s^2
    limb::Joints<robot> kd;  // 1/s
    // on torques: PD, joint impedance, and the safe actions
    limb::Joints<robot> stiffness;  // N m/rad (N/m)
    limb::Joints<robot> damping;    // N m s/rad (N s/m)
};

// What a motor must give besides what the joints' own elements do (limb/elements.hpp). Written out: what is known to be
// zero, as it is of a row without elements, vanishes.
template <const auto& robot>
constexpr limb::Joints<robot> less(limb::Joints<robot> tau, const limb::Joints<robot>& elements) {
#pragma GCC unroll 32
    for (std::size_t i = 0; i < joints<robot>; ++i) tau[i] -= elements[i];
    return tau;
}

// What the gimbal stabiliser does with the base's motion. Ignored: only the attitude and rate errors know of it, and
// the feed-forward takes the base to stand upright and still; to compare with.
enum class BaseMotion : bool { ignored, fed_forward };

}  // namespace drive
