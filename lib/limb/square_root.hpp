#pragma once
// Square root without libm: one instruction where the machine has it, correctly rounded everywhere, so the same bits.
// A negative number gives NaN.
#include <type_traits>
#include "limb/table_math.hpp"

namespace limb {

LIMB_INLINE double square_root(double x) { return std::is_constant_evaluated() ? table::sqrt(x) : __builtin_sqrt(x); }
LIMB_INLINE float square_root(float x) {
    if (std::is_constant_evaluated()) return float(table::sqrt(double(x)));
#ifdef __arm__
    float root;   // the built-in would call libm's sqrtf to set errno
    asm("vsqrt.f32 %0, %1" : "=t"(root) : "t"(x));
    return root;
#else
    return __builtin_sqrtf(x);
#endif
}

}  // namespace limb
