#pragma once
// External wrenches: what acts on the rows from outside, as loads on their bodies.
#include "limb/numerics/count_up.hpp"
#include "limb/sweep/base.hpp"

namespace limb::internal {

// a wrench on a row, as a load on its body
template <const auto& robot, class T, int row> LIMB_INLINE auto row_load(const auto& wrench) {
    const auto R = rotation<T, row_frame<robot, row>>();
    const auto f = R * as_numbers<T>(wrench.force);
    return Load{R * as_numbers<T>(wrench.moment) + cross(origin<T, row_frame<robot, row>>(), f), f};
}

// Where bodies are looped over, the wrenches on the rows are summed up by body beforehand.
template <const auto& robot, class T> struct BodyLoads { PlainLoad<T> on[robot.bodies]; };
// In a function of its own: GCC 14 crashes where a lambda inside an `if constexpr` indexes an array that was declared there.
template <const auto& robot, class T, class W> LIMB_INLINE auto sums_by_body(const W& wrenches) {
    BodyLoads<robot, T> sum{};
    count_up<false, robot.rows>([&](auto row) LIMB_LAMBDA {
        constexpr int body = robot.frame[row].body;
        if constexpr (body >= 0) sum.on[body] = as_numbers<T>(sum.on[body] + row_load<robot, T, row>(wrenches[row]));
    });
    return sum;
}
template <const auto& robot, class T, class W> LIMB_INLINE auto by_body(const W& wrenches) {
    if constexpr (std::is_same_v<W, NoWrenches> || robot.form == Form::unrolled) return &wrenches;
    else return sums_by_body<robot, T>(wrenches);
}
// what acts on body i from outside, in the frame that it is computed in
LIMB_INLINE auto external_load(auto, const auto&, const NoWrenches*) { return NoLoad{}; }
template <const auto& robot, class T> LIMB_INLINE auto external_load(auto i, const auto& X, const BodyLoads<robot, T>& loads) {
    return Load{turn(X.own_turn, loads.on[i].n), turn(X.own_turn, loads.on[i].f)};
}
template <int row = 0, const auto& robot, class W, class I>
LIMB_INLINE auto external_load(I i, const auto& X, const Wrenches<robot, W>* wrenches) {
    if constexpr (row == robot.rows) return NoLoad{};
    else {
        const auto rest = external_load<row + 1>(i, X, wrenches);
        if constexpr (robot.frame[row].body != I::first) return rest;
        else {
            const auto load = row_load<robot, typename I::T, row>((*wrenches)[row]);
            return Load{turn(X.own_turn, load.n), turn(X.own_turn, load.f)} + rest;
        }
    }
}

}  // namespace limb::internal
