#pragma once
// Which body, and where its numbers are in qd, q and a pose. A body is known at compile time, or at run time one of several that look
// alike; a sweep cannot tell.
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

}  // namespace limb::internal
