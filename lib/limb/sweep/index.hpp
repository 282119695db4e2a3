#pragma once
// Which body, and what its table says about it. A body is known at compile time, or at run time one of several that look
// alike; a sweep cannot tell. A constant of alike bodies is still a known zero or one if it is that for all of them.
#include <utility>

#include "limb/numerics/column.hpp"
#include "limb/tree.hpp"

namespace limb::internal {

inline constexpr int any_kind = -1;

// Body first + stride * which of the robot, 0 <= which < count. stride 0: a known body. Of alike bodies, those from `root`
// on lie in the limb that `which` chooses, the others below it; with `only` given, those of another kind never stand here.
template <const auto& robot_, class Number, int first_, int stride_ = 0, int count_ = 1, int root_ = 0, int only = any_kind>
struct BodyIndex {
    using T = Number;
    static constexpr const auto& robot = robot_;
    static constexpr int  first = first_, stride = stride_, count = count_, root = root_;
    static constexpr bool known = stride == 0;
    int which = 0;

    constexpr operator int() const { return first + stride * which; }

    static constexpr const Body& body() { return robot.body[first]; }   // the first of those that look alike
    static constexpr Kind kind() { return only == any_kind ? body().kind : Kind(only); }
    static constexpr bool all(auto has) {
        for (int n = 0; n < count; n++) {
            const Body& b = robot.body[first + stride * n];
            if ((only == any_kind || b.kind == Kind(only)) && !has(b)) return false;
        }
        return true;
    }

    // the body that is to this one as robot.body[other] is to the first
    template <int other> constexpr auto at() const {
        if constexpr (other >= root) return BodyIndex<robot, T, other, stride, count, root, only>{which};
        else return BodyIndex<robot, T, other>{};
    }

    // an integer of its table: computed where it grows evenly from one body to the next, looked up elsewhere
    template <auto field> constexpr int integer() const {
        constexpr int start = int(robot.body[first].*field);
        if constexpr (known) return start;
        else {
            constexpr int step = count == 1 ? 0 : int(robot.body[first + stride].*field) - start;
            constexpr bool even = [] {
                for (int n = 0; n < count; n++)
                    if (int(robot.body[first + stride * n].*field) != start + step * n) return false;
                return true;
            }();
            if constexpr (even) return start + step * which;
            else return table<field>.of[*this];
        }
    }
    constexpr int parent() const   { return integer<&Body::parent>(); }
    constexpr int dof() const      { return integer<&Body::dof>(); }        // place in qd, qdd, tau
    constexpr int position() const { return integer<&Body::position>(); }   // place in q
    constexpr int angle() const    { return integer<&Body::angle>(); }      // place among the sines and cosines
    constexpr int path() const     { return *this + robot.extra_freedoms(); }   // place in the sweeps' own order, root first

    // its element of qd, qdd or tau
    template <int n> LIMB_INLINE T in(const Column<T, n>& v) const { return v[dof()]; }
    LIMB_INLINE Zero in(Zero) const { return {}; }

  private:
    struct Integers { short of[robot.bodies]; };
    template <auto field> static constexpr Integers table = [] {
        Integers t{};
        for (int i = 0; i < robot.bodies; i++) t.of[i] = short(robot.body[i].*field);
        return t;
    }();
};

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

// ---- walking through bodies and freedoms

// f(0), f(1), ... f(n - 1), or from n - 1 down to 0: written out with constant numbers, or as a loop
template <int n> using Int = std::integral_constant<int, n>;
template <bool looped, int n, class F> LIMB_INLINE void count_up(const F& f) {
    if constexpr (!looped)
        [&]<int... i>(std::integer_sequence<int, i...>) LIMB_LAMBDA { (f(Int<i>{}), ...); }(std::make_integer_sequence<int, n>{});
    else
#pragma GCC unroll 1
        for (int i = 0; i < n; i++) f(i);
}
template <bool looped, int n, class F> LIMB_INLINE void count_down(const F& f) {
    if constexpr (!looped) count_up<false, n>([&](auto i) LIMB_LAMBDA { f(Int<n - 1 - i>{}); });
    else
#pragma GCC unroll 1
        for (int i = n - 1; i >= 0; i--) f(i);
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
