#pragma once
// q, and qd, qdd, tau: types of their own, so that one in place of the other, another robot's and a plain array do not compile.
//   limb::Positions<arm> q{0.1f, 0.2f};                  // the rest is 0
//   auto tau = limb::Joints<arm>::from(array);           // T[n], etl::array, std::array, a span of n; or limb::Joints<arm, double>
//   auto array = etl::array<float, arm.dof>(tau);        // and back; tau.data(), tau.begin(), tau.end() for everything else
// In the order of the rows: rad (m), rad/s, rad/s^2, N m (N). Angles of more than 400 rad: sin_cos.hpp, wrapped().
#include "limb/numerics/column.hpp"
#include "limb/sweep/accepts.hpp"

namespace limb::internal {

struct ForQ; struct ForQd;   // what a number stands for: q, as a Pose does, too; qd, qdd or tau

template <class X, class What> constexpr bool stands_for() {
    if constexpr (requires { typename X::stands_for; }) return std::is_same_v<typename X::stands_for, What>;
    else return false;
}

template <class To, class X> constexpr To taken_from(const X& x) {
    static_assert(!(stands_for<X, ForQ>() || stands_for<X, ForQd>()) ||
                  (stands_for<X, typename To::stands_for>() && belongs_to<X, To::of_robot>()),
                  "limb: those stand for something else: limb::Positions are q, limb::Joints are qd, qdd or tau, of one robot");
    static_assert(length_of<X> >= 0, "limb: from() takes an array whose length is known at compile time: of a span write span.first<n>()");
    static_assert(length_of<X> < 0 || length_of<X> == length_of<To>,
                  "limb: that array has not as many numbers as this robot: robot.positions in q, robot.dof in qd, qdd and tau");
    To to{};
    for (int k = 0; k < length_of<To>; k++) to[k] = typename To::value_type(x[std::size_t(k)]);
    return to;
}

// q
template <const auto& robot, class T = float> struct Positions : Column<T, robot.positions> {
    using stands_for = ForQ;
    static constexpr const auto& of_robot = robot;
    static constexpr Positions from(const auto& x) { return taken_from<Positions>(x); }
};
// qd, qdd, tau
template <const auto& robot, class T = float> struct Joints : Column<T, robot.dof> {
    using stands_for = ForQd;
    static constexpr const auto& of_robot = robot;
    static constexpr Joints from(const auto& x) { return taken_from<Joints>(x); }
};
template <const auto& robot, class T = float> using Matrix = Dense<T, robot.dof, robot.dof>;   // M[i][j]

// the number type of a q, a qd or a Pose; of what stands in their place by mistake, too, so that the mistake is what is reported
template <class X> struct ScalarOf {};
template <class X> requires requires { typename X::value_type; } struct ScalarOf<X> { using type = typename X::value_type; };
template <class T, std::size_t n> struct ScalarOf<T[n]> { using type = T; };
template <class T> requires std::is_arithmetic_v<T> struct ScalarOf<T> { using type = T; };
template <class X> using scalar_of = typename ScalarOf<X>::type;

// The q, and the qd, qdd or tau, that a function was called with: those of this robot, of one number type. Zero: known to be zero;
// Absent: a function without q.
template <class X> concept Indexed = requires (const X& x) { typename scalar_of<X>; x[0]; };
template <const auto& robot, class Q, class... Qd> struct Given {
    template <class X> static constexpr bool is_array  = !stands_for<X, ForQ>() && !stands_for<X, ForQd>() && Indexed<X>;
    template <class X> static constexpr bool is_number = Real<X> || std::is_arithmetic_v<X>;
    template <class X> static constexpr bool is_right  = stands_for<X, ForQd>() || std::is_same_v<X, Zero>;

    static_assert(belongs_to<Q, robot>() && (belongs_to<Qd, robot>() && ...),
                  "limb: these limb::Positions, limb::Joints or this limb::Pose are another robot's: write limb::Positions<robot, T> and "
                  "limb::Joints<robot, T> with the robot of the call");
    static_assert(!stands_for<Q, ForQd>(), "limb: limb::Joints (qd, qdd, tau) in place of q: q comes first, limb::Positions<robot, T> or limb::Pose<robot, T>");
    static_assert(!(stands_for<Qd, ForQ>() || ...), "limb: limb::Positions (q) in place of qd, qdd or tau: write limb::Joints<robot, T>");
    static_assert(!is_array<Q>, "limb: q is a plain array: write limb::Positions<robot, T>::from(q), or make it limb::Positions<robot, T> at once");
    static_assert(!(is_array<Qd> || ...), "limb: qd, qdd or tau is a plain array: write limb::Joints<robot, T>::from(qd), or make it limb::Joints<robot, T> at once");
    static_assert(!is_number<Q>, "limb: q is a bare number: write limb::Positions<robot, T>{q}");
    static_assert(!(is_number<Qd> || ...), "limb: qd, qdd or tau is a bare number: write limb::Joints<robot, T>{qd}");
    static_assert(stands_for<Q, ForQ>() || std::is_same_v<Q, Absent>, "limb: q comes first: limb::Positions<robot, T> or limb::Pose<robot, T>");
    static_assert((is_right<Qd> && ...), "limb: after q come qd, qdd or tau, limb::Joints<robot, T>, and only then the options");

    template <class X, class...> struct First { using type = X; };
    template <class... Rest> struct First<Absent, Rest...> : First<Rest...> {};
    template <class... Rest> struct First<Zero, Rest...> : First<Rest...> {};
    using T = scalar_of<typename First<Q, Qd...>::type>;
    template <class X> static constexpr bool is_alike() {
        if constexpr (std::is_same_v<X, Zero>) return true;
        else return std::is_same_v<scalar_of<X>, T>;
    }
    static_assert((is_alike<Qd>() && ...), "limb: q and qd, qdd or tau are of different number types (float, double): write "
                                           "limb::Joints<robot, T>::from(qd) with the T of q, or limb::Positions<robot, T>::from(q)");
};
template <const auto& robot, class Q, class... Qd> using number_of = typename Given<robot, Q, Qd...>::T;

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Positions; using internal::Joints; using internal::Matrix;

}  // namespace limb
