#pragma once
// Loops over bodies that are known at run time only (Form::looped).
#include "limb/numerics/count_up.hpp"
#include "limb/sweep/index.hpp"

namespace limb::internal {

// Bodies known at run time only: all that hang from the base or the floating root, of one kind of joint at a time.
template <const auto& robot> inline constexpr int looped_bodies = robot.bodies - (robot.floats() ? 1 : 0);
template <const auto& robot, class T, Kind kind>
using LoopIndex = BodyIndex<robot, T, robot.floats() ? 1 : 0, 1, looped_bodies<robot>, 0, int(kind)>;
// the first kind, not before `from`, that the robot has; -1: none
template <const auto& robot> constexpr int next_kind(int from) {
    for (int kind = from; kind <= int(Kind::hinge_yx); kind++)
        if (Kind(kind) != Kind::floating && robot.has(Kind(kind))) return kind;
    return -1;
}
template <const auto& robot, class T> using SomeBody = LoopIndex<robot, T, Kind(next_kind<robot>(0))>;

template <const auto& robot, class T, int kind = next_kind<robot>(0)> LIMB_INLINE void at_body(int k, const auto& f) {
    using Some = LoopIndex<robot, T, Kind(kind)>;
    constexpr int next = next_kind<robot>(kind + 1);
    if constexpr (next < 0) f(Some{k});
    else if (Some{k}.template integer<&Body::kind>() == kind) f(Some{k});
    else at_body<robot, T, next>(k, f);
}
template <const auto& robot, class T> LIMB_INLINE void for_each_body(const auto& f) {   // parents before children
    count_up<true, looped_bodies<robot>>([&](int k) LIMB_LAMBDA { at_body<robot, T>(k, f); });
}
template <const auto& robot, class T> LIMB_INLINE void for_each_body_back(const auto& f) {   // children before parents
    count_down<true, looped_bodies<robot>>([&](int k) LIMB_LAMBDA { at_body<robot, T>(k, f); });
}

}  // namespace limb::internal
