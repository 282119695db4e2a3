#pragma once
// Loops that may be written out: with constant numbers, so that what they index folds.
#include <utility>

#include "limb/algebra/fold.hpp"

namespace limb::internal {

// f(0), f(1), ... f(n - 1), or from n - 1 down to 0: written out with constant numbers, or as a loop
template <int n> using Int = std::integral_constant<int, n>;
template <bool looped, int n, class F> LIMB_INLINE void count_up(const F& f) {
    if constexpr (!looped)
        [&]<int... i>(std::integer_sequence<int, i...>) LIMB_LAMBDA { (f(Int<i>{}), ...); }(std::make_integer_sequence<int, n>{});
    else
#pragma GCC unroll 1
        for (int i = 0; i < n; i++) f(i);
}
template <bool looped, int n, class F> LIMB_INLINE void count_down(const F& f) {
    if constexpr (!looped) count_up<false, n>([&](auto i) LIMB_LAMBDA { f(Int<n - 1 - i>{}); });
    else
#pragma GCC unroll 1
        for (int i = n - 1; i >= 0; i--) f(i);
}

}  // namespace limb::internal
