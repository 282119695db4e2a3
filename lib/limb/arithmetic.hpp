#pragma once
// The arithmetic that limb counts on: IEEE floats, each operation rounded by itself, to its own type, to nearest. Then all
// machines agree on every bit, and a test for NaN finds it. What a compiler tells of flags that give this up is refused here;
// arithmetic_is_exact() sees what it does not tell.

// Whoever needs neither the bits nor the tests for NaN defines LIMB_ACCEPT_OTHER_BITS.
#ifndef LIMB_ACCEPT_OTHER_BITS
#if defined __FAST_MATH__
#error "limb: -ffast-math and -Ofast change the bits and delete the tests for NaN; compile with -fno-fast-math, or define LIMB_ACCEPT_OTHER_BITS"
#elif __FINITE_MATH_ONLY__
#error "limb: -ffinite-math-only deletes the tests for NaN; compile with -fno-finite-math-only, or define LIMB_ACCEPT_OTHER_BITS"
#elif defined __ASSOCIATIVE_MATH__ || defined __RECIPROCAL_MATH__ || defined __NO_SIGNED_ZEROS__
#error "limb: -funsafe-math-optimizations and its parts change the bits; compile with -fno-unsafe-math-optimizations, or define LIMB_ACCEPT_OTHER_BITS"
#elif __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16   // 16: like 0, but half floats have instructions, too
#error "limb: x87 arithmetic rounds floats to other bits; compile with -msse2 -mfpmath=sse, or define LIMB_ACCEPT_OTHER_BITS"
#endif
#endif

#include <bit>
#include <cstdint>

namespace limb::internal {

// Is this source compiled for, and does this core now work with, arithmetic that gives limb's bits? False with contraction to
// fused multiply-add (GCC's default; -ffp-contract=off ends it), sums, quotients or zeros that the compiler takes for others, an
// intermediate result of another precision, another rounding mode, subnormal numbers taken for zero. Some 40 instructions, once,
// at start. It speaks of the flags of the source that calls it: hence static.
[[nodiscard]] static inline bool arithmetic_is_exact() {
    const auto hidden = [](float x) { volatile float kept = x; return float(kept); };   // from a compiler that would work it out
    const float one = hidden(1.0f), ulp = hidden(0x1p-23f), half_ulp = hidden(0x1p-24f), d = hidden(41.0f);
    const float fused = hidden(1.0f + 0x1p-12f) * hidden(1.0f + 0x1p-12f) - hidden(1.0f + 0x1p-11f);   // the product is a tie
    const float down = (one + half_ulp) - one, up = ((one + ulp) + half_ulp) - one;                    // ties, too
    const float quotients = hidden(41.0f) / d + hidden(82.0f) / d;                                     // 41 (1/41) is below 1
    const float zero = hidden(-0.0f) + 0.0f;
    const float halved = hidden(0x1p-126f) * 0.5f, doubled = hidden(0x1p-127f) * 2.0f;
    return hidden(fused) == 0.0f && hidden(down) == 0.0f && hidden(up) == 0x1p-22f && hidden(quotients) == 3.0f &&
           std::bit_cast<std::uint32_t>(zero) == 0 && hidden(halved) != 0.0f && hidden(doubled) != 0.0f;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::arithmetic_is_exact;

}  // namespace limb
