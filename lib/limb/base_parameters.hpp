#pragma once
// Base parameters: which combinations of a table's numbers the joint torques can see, and so which can be fitted at all.
// Found from the regressor at random states: a column that is a combination of those before it adds its number to theirs.
// A tool of the desk: O(states n^2 + n^3) for n numbers, n^2 of memory. Gautier 1991 (QR in the table's own order).
#include "limb/integrate.hpp"
#include "limb/numerics/least_squares.hpp"
#include "limb/regressor.hpp"

namespace limb::internal {

template <class T, int n> struct Combinations {
    int count = 0;
    Column<int, n> first{};   // the parameter that combination k is named after; its weight is 1
    Dense<T, n, n> weight{};                   // combination k = sum over j of weight[k][j] pi[j]
};

// The combinations that rows see, from their triangle R. Columns in their own order: what is grouped goes to the
// earlier row, as lumping a link into its parent does by hand.
template <class T, int n> constexpr Combinations<T, n> combinations(const LeastSquares<T, n>& rows, T tolerance = pivot_tolerance<T>) {
    Dense<T, n, n> W{};
    Column<T, n> size{};
    for (int j = 0; j < n; j++) {
        for (int i = 0; i <= j; i++) { W[i][j] = rows.at(i, j); size[j] += W[i][j] * W[i][j]; }
        size[j] = square_root(size[j]);
    }
    Combinations<T, n> c;
    for (int j = 0; j < n; j++) {
        const int k = c.count;
        T rest{};
        for (int i = k; i < n; i++) rest += W[i][j] * W[i][j];
        rest = square_root(rest);
        if (rest > tolerance * size[j]) {   // says something new: a reflection brings what is left of it to row k
            const T alpha = W[k][j] > T(0.0f) ? -rest : rest;
            Column<T, n> v{};
            for (int i = k; i < n; i++) v[i] = W[i][j];
            v[k] -= alpha;
            const T half_square = rest * (rest + magnitude(W[k][j]));   // v'v / 2
            for (int l = j; l < n; l++) {
                T dot{};
                for (int i = k; i < n; i++) dot += v[i] * W[i][l];
                for (int i = k; i < n; i++) W[i][l] -= v[i] * (dot / half_square);
            }
            c.first[k] = j;
            c.weight[k][j] = T(1.0f);
            c.count++;
        } else {                            // column j = sum of weight times the columns that stand for a combination
            Column<T, n> w{};
            for (int i = k - 1; i >= 0; i--) {
                T sum = W[i][j];
                for (int l = i + 1; l < k; l++) sum -= W[i][c.first[l]] * w[l];
                w[i] = sum / W[i][c.first[i]];
                if (magnitude(w[i]) * size[c.first[i]] > tolerance * size[j]) c.weight[i][j] = w[i];
            }
        }
    }
    return c;
}

enum class Mount { still, driven };   // does the base move? A floating root always does.

// Those of a robot. uniform(): a random number between -1 and 1. Options: gravity.
template <const auto& robot, class T, Mount mount = Mount::still, class... Options>
constexpr Combinations<T, parameter_count<robot>> base_parameters(const auto& uniform, const Options&... options) {
    static_assert(accepts<robot, Takes<GravityOption>, Options...>);
    LeastSquares<T, parameter_count<robot>> rows;
    const auto vector = [&] {
        const T x = uniform(), y = uniform(), z = uniform();
        return Vector<T>{x, y, z};
    };
    for (int k = 0; k * robot.dof < 4 * parameter_count<robot>; k++) {
        Positions<robot, T> q{};
        Joints<robot, T> qd{}, qdd{};
        for (T& x : q) x = T(2.0f) * uniform();
        for (T& x : qd) x = T(2.0f) * uniform();
        for (T& x : qdd) x = T(10.0f) * uniform();
        q = with_unit_attitudes<robot>(q);
        const auto Y = [&] {
            if constexpr (mount == Mount::driven) {
                const Base<T> base{vector(), vector() * T(5.0f), vector() * T(5.0f)};
                return regressor<robot>(q, qd, qdd, base, options...);
            } else return regressor<robot>(q, qd, qdd, options...);
        }();
        for (int i = 0; i < robot.dof; i++) (void)rows.add(Y[i], T(0.0f));   // made here, so finite
    }
    return combinations(rows);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Combinations; using internal::Mount; using internal::base_parameters;

}  // namespace limb
