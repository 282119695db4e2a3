#pragma once
// Known zeros and ones as types, so that they vanish from the arithmetic.
//
// In strict IEEE mode a compiler keeps x * 0 and x + 0. Here 0, 1 and -1 are types, and the operators below drop them
// by overload: at every -O level, with the same bits, whatever the optimiser does. All folding of limb is in this file;
// sweeps are written with plain operators and `auto`.
#include <concepts>
#include <type_traits>

#define LIMB_INLINE [[gnu::always_inline]] constexpr inline
#define LIMB_LAMBDA __attribute__((always_inline))

namespace limb {

// A run-time number: float, double, or a type that opts in with `using limb_scalar = void;` (Count).
template <class T> concept Real = std::floating_point<T> || requires { typename T::limb_scalar; };

template <int value> struct Known {
    template <Real T> LIMB_INLINE operator T() const { return T(float(value)); }
};
using Zero  = Known<0>;
using One   = Known<1>;
using Minus = Known<-1>;

template <class A> inline constexpr bool is_known = false;
template <int v> inline constexpr bool is_known<Known<v>> = true;
template <class A> inline constexpr bool is_zero = std::is_same_v<A, Zero>;

template <class A> concept Scalar = Real<A> || is_known<A>;
template <class A, class B> concept Folds = Scalar<A> && Scalar<B> && (is_known<A> || is_known<B>);

template <int v> LIMB_INLINE Known<-v> operator-(Known<v>) { return {}; }

template <class A, class B> requires Folds<A, B> LIMB_INLINE auto operator*(A a, B b) {
    if constexpr (is_zero<A> || is_zero<B>)             return Zero{};
    else if constexpr (std::is_same_v<A, One>)          return b;
    else if constexpr (std::is_same_v<B, One>)          return a;
    else if constexpr (std::is_same_v<A, Minus>)        return -b;
    else                                                return -a;
}

template <class A, class B> requires Folds<A, B> LIMB_INLINE auto operator+(A a, B b) {
    if constexpr (is_zero<A>)                           return b;
    else if constexpr (is_zero<B>)                      return a;
    else if constexpr (!is_known<A>)                    return a + A(b);
    else if constexpr (!is_known<B>)                    return B(a) + b;
    else { static_assert(std::is_same_v<A, decltype(-b)>, "limb: 1 + 1 has no type of its own"); return Zero{}; }
}

template <class A, class B> requires Folds<A, B> LIMB_INLINE auto operator-(A a, B b) {
    if constexpr (is_zero<B>)                           return a;
    else if constexpr (is_zero<A>)                      return -b;
    else                                                return a + -b;
}

}  // namespace limb
