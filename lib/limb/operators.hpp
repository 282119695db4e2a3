#pragma once
// The operators of 000 as sweeps over the tree, O(N): Phi_A, Psi_A = (1 - Phi_A)^-1 and their transposes, for any matrices A_i that
// the caller supplies, one for each row (that of the root is never used); and the mass matrix and its inverse times a vector.
// x and A by row, in the order that the user wrote the rows in.
#include "limb/dynamics/articulated_body.hpp"
#include "limb/inverse_dynamics.hpp"
#include "limb/topology.hpp"

namespace limb::internal {

template <const auto& robot, class T, int k> using Stacked = Dense<T, robot.rows, k>;         // x_i
template <const auto& robot, class T, int k> using Diagonal = Column<Dense<T, k, k>, robot.rows>;      // A_i

// y += A x and y += A'x
template <class T, int k> constexpr void add_product(Column<T, k>& y, const Dense<T, k, k>& A, const Column<T, k>& x) {
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) y[i] = y[i] + A[i][j] * x[j];
}
template <class T, int k> constexpr void add_transposed_product(Column<T, k>& y, const Dense<T, k, k>& A, const Column<T, k>& x) {
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) y[j] = y[j] + A[i][j] * x[i];
}

// z = Phi_A x: z_i = A_i x_parent (P1)
template <const auto& robot, class A, class X> constexpr X phi_times(const A& a, const X& x) {
    X z{};
    for (int i = 0; i < robot.rows; i++)
        if (const int parent = row_topology<robot>.parent[i]; parent >= 0) add_product(z[i], a[i], x[parent]);
    return z;
}
// z = Phi_A'x: z_i = sum of A_j'x_j over the children j (P2)
template <const auto& robot, class A, class X> constexpr X phi_transposed_times(const A& a, const X& x) {
    X z{};
    for (int j = 0; j < robot.rows; j++)
        if (const int parent = row_topology<robot>.parent[j]; parent >= 0) add_transposed_product(z[parent], a[j], x[j]);
    return z;
}
// z = Psi_A x, outward: z_i = A_i z_parent + x_i
template <const auto& robot, class A, class X> constexpr X psi_times(const A& a, const X& x) {
    X z = x;
    for (const int i : row_topology<robot>.order)
        if (const int parent = row_topology<robot>.parent[i]; parent >= 0) add_product(z[i], a[i], z[parent]);
    return z;
}
// z = Psi_A'x, inward: z_parent += A_i'z_i
template <const auto& robot, class A, class X> constexpr X psi_transposed_times(const A& a, const X& x) {
    X z = x;
    for (int k = robot.rows - 1; k > 0; k--) {
        const int i = row_topology<robot>.order[k];
        add_transposed_product(z[row_topology<robot>.parent[i]], a[i], z[i]);
    }
    return z;
}

// M v: the torques of accelerations v, from rest and without gravity. Option: limb::Payload.
template <const auto& robot, class Q, class V, class... Options, class T = number_of<robot, Q, V>>
constexpr Joints<robot, T> mass_times(const Q& q, const V& v, const Options&... options) {
    static_assert(accepts<robot, Takes<PayloadOption>, Options...>);
    return newton_euler<robot>(felt_pose_of<robot, T>(q, options...), Zero{}, v, no_gravity, options...);
}
// M^-1 v: the accelerations of torques v, from rest and without gravity (19b). Option: limb::Payload.
template <const auto& robot, class Q, class V, class... Options, class T = number_of<robot, Q, V>>
constexpr Joints<robot, T> inverse_mass_times(const Q& q, const V& v, const Options&... options) {
    static_assert(accepts<robot, Takes<PayloadOption>, Options...>);
    return articulated_bodies<robot, Wanted::accelerations>(felt_pose_of<robot, T>(q, options...), Zero{}, v, no_gravity, options...);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Stacked; using internal::Diagonal; using internal::phi_times; using internal::phi_transposed_times;
using internal::psi_times; using internal::psi_transposed_times; using internal::mass_times;
using internal::inverse_mass_times;

}  // namespace limb
