#pragma once
// Square root without libm: one instruction where the machine has it, correctly rounded everywhere, so the same bits.
// A negative number gives NaN; at compile time 0.
#include <type_traits>
#include "limb/algebra/fold.hpp"

namespace limb::internal {

LIMB_INLINE double square_root(double x) {
    if (std::is_constant_evaluated()) {
        if (!(x > 0)) return 0;
        double root = x > 1 ? x : 1;   // Newton from above; monotone, so it stops
        for (double next = 0.5 * (root + x / root); next < root; next = 0.5 * (root + x / root)) root = next;
        return root;
    }
    return __builtin_sqrt(x);
}
LIMB_INLINE float square_root(float x) {
    if (std::is_constant_evaluated()) return float(square_root(double(x)));
#ifdef __arm__
    float root;   // the built-in would call libm's sqrtf to set errno
    asm("vsqrt.f32 %0, %1" : "=t"(root) : "t"(x));
    return root;
#else
    return __builtin_sqrtf(x);
#endif
}

}  // namespace limb::internal
