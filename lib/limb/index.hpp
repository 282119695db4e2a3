#pragma once
// Which body: known at compile time, or at run time one of several that look alike.
// A constant of alike bodies is still a known zero (one) if it is that for all of them; otherwise it is read from a table.
#include <cstddef>
#include "limb/tree.hpp"

namespace limb {

// Body first + stride * which, with 0 <= which < count. count == 1: a known body.
// root: where the first of the alike limbs begins; kind_filter: the only kind of body this index ever stands for.
template <int first_, int stride_ = 0, int count_ = 1, int root_ = 0, int kind_filter = -1> struct Index {
    static constexpr int  first = first_, stride = stride_, count = count_, root = root_;
    static constexpr bool known = stride_ == 0;
    int which = 0;
    constexpr operator int() const { return first + stride * which; }

    // the like body elsewhere: in the same limb, or below the limbs' root
    template <int body> constexpr auto at() const {
        if constexpr (body >= root) return Index<body, stride, count, root, kind_filter>{which};
        else return Index<body>{};
    }
    static constexpr bool stands_for(const Body& b) { return kind_filter < 0 || int(b.kind) == kind_filter; }
    template <const auto& robot> static constexpr Kind kind() { return kind_filter < 0 ? robot.body[first].kind : Kind(kind_filter); }
};

namespace table {

// The constants of all bodies as T, for look-up at run time. Only what is used is linked.
template <const auto& robot, class T> struct RunTimeRow { T constant[constants]; };
template <const auto& robot, class T> struct RunTimeTable { RunTimeRow<robot, T> body[robot.bodies]; };
template <const auto& robot, class T> inline constexpr auto run_time_table = [] {
    RunTimeTable<robot, T> t{};
    for (int i = 0; i < robot.bodies; i++)
        for (int k = 0; k < constants; k++) t.body[i].constant[k] = T(robot.body[i].constant[k]);
    return t;
}();

template <const auto& robot, class I> constexpr bool all(auto has) {
    for (int n = 0; n < I::count; n++) {
        const Body& b = robot.body[I::first + I::stride * n];
        if (I::stands_for(b) && !has(b)) return false;
    }
    return true;
}

// an integer of the body: computed where it grows evenly from one look-alike to the next, looked up elsewhere
template <const auto& robot, auto field> struct Places { short of[robot.bodies]; };
template <const auto& robot, auto field> inline constexpr auto places = [] {
    Places<robot, field> p{};
    for (int i = 0; i < robot.bodies; i++) p.of[i] = short(robot.body[i].*field);
    return p;
}();
template <const auto& robot, auto field, class I> LIMB_INLINE int place(I i) {
    constexpr int start = robot.body[I::first].*field;
    if constexpr (I::known) return start;
    else {
        constexpr int step = robot.body[I::first + I::stride].*field - start;
        constexpr bool even = [] {
            for (int n = 0; n < I::count; n++) if (robot.body[I::first + I::stride * n].*field != start + step * n) return false;
            return true;
        }();
        if constexpr (even) return start + step * i.which;
        else return places<robot, field>.of[i];
    }
}

}  // namespace table

// constant k of body i, as a type where it is 0, 1 or -1 and as a T elsewhere
template <const auto& robot, class T, Constant k, class I> LIMB_INLINE auto constant(I i) {
    using table::all;
    if constexpr (all<robot, I>([](const Body& b) { return b.constant[k] == 0; }))       return Zero{};
    else if constexpr (all<robot, I>([](const Body& b) { return b.constant[k] == 1; }))  return One{};
    else if constexpr (all<robot, I>([](const Body& b) { return b.constant[k] == -1; })) return Minus{};
    else if constexpr (I::known) { constexpr double value = robot.body[I::first].constant[k]; return T(value); }
    else return table::run_time_table<robot, T>.body[i].constant[k];
}

// f(0), f(1), ... f(N - 1) or back, written out with constant indices or as a loop
template <int N, class F> LIMB_INLINE void each(const F& f) {
    [&]<int... i>(std::integer_sequence<int, i...>) LIMB_LAMBDA { (f(Index<i>{}), ...); }(std::make_integer_sequence<int, N>{});
}
template <bool looped, int N, class F> LIMB_INLINE void count_up(const F& f) {
    if constexpr (!looped) each<N>(f);
    else
#pragma GCC unroll 1
        for (int i = 0; i < N; i++) f(i);
}
template <bool looped, int N, class F> LIMB_INLINE void count_down(const F& f) {
    if constexpr (!looped) [&]<int... i>(std::integer_sequence<int, i...>) LIMB_LAMBDA { (f(Index<N - 1 - i>{}), ...); }(std::make_integer_sequence<int, N>{});
    else
#pragma GCC unroll 1
        for (int i = N - 1; i >= 0; i--) f(i);
}

// Loops over the bodies of a looped robot, tips last or tips first; f sees a revolute or a prismatic index.
template <const auto& robot> constexpr bool has_kind(Kind kind) {
    for (int i = 0; i < robot.bodies; i++) if (robot.body[i].kind == kind) return true;
    return false;
}
template <const auto& robot, Kind kind> using LoopIndex = Index<robot.floats() ? 1 : 0, 1, robot.bodies - (robot.floats() ? 1 : 0), 0, int(kind)>;
template <const auto& robot> using AnyBody = LoopIndex<robot, has_kind<robot>(Kind::revolute) ? Kind::revolute : Kind::prismatic>;

template <const auto& robot> LIMB_INLINE void at_body(int k, const auto& f) {
    if constexpr (!has_kind<robot>(Kind::prismatic)) f(LoopIndex<robot, Kind::revolute>{k});
    else if constexpr (!has_kind<robot>(Kind::revolute)) f(LoopIndex<robot, Kind::prismatic>{k});
    else if (table::places<robot, &Body::kind>.of[AnyBody<robot>::first + k] == int(Kind::revolute)) f(LoopIndex<robot, Kind::revolute>{k});
    else f(LoopIndex<robot, Kind::prismatic>{k});
}
template <const auto& robot> LIMB_INLINE void for_each_body(const auto& f) {
#pragma GCC unroll 1
    for (int k = 0; k < AnyBody<robot>::count; k++) at_body<robot>(k, f);
}
template <const auto& robot> LIMB_INLINE void for_each_body_back(const auto& f) {
#pragma GCC unroll 1
    for (int k = AnyBody<robot>::count - 1; k >= 0; k--) at_body<robot>(k, f);
}

// a double known at compile time, as a type where it is 0, 1 or -1
template <class T, class F> LIMB_INLINE auto lift(F value) {
    constexpr double v = value();
    if constexpr (v == 0) return Zero{};
    else if constexpr (v == 1) return One{};
    else if constexpr (v == -1) return Minus{};
    else return T(v);
}

}  // namespace limb
