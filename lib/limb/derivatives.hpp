#pragma once
// Exact derivatives of any function of (q, qd, in), `in` being accelerations or torques, that is written over the scalar
// type: one run on dual numbers for each of the 3 N directions. by_q is the derivative along integrate(q, v, 1) at v = 0,
// which for a joint with one number is the plain one; element [i][j] belongs to output i and freedom j.
#include "limb/algebra/dual.hpp"
#include "limb/forward_dynamics.hpp"
#include "limb/integrate.hpp"

namespace limb::internal {

template <class T, int outputs, int freedoms> struct Derivatives { Dense<T, outputs, freedoms> by_q{}, by_qd{}, by_in{}; };

// what counts as zero among dual numbers is what their values say
template <class T> inline constexpr Dual<T> pivot_tolerance<Dual<T>> = pivot_tolerance<T>;

// numbers and how they change
template <class To, class X> constexpr To dual(const X& x, const X& dx) {
    To out{};
    for (int k = 0; k < length_of<X>; k++) out[k] = {x[k], dx[k]};
    return out;
}

// f(q, qd, in) returns an array; it is called with Positions and Joints of Dual<T>.
template <const auto& robot, class F, class Q, class QD, class In = QD, class T = number_of<robot, Q, QD, In>>
constexpr auto derivatives(const F& f, const Q& q, const QD& qd, const In& in) {
    constexpr int n = robot.dof;
    using DQ = Positions<robot, Dual<T>>;
    using DJ = Joints<robot, Dual<T>>;
    constexpr int outputs = length_of<decltype(f(DQ{}, DJ{}, DJ{}))>;
    Derivatives<T, outputs, n> d;
    const auto& at = positions_of<robot, T>(q);
    for (int k = 0; k < 3 * n; k++) {   // one call, so that a sweep is written out once
        const int j = k % n;
        Joints<robot, T> none{}, unit{};
        unit[j] = T(1.0f);
        const bool by_q = k < n, by_qd = k / n == 1;
        const auto y = f(dual<DQ>(at, by_q ? position_rate<robot>(at, unit) : Positions<robot, T>{}), dual<DJ>(qd, by_qd ? unit : none),
                         dual<DJ>(in, by_q || by_qd ? none : unit));
        auto& into = by_q ? d.by_q : by_qd ? d.by_qd : d.by_in;
        for (std::size_t i = 0; i < std::size_t(outputs); i++) into[i][j] = y[i].derivative;
    }
    return d;
}

// tau by q, qd and qdd; the last is the mass matrix
template <const auto& robot, class Q, class QD, class QDD = QD, class... Options, class T = number_of<robot, Q, QD, QDD>>
constexpr auto inverse_dynamics_derivatives(const Q& q, const QD& qd, const QDD& qdd, const Options&... options) {
    return derivatives<robot>([&](const auto& x, const auto& xd, const auto& xdd) {
        return inverse_dynamics<robot>(x, xd, xdd, options...);
    }, q, qd, qdd);
}

// qdd by q, qd and tau; the last is the inverse of the mass matrix
template <const auto& robot, class Q, class QD, class Tau = QD, class... Options, class T = number_of<robot, Q, QD, Tau>>
constexpr auto forward_dynamics_derivatives(const Q& q, const QD& qd, const Tau& tau, const Options&... options) {
    return derivatives<robot>([&](const auto& x, const auto& xd, const auto& t) {
        return forward_dynamics<robot>(x, xd, t, options...);
    }, q, qd, tau);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Derivatives; using internal::derivatives; using internal::inverse_dynamics_derivatives;
using internal::forward_dynamics_derivatives;

}  // namespace limb
