#pragma once
// M = L'DL of a mass matrix and the solution of M x = b, without fill-in: only freedoms on one path to the base meet.
// Freedoms in the sweeps' own order: parents before children. Featherstone 2008, section 6.5.
#include "limb/pose.hpp"

namespace limb {

template <int n> struct Paths { short before[n]; };   // before[k]: the freedom before k on its way to the base; -1: none
inline constexpr Paths<6> six_in_a_row{-1, 0, 1, 2, 3, 4};
template <const auto& robot> inline constexpr auto paths = [] {
    Paths<robot.dof> p{};
    constexpr int shift = robot.floats() ? 5 : 0;
    for (int k = 0; k < robot.dof; k++)
        p.before[k] = short(k <= shift ? k - 1 : robot.body[k - shift].parent < 0 ? -1 : robot.body[k - shift].parent + shift);
    return p;
}();

// The lower triangle of a symmetric matrix, row by row.
template <class T, int n> struct Lower {
    T at[n * (n + 1) / 2];
    LIMB_INLINE T& operator()(int i, int j) { return at[i * (i + 1) / 2 + j]; }
};

template <const auto& paths, class F> LIMB_INLINE void for_path(int k, const F& f) {   // k and all before it
    for (; k >= 0; k = paths.before[k]) f(k);
}
template <const auto& paths, int k, class F> LIMB_INLINE void for_path(Index<k> i, const F& f) {
    if constexpr (k >= 0) {
        f(i);
        for_path<paths>(Index<paths.before[k]>{}, f);
    }
}
template <const auto& paths> LIMB_INLINE int before(int k) { return paths.before[k]; }
template <const auto& paths, int k> LIMB_INLINE auto before(Index<k>) { return Index<paths.before[k]>{}; }

// x := M^-1 x; H holds M and is overwritten
template <const auto& paths, bool looped, class T, int n> LIMB_INLINE void solve(Lower<T, n>& H, T* x) {
    T D_inverse[n];
    count_down<looped, n>([&](auto k) LIMB_LAMBDA {
        D_inverse[k] = T(1.0f) / H(k, k);
        // eliminate freedom k: H_ij -= H_ki H_kj / D_k and b_i -= H_ki b_k / D_k for all i, j before it
        for_path<paths>(before<paths>(k), [&](auto i) LIMB_LAMBDA {
            const T a = H(k, i) * D_inverse[k];
            for_path<paths>(i, [&](auto j) LIMB_LAMBDA { H(i, j) -= a * H(k, j); });
            x[i] -= a * x[k];
            H(k, i) = a;
        });
    });
    count_up<looped, n>([&](auto k) LIMB_LAMBDA {
        x[k] = x[k] * D_inverse[k];
        for_path<paths>(before<paths>(k), [&](auto i) LIMB_LAMBDA { x[k] -= H(k, i) * x[i]; });
    });
}

}  // namespace limb
