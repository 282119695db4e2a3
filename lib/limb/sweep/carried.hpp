#pragma once
// A limb that is computed elsewhere and carried by a row of this robot: the option limb::Carried<row> of forward_dynamics_aba, any
// number of them. What the limb is to its carrier is 27 numbers, which may come over a wire: substructure.hpp makes them.
#include "limb/sweep/base.hpp"

namespace limb::internal {

// What it takes to move the mount: [moment; force] = inertia [al; a] + load, in the mount's axes, about its origin. al and a are
// what is felt there: accelerations, less gravity's.
template <class T = float> struct Grip {
    Column<T, 21> inertia{};   // kg m^2, kg m, kg: lower triangle of the articulated inertia, row by row, angular before linear
    Column<T, 6> load{};       // N m, N: what it takes when nothing is felt
};
// a limb on the frame of a row
template <int row_, class T = float> struct Carried {
    using option = CarriedOption;
    static constexpr int row = row_;
    Grip<T> grip{};
};

template <class T> LIMB_INLINE auto articulated(const Grip<T>& g) {
    const auto& k = g.inertia;
    return Articulated{Sym3{k[0], k[1], k[3], k[2], k[4], k[5]},
                       Mat3{Vec3{k[6], k[10], k[15]}, Vec3{k[7], k[11], k[16]}, Vec3{k[8], k[12], k[17]}},
                       Sym3{k[9], k[13], k[18], k[14], k[19], k[20]}};
}
template <class T> LIMB_INLINE auto load(const Grip<T>& g) {
    return Load{Vec3{g.load[0], g.load[1], g.load[2]}, Vec3{g.load[3], g.load[4], g.load[5]}};
}

// R I R'
template <class... I> LIMB_INLINE auto turned(const auto& R, Articulated<I...> a) {
    const auto back = transpose(R);
    return Articulated{symmetric_product(R * full(a.A_), back), R * a.B_ * back, symmetric_product(R * full(a.C_), back)};
}

// the inertia of a limb on a row, as one of the row's body i
template <class I, class C> LIMB_INLINE auto carried_inertia(I, const auto& X, const C& c) {
    using T = typename I::T;
    using Frame = decltype(row_frame<I::robot, C::row>);
    const auto a = shifted(turned(rotation<T, Frame{}>(), as_numbers<T>(articulated(c.grip))), origin<T, Frame{}>());
    return Articulated{turn(X.own_turn, a.A_), turn(X.own_turn, a.B_), turn(X.own_turn, a.C_)};
}
// and the load that it takes when body i moves as m says
template <class I, class C> LIMB_INLINE auto carried_load(I, const auto& X, const auto& m, const C& c) {
    using T = typename I::T;
    using Frame = decltype(row_frame<I::robot, C::row>);
    const auto R = rotation<T, Frame{}>();
    const auto arm = turn(X.own_turn, origin<T, Frame{}>());
    const auto al = transpose(R) * unturn(X.own_turn, m.al);
    const auto a = transpose(R) * unturn(X.own_turn, m.a + m.U_ * arm);
    const auto inertia = as_numbers<T>(articulated(c.grip));
    const auto p = as_numbers<T>(load(c.grip));
    const auto f = turn(X.own_turn, R * (transpose(inertia.B_) * al + full(inertia.C_) * a + p.f));
    return Load{turn(X.own_turn, R * (full(inertia.A_) * al + inertia.B_ * a + p.n)) + cross(arm, f), f};
}

// sum, and `what` of every limb that body i carries
template <class I> LIMB_INLINE auto with_carried(I, auto sum, const auto&) { return sum; }
template <class I, class O, class... Rest> LIMB_INLINE auto with_carried(I i, auto sum, const auto& what, const O& o, const Rest&... rest) {
    if constexpr (!is_of<O, CarriedOption>()) return with_carried(i, sum, what, rest...);
    else {
        constexpr int body = I::robot.frame[O::row].body;
        if constexpr (I::known && body == I::first) return with_carried(i, sum + what(o), what, rest...);
        else if constexpr (I::known) return with_carried(i, sum, what, rest...);
        else {   // one of many bodies carries it
            auto either = as_numbers<typename I::T>(sum);
            if (i == body) either = as_numbers<typename I::T>(sum + what(o));
            return with_carried(i, either, what, rest...);
        }
    }
}
template <class I, class... Options> LIMB_INLINE auto with_carried_inertia(I i, const auto& X, auto sum, const Options&... options) {
    return with_carried(i, sum, [&](const auto& c) LIMB_LAMBDA { return carried_inertia(i, X, c); }, options...);
}
template <class I, class... Options>
LIMB_INLINE auto with_carried_load(I i, const auto& X, const auto& m, auto sum, const Options&... options) {
    return with_carried(i, sum, [&](const auto& c) LIMB_LAMBDA { return carried_load(i, X, m, c); }, options...);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Grip; using internal::Carried;

}  // namespace limb
