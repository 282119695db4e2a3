#pragma once
// The constants of a body as a sweep computes with them: known zeros and ones are types (fold.hpp), of alike bodies those that are the
// same for all of them.
#include "limb/sweep/index.hpp"

namespace limb::internal {

// The constants of all bodies as T, for look-up at run time. Only what is used is linked.
template <const auto& robot, class T> struct RunTimeTable { T of[robot.bodies][constants]; };
template <const auto& robot, class T> inline constexpr auto run_time_table = [] {
    RunTimeTable<robot, T> t{};
    for (int i = 0; i < robot.bodies; i++)
        for (int k = 0; k < constants; k++) t.of[i][k] = T(robot.body[i].constant[k]);
    return t;
}();

// a number known at compile time: a type where it is 0, 1 or -1 (fold.hpp), a T or a Negative elsewhere
template <class T, class F> LIMB_INLINE auto lift(F number) {
    constexpr double v = number();
    if constexpr (v == 0)       return Zero{};
    else if constexpr (v == 1)  return One{};
    else if constexpr (v == -1) return Minus{};
    else if constexpr (v < 0)   return Negative<T>{T(-v)};
    else                        return T(v);
}

// constant k of body i, likewise where it is known or the same for all that look alike
template <Constant k, class I> LIMB_INLINE auto constant(I i) {
    using T = typename I::T;
    if constexpr (I::all([](const Body& b) { return b.constant[k] == 0; }))       return Zero{};
    else if constexpr (I::all([](const Body& b) { return b.constant[k] == 1; }))  return One{};
    else if constexpr (I::all([](const Body& b) { return b.constant[k] == -1; })) return Minus{};
    else if constexpr (I::known) return lift<T>([] { return I::body().constant[k]; });
    else return run_time_table<I::robot, T>.of[i][k];
}

// the pitch of a helical joint
template <const auto& robot, class T> struct PitchTable { T of[robot.bodies]; };
template <const auto& robot, class T> inline constexpr auto pitch_table = [] {
    PitchTable<robot, T> t{};
    for (int i = 0; i < robot.bodies; i++) t.of[i] = T(robot.body[i].pitch);
    return t;
}();
template <class I> LIMB_INLINE auto pitch_of(I i) {
    if constexpr (I::known) return lift<typename I::T>([] { return I::body().pitch; });
    else return pitch_table<I::robot, typename I::T>.of[i];
}

}  // namespace limb::internal
