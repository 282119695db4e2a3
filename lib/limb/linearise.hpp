#pragma once
// Small motions about an operating point: M dqdd + C dqd + K dq = dtau, the state space of them, the same with closed loops, and
// the modes of (K, M) with their sensitivities. dq is along integrate(q, dq, 1), in the order of qd. Exact derivatives (no
// differences), fixed sizes, no heap. Look at the status. Source: 004, sections 6.1 to 6.3.
#include "limb/derivatives.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

template <class T, int n> struct Linearised { Dense<T, n, n> M{}, C{}, K{}; };

// of force(q, qd, qdd), what inertia, gravity, springs and so on demand of the motors; written over the scalar type
template <const auto& robot, class F, class Q, class QD, class QDD = QD, class T = scalar_of<Q>> requires (!Indexed<F>)
constexpr Linearised<T, robot.dof> linearise(const F& force, const Q& q, const QD& qd, const QDD& qdd) {
    const auto d = derivatives<robot>(force, q, qd, qdd);
    return {d.by_in, d.by_qd, d.by_q};
}
// of inverse dynamics
template <const auto& robot, class Q, class QD, class QDD = QD, class... Options, class T = scalar_of<Q>> requires Indexed<Q>
constexpr Linearised<T, robot.dof> linearise(const Q& q, const QD& qd, const QDD& qdd, const Options&... options) {
    const auto d = inverse_dynamics_derivatives<robot>(q, qd, qdd, options...);
    return {d.by_in, d.by_qd, d.by_q};
}

// ---- state space

// [dq; dqd]' = A [dq; dqd] + B dtau
template <class T, int n> struct [[nodiscard]] StateSpace {
    Dense<T, 2 * n, 2 * n> A{};
    Dense<T, 2 * n, n> B{};
    bool solved = false;                 // false: M is not positive definite, and A, B are not to be used
};

// How dq changes while the robot moves with qd, besides by dqd: its axes turn. dq' = dqd + transport dq, with
//   dtheta' = dw - w x dtheta,   dx' = dv - w x dx + dtheta x v
template <const auto& robot, class T> constexpr Matrix<robot, T> transport(const Joints<robot, T>& qd) {
    Matrix<robot, T> A{};
    const auto put_minus_cross = [&](int row, int column, const Vector<T>& v) {
        A[row][column + 1] = v.z;      A[row][column + 2] = -v.y;
        A[row + 1][column] = -v.z;     A[row + 1][column + 2] = v.x;
        A[row + 2][column] = v.y;      A[row + 2][column + 1] = -v.x;
    };
    for_each_freedom<robot>([](int, int) {}, [&](int, int dof, bool floats) {
        const auto w = vector_at(qd, dof);
        put_minus_cross(dof, dof, w);
        if (floats) {
            put_minus_cross(dof + 3, dof + 3, w);
            put_minus_cross(dof + 3, dof, vector_at(qd, dof + 3));
        }
    });
    return A;
}

template <const auto& robot, class QD, class T = number_of<robot, Absent, QD>>
constexpr StateSpace<T, robot.dof> state_space(const Linearised<T, robot.dof>& l, const QD& qd) {
    constexpr int n = robot.dof;
    StateSpace<T, n> s;
    const SemiDefinite<T, n> M(l.M, T(0.0f));
    s.solved = M.rank == n;
    const auto turned = transport<robot, T>(qd);
    for (int j = 0; j < n; j++) {
        Column<T, n> k{}, c{}, unit{};
        for (int i = 0; i < n; i++) {
            s.A[i][j] = turned[i][j];
            k[i] = -l.K[i][j];
            c[i] = -l.C[i][j];
        }
        unit[j] = s.A[j][n + j] = T(1.0f);
        const auto by_q = M.solve(k), by_qd = M.solve(c), by_tau = M.solve(unit);
        for (int i = 0; i < n; i++) {
            s.A[n + i][j] = by_q[i];
            s.A[n + i][n + j] = by_qd[i];
            s.B[n + i][j] = by_tau[i];
        }
    }
    return s;
}

// ---- closed loops: the constraints' tangent space by QR of J', eq. (6.7) to (6.17)

