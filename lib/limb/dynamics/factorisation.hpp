#pragma once
// M = L'DL of a mass matrix and the solution of M x = b, without fill-in: only freedoms on one path to the base meet.
// Freedoms in the sweeps' own order, parents before children. Featherstone 2008, section 6.5.
#include "limb/numerics/count_up.hpp"
#include "limb/tree.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"   // g++: of an int that is an array's bound

namespace limb::internal {

// before[k]: the freedom before k on its way to the base; -1: none
template <int n> struct Paths { short before[n]; };
inline constexpr Paths<6> six_in_a_row{-1, 0, 1, 2, 3, 4};
template <const auto& robot> inline constexpr auto paths = [] {
    Paths<robot.dof> p{};
    constexpr int extra = robot.extra_freedoms();
    for (int k = 0; k < robot.dof; k++) {
        const int parent = k <= extra ? -1 : robot.body[k - extra].parent;
        p.before[k] = short(k <= extra ? k - 1 : parent < 0 ? -1 : parent + extra);
    }
    return p;
}();

// f(k) and f of all before k; k an int, or an Int known at compile time
template <const auto& paths> LIMB_INLINE void for_path(int k, const auto& f) {
    for (; k >= 0; k = paths.before[k]) f(k);
}
template <const auto& paths, int k> LIMB_INLINE void for_path(Int<k> i, const auto& f) {
    if constexpr (k >= 0) {
        f(i);
        for_path<paths>(Int<paths.before[k]>{}, f);
    }
}
template <const auto& paths> LIMB_INLINE int before(int k) { return paths.before[k]; }
template <const auto& paths, int k> LIMB_INLINE auto before(Int<k>) { return Int<paths.before[k]>{}; }

// The lower triangle of a symmetric matrix, row by row.
template <class T, int n> struct Lower {
    T at[n * (n + 1) / 2];
    LIMB_INLINE T& operator()(int i, int j) { return at[i * (i + 1) / 2 + j]; }
};

// x := M^-1 x; H holds M and is overwritten
template <const auto& paths, bool looped, class T, int n> LIMB_INLINE void solve(Lower<T, n>& H, T* x) {
    T D_inverse[n];
    // inward: eliminate freedom k, H_ij -= H_ki H_kj / D_k and x_i -= H_ki x_k / D_k for all i, j before it
    count_down<looped, n>([&](auto k) LIMB_LAMBDA {
        D_inverse[k] = T(1.0f) / H(k, k);
        for_path<paths>(before<paths>(k), [&](auto i) LIMB_LAMBDA {
            const T a = H(k, i) * D_inverse[k];
            for_path<paths>(i, [&](auto j) LIMB_LAMBDA { H(i, j) -= a * H(k, j); });
            x[i] -= a * x[k];
            H(k, i) = a;
        });
    });
    // outward: x_k = x_k / D_k - sum of H_ki x_i
    count_up<looped, n>([&](auto k) LIMB_LAMBDA {
        x[k] = x[k] * D_inverse[k];
        for_path<paths>(before<paths>(k), [&](auto i) LIMB_LAMBDA { x[k] -= H(k, i) * x[i]; });
    });
}

}  // namespace limb::internal

#pragma GCC diagnostic pop
