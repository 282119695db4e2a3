#pragma once
// Least squares row by row, for fitting while the machine runs: a x = b for one row a after the other, n unknowns, in
// n (n + 1) / 2 + 3 n numbers. Square-root information form: R y = z, R upper triangular, each row rotated into it by
// Givens; nothing can lose its symmetry or its positive sign (Bierman 1977, ch. 4). About 2 n^2 products a row: a gimbal's 39
// unknowns take a Cortex-M4F 4200 to 7500 instructions a row (its regressor 3000), 5100 to forget, 17500 to solve.
// Unknowns are kept as y = (x - expected) / deviation: what the prior says is y = 0 +- 1, whatever the units. In float,
// forget: a row among a hundred thousand others adds little more than rounding.
#include "limb/numerics/dense.hpp"

namespace limb::internal {

// What is thought of the unknowns beforehand. A deviation of zero holds an unknown where it is expected.
template <class T, int n> struct Prior { Column<T, n> expected{}, deviation{}; };

enum class Taken { yes, refused };   // refused: not finite, or too large to square; nothing has changed

template <class T, int n> class LeastSquares {
  public:
    // Nothing is known: solve() refuses until the rows have determined every unknown.
    constexpr LeastSquares() { for (T& d : prior_.deviation) d = T(1.0f); }
    // What rows do not tell stays as expected. Deviations not negative.
    constexpr explicit LeastSquares(const Prior<T, n>& prior) : prior_(prior), has_prior_(true) {
        for (int j = 0; j < n; j++) entry(j, j) = T(1.0f);
    }

    // a x = b, give or take `deviation`, which is that of b's noise and above zero
    [[nodiscard]] constexpr Taken add(const Column<T, n>& a, T b, T deviation = T(1.0f)) {
        Column<T, n> row;
        T rest = b;
        for (int j = 0; j < n; j++) {
            rest -= a[j] * prior_.expected[j];
            row[j] = a[j] * prior_.deviation[j] / deviation;
        }
        rest = rest / deviation;
        bool fits = magnitude(rest) < limit;
        for (int j = 0; j < n; j++) fits = fits && magnitude(row[j]) < limit && magnitude(a[j]) < limit;
        if (!fits) return Taken::refused;
        rotate_in(row, rest, 0);
        squares_ += rest * rest;
        count_ += T(1.0f);
        return Taken::yes;
    }

    // Old rows count `factor` of what they did, above 0 and up to 1; 0.999 before each row remembers about a thousand. The
    // prior does not fade: it is given back one unknown at a time, so that it ripples by a share n (1 - factor).
    [[nodiscard]] constexpr Taken forget(T factor) {
        if (!(factor > T(0.0f) && factor <= T(1.0f))) return Taken::refused;
        const T root = square_root(factor);
        for (T& x : R_) x = x * root;
        for (T& x : z_) x = x * root;
        squares_ = squares_ * factor;
        count_ = count_ * factor;
        if (!has_prior_) return Taken::yes;
        Column<T, n> row{};
        row[turn_] = square_root((T(1.0f) - factor) * T(float(n)));
        T rest{};
        rotate_in(row, rest, turn_);
        turn_ = turn_ + 1 < n ? turn_ + 1 : 0;
        return Taken::yes;
    }

    struct Solution {
        bool determined = false;
        int  unknown = -1;        // if not: the first one that no row tells apart from those before it
        Column<T, n> x{};         // if not: as expected beforehand
    };
    [[nodiscard]] constexpr Solution solve() const {
        Solution s{true, -1, prior_.expected};
        for (int j = 0; j < n && s.determined; j++) if (!is_determined(j)) { s.determined = false; s.unknown = j; }
        if (!s.determined) return s;
        Column<T, n> y{};
        for (int i = n - 1; i >= 0; i--) {
            T sum = z_[i];
            for (int j = i + 1; j < n; j++) sum -= at(i, j) * y[j];
            y[i] = sum / at(i, i);
            s.x[i] += y[i] * prior_.deviation[i];
        }
        return s;
    }
    // Of an unknown that is determined: what the noise of the rows and the prior leave open, one standard deviation.
    constexpr T deviation(int unknown) const {
        Column<T, n> u{};   // R'u = e
        T sum{};
        for (int i = unknown; i < n; i++) {
            T rest = i == unknown ? T(1.0f) : T(0.0f);
            for (int j = unknown; j < i; j++) rest -= at(j, i) * u[j];
            u[i] = rest / at(i, i);
            sum += u[i] * u[i];
        }
        return square_root(sum) * prior_.deviation[unknown];
    }
    // RMS of b - a x over the rows, in their deviations; 1 where those were right
    constexpr T residual() const { return count_ > T(0.0f) ? square_root(squares_ / count_) : T(0.0f); }

    constexpr T  at(int i, int j) const { return R_[index(i, j)]; }   // R, j >= i: of y
    constexpr const Prior<T, n>& prior() const { return prior_; }

  private:
    static constexpr T limit = T(1e15f);   // its square, a hundred million times, still is a float
    static constexpr std::size_t index(int i, int j) { return std::size_t(i * n - i * (i - 1) / 2 + j - i); }
    constexpr T& entry(int i, int j) { return R_[index(i, j)]; }

    // [R z; row rest] turned until row is zero; rest is then what R y = z leaves of it
    constexpr void rotate_in(Column<T, n>& row, T& rest, int from) {
        for (int j = from; j < n; j++) {
            if (row[j] == T(0.0f)) continue;
            const T r = square_root(at(j, j) * at(j, j) + row[j] * row[j]);
            if (!(r > T(0.0f))) continue;   // too small to square
            const T c = at(j, j) / r, s = row[j] / r;
            T* Rj = &R_[index(j, j)];
            for (int k = j; k < n; k++) {
                const T old = Rj[k - j];
                Rj[k - j] = c * old + s * row[k];
                row[k] = c * row[k] - s * old;
            }
            const T old = z_[j];
            z_[j] = c * old + s * rest;
            rest = c * rest - s * old;
        }
    }
    // More than rounding is left of column j once the columns before it have explained what they can. Rounding grows with
    // the rows that are remembered: a row adds 1 / count to R, and float has 2^24 steps.
    constexpr bool is_determined(int j) const {
        const T tolerance = pivot_tolerance<T> * (T(1.0f) + count_ * T(1.0f / 1024));
        T square{};
        for (int i = 0; i <= j; i++) square += at(i, j) * at(i, j);
        return at(j, j) > tolerance * square_root(square);
    }

    Column<T, n * (n + 1) / 2> R_{};
    Column<T, n> z_{};
    Prior<T, n>  prior_{};
    T    squares_{}, count_{};
    int  turn_ = 0;
    bool has_prior_ = false;
};

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Prior; using internal::Taken; using internal::LeastSquares;

}  // namespace limb