// M, C and K in the coordinates z that the constraints leave free; dq = sum of z_k basis[k]. Only the first `count` matter.
template <class T, int n> struct [[nodiscard]] Reduced : Linearised<T, n> {
    Dense<T, n, n> basis{};              // orthonormal, J basis[k] = 0
    int count = 0;
    T residual{};                        // N m (N): force that the constraints do not hold; at an equilibrium, rounding
    constexpr Column<T, n> in_joints(const Column<T, n>& z) const {   // U = Q2 V, eq. (6.17)
        Column<T, n> dq{};
        for (int k = 0; k < count; k++) for (int i = 0; i < n; i++) dq[i] += z[k] * basis[k][i];
        return dq;
    }
};

// N'M N, N'C N, N'K N with J N = 0; J: one row for each constraint, which may be redundant
template <class T, int n, int m> constexpr Reduced<T, n> reduced(const Linearised<T, n>& l, const Dense<T, m, n>& J) {
    const Orthogonal<T, n, m> factors(transposed<T, m, n>(J));
    Reduced<T, n> r;
    r.count = n - factors.rank;
    for (int k = 0; k < r.count; k++) r.basis[k] = factors.beyond(factors.rank + k);
    const auto project = [&](const Dense<T, n, n>& A, Dense<T, n, n>& into) {
        for (int i = 0; i < r.count; i++)
            for (int j = 0; j < r.count; j++)
                for (int a = 0; a < n; a++)
                    for (int b = 0; b < n; b++) into[i][j] += r.basis[i][a] * A[a][b] * r.basis[j][b];
    };
    project(l.M, r.M);
    project(l.C, r.C);
    project(l.K, r.K);
    return r;
}

// A robot at rest at q whose loops are closed: force(q, qd, qdd) as for linearise, jacobian(q) the constraints' J, both
// written over the scalar type. What the force demands at q the constraints hold, J'lambda = force; with q that turns, and K
// has its derivative too: K = d(force - J'lambda)/dq. What they do not hold (the residual) is left to constant torques.
template <const auto& robot, class F, class J, class Q, class T = number_of<robot, Q>>
constexpr Reduced<T, robot.dof> linearise_closed(const F& force, const J& jacobian, const Q& q) {
    constexpr int n = robot.dof;
    const auto at = jacobian(q);
    constexpr int m = length_of<std::remove_const_t<decltype(at)>>;
    const Joints<robot, T> still{};
    const auto load = force(q, still, still);
    const Orthogonal<T, n, m> factors(transposed<T, m, n>(at));
    const auto lambda = factors.solve(load);
    auto r = reduced(linearise<robot>([&](const auto& x, const auto& xd, const auto& xdd) {
        auto rest = force(x, xd, xdd);
        const auto turned = jacobian(x);
        for (int i = 0; i < m; i++) for (int k = 0; k < n; k++) rest[k] -= turned[i][k] * lambda[i];
        return rest;
    }, q, still, still), at);
    const auto parts = factors.apply_transposed(load);
    T square{};
    for (int k = factors.rank; k < n; k++) square += parts[k] * parts[k];
    r.residual = square_root(square);
    return r;
}

// ---- modes

enum class ModesStatus {
    ok,
    mass_not_positive_definite,
    stiffness_not_symmetric,             // no potential energy stands behind it: the robot moves, or is not at rest
    not_converged,                       // NaN, or rounding
};

// K shape = eigenvalue M shape, shape'M shape = 1
template <class T, int n> struct [[nodiscard]] Modes {
    Column<T, n> eigenvalue{};           // (rad/s)^2, ascending; negative: the robot falls away
    Dense<T, n, n> shape{};              // shape[k] of mode k; its largest element is positive
    int count = 0;
    ModesStatus status = ModesStatus::not_converged;
};

template <class T> inline constexpr T symmetry_tolerance = std::is_same_v<T, float> ? T(1e-4f) : T(1e-9);   // of the largest element

