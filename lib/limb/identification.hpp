#pragma once
// Fitting a robot's table where it runs: what may be thought of the table beforehand, and whether what a fit has made of it
// can be a machine. The rest is LeastSquares fed with rows of the regressor. O(rows).
#include "limb/numerics/least_squares.hpp"
#include "limb/regressor.hpp"

namespace limb::internal {

// The table, give or take a share of each row's mass, m r and m r^2, r being the radius that its mass has about the row's
// origin; of damping, friction and armature a share of what the table says. What it says is zero is held: open it by hand.
template <const auto& robot, class T = float> constexpr Prior<T, parameter_count<robot>> table_prior(T share) {
    Prior<T, parameter_count<robot>> prior{parameters<robot, T>(), {}};
    for (int r = 0; r < robot.rows; r++) {
        const T* own = &prior.expected[std::size_t(parameter_index<robot>(r, parameter::mass))];
        T* open = &prior.deviation[std::size_t(parameter_index<robot>(r, parameter::mass))];
        const T m = own[parameter::mass];
        const T second = (own[parameter::Ixx] + own[parameter::Iyy] + own[parameter::Izz]) * T(0.5f);   // m r^2
        const T first = square_root(m * second);
        for (int k = 0; k < parameter::of_row; k++)
            open[k] = share * (k == parameter::mass ? m : k < parameter::Ixx ? first : second);
    }
    for (int k = parameter_index<robot>(0, parameter::damping); k < parameter_count<robot>; k++)
        prior.deviation[std::size_t(k)] = share * prior.expected[std::size_t(k)];
    return prior;
}

// Can a body be so? Its pseudo-inertia [S h; h' m], S = trace(I) / 2 - I, has no negative eigenvalue: m > 0, and what is left
// of S about the centre of mass is positive semi-definite, which is the triangle inequality of the principal moments.
template <class T> constexpr bool is_possible(const T* ten) {
    using enum parameter::OfRow;
    const T m = ten[mass];
    if (!(m > T(0.0f))) return false;
    const T half = (ten[Ixx] + ten[Iyy] + ten[Izz]) * T(0.5f);
    const T slack = T(1e-5f) * magnitude(half);
    const Vec3<T> h{ten[hx], ten[hy], ten[hz]};
    // L L' = S - h h' / m, pivot by pivot
    const T a = half - ten[Ixx] - h.x * h.x / m + slack, b = -ten[Ixy] - h.x * h.y / m, c = -ten[Ixz] - h.x * h.z / m;
    const T d = half - ten[Iyy] - h.y * h.y / m + slack, e = -ten[Iyz] - h.y * h.z / m, f = half - ten[Izz] - h.z * h.z / m + slack;
    if (!(a > T(0.0f))) return false;
    const T d2 = d - b * b / a, e2 = e - b * c / a;
    if (!(d2 > T(0.0f))) return false;
    return f - c * c / a - e2 * e2 / d2 > T(0.0f);
}

// The first row of pi that no body can be, or whose joint has negative damping, friction or armature; -1: there is none. Rows
// that the table gives no mass are not looked at.
template <const auto& robot, class T> constexpr int impossible_row(const Parameters<robot, T>& pi) {
    for (int r = 0; r < robot.rows; r++) {
        const int ten = parameter_index<robot>(r, parameter::mass);
        if (parameters<robot, T>()[std::size_t(ten)] > T(0.0f) && !is_possible(&pi[std::size_t(ten)])) return r;
        for (int k = 0; k < parameter::of_freedom * freedoms(robot.given[r].joint); k++)
            if (!(pi[std::size_t(parameter_index<robot>(robot.row_dof[r], parameter::damping) + k)] >= T(0.0f))) return r;
    }
    return -1;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::table_prior; using internal::impossible_row;

}  // namespace limb
