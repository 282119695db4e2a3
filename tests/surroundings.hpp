#pragma once

// Everything that can act on a robot from outside, given at once, and dynamics under it. A law that needs only one of
// them leaves the others zero: one sweep serves them all, which keeps compile times low. options.cpp shows that each
// option alone does the same.

#include "limb/limb.hpp"

namespace surroundings {

template <const auto& robot, class T>
struct Surroundings {
    limb::Gravity<T> gravity{};
    limb::Base<T> base{};  // of a robot that does not float
    limb::Wrenches<robot, T> wrenches{};
};

template <const auto& robot, class T>
auto on_earth() {
    return Surroundings<robot, T>{.gravity = {{0, 0, static_cast<T>(-9.81)}}};
}

#define LIMB_TEST_UNDER(algorithm)                                                                                   \
    template <const auto& robot, class T>                                                                            \
    limb::Joints<robot, T> algorithm(const limb::Positions<robot, T>& q, const limb::Joints<robot, T>& qd,           \
                                     const limb::Joints<robot, T>& in, const Surroundings<robot, T>& s) {            \
        if constexpr (robot.floats()) return limb::algorithm<robot>(q, qd, in, s.gravity, s.wrenches); \
        else return limb::algorithm<robot>(q, qd, in, s.gravity, s.base, s.wrenches);                                \
    }
LIMB_TEST_UNDER(inverse_dynamics)
LIMB_TEST_UNDER(forward_dynamics_aba)
LIMB_TEST_UNDER(forward_dynamics_ltdl)
#undef LIMB_TEST_UNDER

}  // namespace surroundings