// of the `first` rows and columns of K and M; damping is left out. M = L L', then L^-1 K L^-1' by rotations.
template <class T, int n> constexpr Modes<T, n> modes(const Dense<T, n, n>& K, const Dense<T, n, n>& M, int first = n) {
    const int count = first < n ? first : n;
    Modes<T, n> m;
    m.count = count;
    T largest{};
    for (int i = 0; i < count; i++) for (int j = 0; j < count; j++) if (magnitude(K[i][j]) > largest) largest = magnitude(K[i][j]);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (!(magnitude(K[i][j] - K[j][i]) <= symmetry_tolerance<T> * largest)) {
                m.status = ModesStatus::stiffness_not_symmetric;
                return m;
            }
    auto L = M;
    for (int j = 0; j < count; j++) {
        for (int k = 0; k < j; k++) L[j][j] -= L[j][k] * L[j][k];
        if (!(L[j][j] > T(0.0f))) {
            m.status = ModesStatus::mass_not_positive_definite;
            return m;
        }
        L[j][j] = square_root(L[j][j]);
        for (int i = j + 1; i < count; i++) {
            for (int k = 0; k < j; k++) L[i][j] -= L[i][k] * L[j][k];
            L[i][j] = L[i][j] / L[j][j];
        }
    }
    // A = L^-1 K L^-1': the columns, then the rows
    Dense<T, n, n> A{}, V{};
    for (int i = 0; i < count; i++) for (int j = 0; j < count; j++) A[i][j] = (K[i][j] + K[j][i]) * T(0.5f);
    for (int j = 0; j < count; j++)
        for (int i = 0; i < count; i++) {
            for (int k = 0; k < i; k++) A[i][j] -= L[i][k] * A[k][j];
            A[i][j] = A[i][j] / L[i][i];
        }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            for (int k = 0; k < j; k++) A[i][j] -= A[i][k] * L[j][k];
            A[i][j] = A[i][j] / L[j][j];
        }
    if (!diagonalise<T, n>(A, V, count)) return m;

    // ascending; shape = L^-1' v
    bool taken[n]{};
    for (int k = 0; k < count; k++) {
        int next = -1;
        for (int i = 0; i < count; i++) if (!taken[i] && (next < 0 || A[i][i] < A[next][next])) next = i;
        taken[next] = true;
        m.eigenvalue[k] = A[next][next];
        auto& x = m.shape[k] = V[next];
        int widest = 0;
        for (int i = count - 1; i >= 0; i--) {
            for (int j = i + 1; j < count; j++) x[i] -= L[j][i] * x[j];
            x[i] = x[i] / L[i][i];
        }
        for (int i = 0; i < count; i++) if (magnitude(x[i]) > magnitude(x[widest])) widest = i;
        if (x[widest] < T(0.0f)) for (T& e : x) e = -e;
    }
    m.status = ModesStatus::ok;
    return m;
}

// ---- sensitivities to the table

// The robot with one number of its table changed by `step`. entry: &Row::mass and the like, or a function from a Row to a
// reference, [](limb::Row& r) -> double& { return r.com.z; }. Must initialise a constexpr variable of static storage.
template <const auto& robot, class Entry> constexpr auto changed(int row, Entry entry, double step) {
    Row rows[robot.rows]{};
    for (int i = 0; i < robot.rows; i++) rows[i] = robot.given[i];
    if constexpr (std::is_member_object_pointer_v<Entry>) rows[row].*entry += step;
    else entry(rows[row]) += step;
    return tree(rows, robot.form);
}

// How fast each eigenvalue changes with a parameter, eq. (6.18): shape'(dK - eigenvalue dM) shape, with dK and dM by central
// differences from two robots at -step and +step. Eigenvalues that coincide have no such slope. The same for Reduced.
template <class T, int n>
constexpr Column<T, n> sensitivities(const Modes<T, n>& modes, const Linearised<T, n>& less, const Linearised<T, n>& more,
                                     std::type_identity_t<T> step) {
    Column<T, n> slope{};   // beyond modes.count all is zero
    for (int k = 0; k < n; k++) {
        const auto& x = modes.shape[k];
        T sum{};
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sum += x[i] * x[j] * ((more.K[i][j] - less.K[i][j]) - modes.eigenvalue[k] * (more.M[i][j] - less.M[i][j]));
        slope[k] = sum / (step + step);
    }
    return slope;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Linearised; using internal::linearise; using internal::StateSpace;
using internal::state_space; using internal::Reduced; using internal::reduced;
using internal::linearise_closed; using internal::ModesStatus; using internal::Modes; using internal::modes;
using internal::changed; using internal::sensitivities;

}  // namespace limb

#pragma GCC diagnostic pop
