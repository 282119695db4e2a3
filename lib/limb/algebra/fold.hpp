#pragma once
// Known zeros and ones as types, so that they vanish from the arithmetic; what they add up to is a type, too.
//
// In strict IEEE mode a compiler keeps x * 0 and x + 0. Here 0, 1 and -1 are types, and the operators below drop them
// by overload: at every -O level, with the same bits, whatever the optimiser does. All folding of limb is in this file;
// sweeps are written with plain operators and `auto`.
#include <concepts>
#include <type_traits>

#include "limb/arithmetic.hpp"

// A sweep is fast when all of it is one function. Where the compiler does not optimise, or with LIMB_FORCE_INLINE=0, the choice
// is the compiler's: the same bits, compiled in half the time, and slower.
#ifndef LIMB_FORCE_INLINE
#ifdef __OPTIMIZE__
#define LIMB_FORCE_INLINE 1
#else
#define LIMB_FORCE_INLINE 0
#endif
#endif
#if LIMB_FORCE_INLINE
#define LIMB_INLINE [[gnu::always_inline]] constexpr inline
#define LIMB_LAMBDA __attribute__((always_inline))
#else
#define LIMB_INLINE constexpr inline
#define LIMB_LAMBDA
#endif

namespace limb::internal {

// A run-time number: float, double, or a type that opts in with `using limb_scalar = void;` (Count).
template <class T> concept Real = std::floating_point<T> || requires { typename T::limb_scalar; };

template <int value> struct Known {
    template <Real T> LIMB_INLINE operator T() const { return T(float(value)); }
};
using Zero  = Known<0>;
using One   = Known<1>;
using Minus = Known<-1>;

// A number that is to be negated: the minus sign waits until a sum or difference takes it in for nothing.
template <Real T> struct Negative {
    T value;
    Negative() = default;
    LIMB_INLINE explicit Negative(T x) : value(x) {}
    LIMB_INLINE Negative(const Negative& x) : value(x.value) {}
    LIMB_INLINE Negative& operator=(const Negative& x) { value = x.value; return *this; }
    LIMB_INLINE operator T() const { return -value; }
};

template <class A> inline constexpr bool is_known = false;
template <int v> inline constexpr bool is_known<Known<v>> = true;
template <class A> inline constexpr bool is_zero = std::is_same_v<A, Zero>;
template <class A> inline constexpr bool is_negative = false;
template <class T> inline constexpr bool is_negative<Negative<T>> = true;

template <class A> concept Scalar = Real<A> || is_known<A> || is_negative<A>;
template <class A, class B> concept Folds = Scalar<A> && Scalar<B> && !(Real<A> && Real<B>);

template <int v>  LIMB_INLINE Known<-v>   negated(Known<v>)      { return {}; }
template <int a, int b> LIMB_INLINE Known<a + b> known_sum(Known<a>, Known<b>)     { return {}; }   // 1 + 1: two masses of 1 kg
template <int a, int b> LIMB_INLINE Known<a * b> known_product(Known<a>, Known<b>) { return {}; }
template <Real T> LIMB_INLINE Negative<T> negated(T x)           { return Negative<T>(x); }
template <Real T> LIMB_INLINE T           negated(Negative<T> x) { return x.value; }

// the part of a number that only the program knows while it runs
template <Real T> LIMB_INLINE T& run_time(T& x) { return x; }
template <Real T> LIMB_INLINE T& run_time(Negative<T>& x) { return x.value; }

template <class A, class B> requires Folds<A, B> LIMB_INLINE auto operator*(A a, B b) {
    if constexpr (is_zero<A> || is_zero<B>)             return Zero{};
    else if constexpr (std::is_same_v<A, One>)          return b;
    else if constexpr (std::is_same_v<B, One>)          return a;
    else if constexpr (std::is_same_v<A, Minus>)        return negated(b);
    else if constexpr (std::is_same_v<B, Minus>)        return negated(a);
    else if constexpr (is_negative<A>)                  return negated(a.value * b);
    else if constexpr (is_negative<B>)                  return negated(a * b.value);
    else if constexpr (!is_known<A>)                    return a * A(b);
    else if constexpr (!is_known<B>)                    return B(a) * b;
    else                                                return known_product(a, b);
}

template <class A, class B> requires Folds<A, B> LIMB_INLINE auto operator-(A a, B b);
template <class A, class B> requires Folds<A, B> LIMB_INLINE auto operator+(A a, B b) {
    if constexpr (is_zero<A>)                           return b;
    else if constexpr (is_zero<B>)                      return a;
    else if constexpr (is_negative<A> && is_negative<B>) return negated(a.value + b.value);
    else if constexpr (is_negative<A>)                  return b - a.value;
    else if constexpr (is_negative<B>)                  return a - b.value;
    else if constexpr (!is_known<A>)                    return a + A(b);
    else if constexpr (!is_known<B>)                    return B(a) + b;
    else                                                return known_sum(a, b);
}

template <class A, class B> requires Folds<A, B> LIMB_INLINE auto operator-(A a, B b) {
    if constexpr (is_zero<B>)                           return a;
    else if constexpr (is_zero<A>)                      return negated(b);
    else if constexpr (is_negative<A> && is_negative<B>) return b.value - a.value;
    else if constexpr (is_negative<A>)                  return negated(a.value + b);
    else if constexpr (is_negative<B>)                  return a + b.value;
    else if constexpr (!is_known<A>)                    return a - A(b);
    else if constexpr (!is_known<B>)                    return B(a) - b;
    else return a + negated(b);
}
template <class A> requires (is_known<A> || is_negative<A>) LIMB_INLINE auto operator-(A a) { return negated(a); }

// In place of what is not there: passed on to nobody, or kept for nobody.
struct Absent {};
template <class T> LIMB_INLINE Absent as_numbers(Absent) { return {}; }
template <class A> LIMB_INLINE A operator+(A a, Absent) { return a; }

}  // namespace limb::internal
