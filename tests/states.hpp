#pragma once

// Random states of a robot, the same on every platform and (but for a quaternion) exact in float.

#include <cmath>
#include <cstddef>

#include "limb/limb.hpp"
#include "random.hpp"

namespace states {

template <const auto& robot> inline constexpr bool floats = robot.positions != robot.dof;

// q[0..3] of a robot whose first row floats.
template <class Positions> void normalise_quaternion(Positions& q) {
    const auto length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (std::size_t i = 0; i < 4; ++i) q[i] /= length;
}

template <const auto& robot, class T> struct State {
    limb::Positions<robot, T> q;
    limb::Joints<robot, T> qd, qdd, tau;

    explicit State(Random& random) {
        random.fill(q, 2);  // more than a quarter turn either way; for a prismatic joint a long way
        random.fill(qd, 3);
        random.fill(qdd, 10);
        random.fill(tau, 20);
        if constexpr (floats<robot>) normalise_quaternion(q);
    }
};

}  // namespace states
