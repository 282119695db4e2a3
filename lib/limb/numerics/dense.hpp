#pragma once
// Small dense linear algebra for what is left when the O(N) sweeps are done: loop constraints, least squares, modes. Sizes
// fixed at compile time, no heap; rank is decided by a tolerance relative to the largest pivot and reported.
#include <limits>

#include "limb/numerics/column.hpp"
#include "limb/algebra/square_root.hpp"

namespace limb::internal {

// what a pivot may lose of its size by rounding before it counts as zero
template <class T> inline constexpr T pivot_tolerance = std::is_same_v<T, float> ? T(1e-5f) : T(1e-11);

template <class T> LIMB_INLINE T magnitude(T x) { return x < T(0.0f) ? -x : x; }

template <class T, int m, int n> constexpr Dense<T, n, m> transposed(const Dense<T, m, n>& A) {
    Dense<T, n, m> t{};
    for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) t[j][i] = A[i][j];
    return t;
}

// A = P L D L' P' of a symmetric positive semi-definite matrix, largest pivot first. solve() gives the solution whose
// unknowns beyond the rank are zero: of dependent equations, those with the largest pivots are kept.
template <class T, int n> struct SemiDefinite {
    Dense<T, n, n> L{};      // below the diagonal L, on it D, rows and columns in pivot order
    Column<int, n> order{};
    int rank = 0;

    constexpr explicit SemiDefinite(const Dense<T, n, n>& A, T tolerance = pivot_tolerance<T>) : L(A) {
        for (int i = 0; i < n; i++) order[i] = i;
        T largest{};
        for (int k = 0; k < n; k++) {
            int best = k;
            for (int i = k + 1; i < n; i++) if (L[i][i] > L[best][best]) best = i;
            exchange(k, best);
            if (k == 0) largest = L[0][0];
            if (!(L[k][k] > tolerance * largest)) return;
            rank = k + 1;
            for (int i = k + 1; i < n; i++) {
                const T l = L[i][k] / L[k][k];
                for (int j = k + 1; j <= i; j++) { L[i][j] -= l * L[j][k]; L[j][i] = L[i][j]; }
            }
            for (int i = k + 1; i < n; i++) L[i][k] = L[i][k] / L[k][k];
        }
    }
    // is unknown i one of those that dependence left out?
    constexpr bool left_out(int i) const {
        for (int k = rank; k < n; k++) if (order[k] == i) return true;
        return false;
    }
    constexpr Column<T, n> solve(const Column<T, n>& b) const {
        Column<T, n> y{}, x{};
        for (int k = 0; k < n && k < rank; k++) {
            y[k] = b[order[k]];
            for (int j = 0; j < k; j++) y[k] -= L[k][j] * y[j];
        }
        for (int k = rank - 1; k >= 0; k--) {
            y[k] = y[k] / L[k][k];
            for (int j = k + 1; j < n && j < rank; j++) y[k] -= L[j][k] * y[j];   // j < n: the compiler cannot know
            x[order[k]] = y[k];
        }
        return x;
    }

  private:
    constexpr void exchange(int a, int b) {
        if (a == b) return;
        for (int k = 0; k < n; k++) { const T t = L[a][k]; L[a][k] = L[b][k]; L[b][k] = t; }
        for (int k = 0; k < n; k++) { const T t = L[k][a]; L[k][a] = L[k][b]; L[k][b] = t; }
        const int t = order[a]; order[a] = order[b]; order[b] = t;
    }
};

