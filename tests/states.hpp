#pragma once

// Random states of a robot, the same on every platform and (but for a quaternion) exact in float.

#include <cmath>
#include <cstddef>

#include "limb/limb.hpp"
#include "random.hpp"

namespace states {

// Makes the quaternions in q unit ones: they are the first numbers of floating and spherical rows.
template <const auto& robot, class Positions> void normalise_quaternions(Positions& positions) {
    for (int row = 0; row < robot.rows; ++row) {
        if (!limb::internal::has_quaternion(robot.given[row].joint)) continue;
        auto* q = &positions[static_cast<std::size_t>(robot.row_position[row])];
        const auto length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (std::size_t i = 0; i < 4; ++i) q[i] /= length;
    }
}

template <const auto& robot, class T> struct State {
    limb::Positions<robot, T> q;
    limb::Joints<robot, T> qd, qdd, tau;

    explicit State(Random& random) {
        random.fill(q, 2);  // more than a quarter turn either way; for a prismatic joint a long way
        random.fill(qd, 3);
        random.fill(qdd, 10);
        random.fill(tau, 20);
        normalise_quaternions<robot>(q);
    }
    // the same numbers as they were given to another robot
    template <const auto& other>
    explicit State(const State<other, T>& s) : q(as<decltype(q)>(s.q)), qd(as<decltype(qd)>(s.qd)), qdd(as<decltype(qdd)>(s.qdd)), tau(as<decltype(tau)>(s.tau)) {}

  private:
    template <class To> static To as(const auto& x) { return To::from(etl::array<T, static_cast<std::size_t>(limb::internal::length_of<To>)>(x)); }
};

}  // namespace states
