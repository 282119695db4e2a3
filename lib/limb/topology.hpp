#pragma once
// The tree as matrices of whole numbers, at compile time: who hangs from whom. Over the user's rows (row_topology), fixed ones
// included, or over limb's bodies (body_topology), which are labelled regularly: parents first. Joint j is the one that carries j.
// Sources: 003 eq. (1) and (22) to (25); 004 eq. (3.12) to (3.17).
#include "limb/numerics/dense.hpp"
#include "limb/tree.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

template <int n> struct Topology {
    int parent[n]{};   // -1: the world
    int order[n]{};    // all of them, parents before children
};

template <int n> constexpr Topology<n> topology(const int (&parent)[n]) {
    Topology<n> t{};
    int depth[n]{}, found = 0;
    for (int i = 0; i < n; i++) {
        t.parent[i] = parent[i];
        for (int a = parent[i]; a >= 0; a = parent[a]) depth[i]++;
    }
    for (int d = 0; d < n; d++)
        for (int i = 0; i < n; i++) if (depth[i] == d) t.order[found++] = i;
    return t;
}
template <const auto& robot> inline constexpr auto row_topology = topology(table::parents(robot.given).of);
template <const auto& robot> inline constexpr auto body_topology = [] {
    int parent[robot.bodies]{};
    for (int i = 0; i < robot.bodies; i++) parent[i] = robot.body[i].parent;
    return topology(parent);
}();

// S of 003, with the joint of the root as its first arc: +1 if joint j starts at i, -1 if it ends there. S without the root's
// column is C. In regular labelling it is upper triangular.
template <int n> constexpr Dense<int, n, n> incidence(const Topology<n>& t) {
    Dense<int, n, n> S{};
    for (int j = 0; j < n; j++) {
        S[j][j] = -1;
        if (t.parent[j] >= 0) S[t.parent[j]][j] = 1;
    }
    return S;
}
// T of 003, the inverse of S: -1 if joint i lies on the way from the world to j
template <int n> constexpr Dense<int, n, n> inverse_incidence(const Topology<n>& t) {
    Dense<int, n, n> T{};
    for (int j = 0; j < n; j++)
        for (int i = j; i >= 0; i = t.parent[i]) T[i][j] = -1;
    return T;
}
// pi of 004, -T': 1 if j lies on the way from the world to i, i itself included
template <int n> constexpr Dense<int, n, n> path_matrix(const Topology<n>& t) {
    Dense<int, n, n> pi{};
    for (int i = 0; i < n; i++)
        for (int j = i; j >= 0; j = t.parent[j]) pi[i][j] = 1;
    return pi;
}
// rho of 004, the inverse of pi, -S': 1 on the diagonal, -1 if i hangs from j
template <int n> constexpr Dense<int, n, n> reference_matrix(const Topology<n>& t) {
    Dense<int, n, n> rho{};
    for (int i = 0; i < n; i++) {
        rho[i][i] = 1;
        if (t.parent[i] >= 0) rho[i][t.parent[i]] = -1;
    }
    return rho;
}

// DM of 004, over the rows: what joins rows i and j. 1.0 a revolute joint, 1.1 a prismatic one, 3.0 a spherical one, on the
// diagonal 0.2 for a floating root, 0.0 nothing. Of joints that the source does not have: their freedoms, 0 of a fixed row.
template <const auto& robot> constexpr Dense<double, robot.rows, robot.rows> distance_matrix() {
    Dense<double, robot.rows, robot.rows> D{};
    for (int i = 0; i < robot.rows; i++) {
        const Joint joint = robot.given[i].joint;
        const int parent = row_topology<robot>.parent[i];
        const bool slides = freedoms(joint) == 1 && table::freedoms_of(robot.given[i]).of[0].kind == Kind::prismatic;
        if (joint == Joint::floating) D[i][i] = 0.2;
        else if (parent >= 0) D[i][parent] = D[parent][i] = freedoms(joint) + (slides ? 0.1 : 0);
    }
    return D;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Topology; using internal::row_topology; using internal::body_topology;
using internal::incidence; using internal::inverse_incidence; using internal::path_matrix; using internal::reference_matrix;
using internal::distance_matrix;

}  // namespace limb

#pragma GCC diagnostic pop