// A P = Q R by Householder's reflections, the longest remaining column first. A is m x n.
template <class T, int m, int n> struct Orthogonal {
    static constexpr int most = m < n ? m : n;
    Dense<T, m, n> R{};      // on and above the diagonal R, columns in pivot order; below it the reflections
    Column<T, most> scale{};
    Column<int, n> order{};
    int rank = 0;

    constexpr explicit Orthogonal(const Dense<T, m, n>& A, T tolerance = pivot_tolerance<T>) : R(A) {
        for (int j = 0; j < n; j++) order[j] = j;
        T largest{};
        for (int k = 0; k < most; k++) {
            int best = k;
            T length = square_of_rest(k, k);
            for (int j = k + 1; j < n; j++) if (const T s = square_of_rest(k, j); s > length) { best = j; length = s; }
            if (best != k) {
                for (int i = 0; i < m; i++) { const T t = R[i][k]; R[i][k] = R[i][best]; R[i][best] = t; }
                const int t = order[k]; order[k] = order[best]; order[best] = t;
            }
            length = square_root(length);
            if (k == 0) largest = length;
            if (!(length > tolerance * largest)) return;
            rank = k + 1;
            // H = 1 - s v v', v = (1, R[k+1..]): H column = -+length e_k
            const T alpha = R[k][k] > T(0.0f) ? -length : length;
            const T head = R[k][k] - alpha;
            for (int i = k + 1; i < m; i++) R[i][k] = R[i][k] / head;
            scale[k] = -head / alpha;
            R[k][k] = alpha;
            for (int j = k + 1; j < n; j++) reflect(k, [&](int i) -> T& { return R[i][j]; });
        }
    }
    // Q x and Q'x
    constexpr Column<T, m> apply(Column<T, m> x) const {
        for (int k = rank - 1; k >= 0; k--) reflect(k, [&](int i) -> T& { return x[i]; });
        return x;
    }
    constexpr Column<T, m> apply_transposed(Column<T, m> x) const {
        for (int k = 0; k < rank; k++) reflect(k, [&](int i) -> T& { return x[i]; });
        return x;
    }
    // the x of least |A x - b|; unknowns beyond the rank are zero
    constexpr Column<T, n> solve(const Column<T, m>& b) const {
        const auto y = apply_transposed(b);
        Column<T, n> x{};
        for (int k = rank - 1; k >= 0; k--) {
            T sum = y[k];
            for (int j = k + 1; j < n && j < rank; j++) sum -= R[k][j] * x[order[j]];   // j < n: the compiler cannot know
            x[order[k]] = sum / R[k][k];
        }
        return x;
    }
    // the shortest x with A'x = b; of b only the equations up to the rank are looked at
    constexpr Column<T, m> least_norm(const Column<T, n>& b) const {
        Column<T, m> y{};
        for (int k = 0; k < most && k < rank; k++) {
            y[k] = b[order[k]];
            for (int j = 0; j < k; j++) y[k] -= R[j][k] * y[j];
            y[k] = y[k] / R[k][k];
        }
        return apply(y);
    }
    // column k >= rank of Q: those columns span what is orthogonal to every column of A
    constexpr Column<T, m> beyond(int k) const {
        Column<T, m> unit{};
        unit[k] = T(1.0f);
        return apply(unit);
    }

  private:
    constexpr T square_of_rest(int k, int j) const {
        T sum{};
        for (int i = k; i < m; i++) sum += R[i][j] * R[i][j];
        return sum;
    }
    constexpr void reflect(int k, const auto& x) const {
        T dot = x(k);
        for (int i = k + 1; i < m; i++) dot += R[i][k] * x(i);
        dot = dot * scale[k];
        x(k) -= dot;
        for (int i = k + 1; i < m; i++) x(i) -= dot * R[i][k];
    }
};

// Eigenvalues and eigenvectors of a symmetric matrix's `first` rows by Jacobi's rotations: A becomes diagonal, rows of
// V the eigenvectors. False if 30 sweeps do not do.
template <class T, int n> constexpr bool diagonalise(Dense<T, n, n>& A, Dense<T, n, n>& V, int first) {
    const int count = first < n ? first : n;
    V = {};
    for (int i = 0; i < count; i++) V[i][i] = T(1.0f);
    for (int sweep = 0; sweep < 30; sweep++) {
        T off{}, size{};
        for (int p = 0; p < count; p++)
            for (int q = 0; q < count; q++) {
                size += A[p][q] * A[p][q];
                if (p != q) off += A[p][q] * A[p][q];
            }
        constexpr T epsilon = std::numeric_limits<T>::epsilon();
        if (off <= epsilon * epsilon * size) return true;
        for (int p = 0; p < count; p++)
            for (int q = p + 1; q < count; q++) {
                if (A[p][q] == T(0.0f)) continue;
                // the smaller of both angles that make A[p][q] zero: tan = 1 / (theta + sign sqrt(theta^2 + 1))
                const T theta = (A[q][q] - A[p][p]) / (A[p][q] + A[p][q]);
                const T root = square_root(theta * theta + T(1.0f));
                const T t = T(1.0f) / (theta < T(0.0f) ? theta - root : theta + root);
                const T c = T(1.0f) / square_root(t * t + T(1.0f)), s = t * c;
                const auto rotate = [&](T& x, T& y) {
                    const T old = x;
                    x = c * old - s * y;
                    y = s * old + c * y;
                };
                for (int k = 0; k < count; k++) rotate(A[k][p], A[k][q]);
                for (int k = 0; k < count; k++) rotate(A[p][k], A[q][k]);
                for (int k = 0; k < count; k++) rotate(V[p][k], V[q][k]);
                A[p][q] = A[q][p] = T(0.0f);
            }
    }
    return false;
}

}  // namespace limb::internal
