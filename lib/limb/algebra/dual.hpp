#pragma once
// A number and its derivative in one direction, x + x' e with e e = 0: a sweep run on it differentiates itself, exactly.
// Dual<Dual<T>> gives second derivatives. Comparisons look at the value. A square root has no derivative at zero.
#include "limb/algebra/sin_cos.hpp"
#include "limb/algebra/square_root.hpp"

namespace limb::internal {

template <Real T> struct Dual {
    using limb_scalar = void;
    T value, derivative;

    Dual() = default;
    // copied element by element, for the reason that space.hpp gives
    LIMB_INLINE Dual(const Dual& x) : value(x.value), derivative(x.derivative) {}
    LIMB_INLINE Dual& operator=(const Dual& x) { value = x.value; derivative = x.derivative; return *this; }
    constexpr Dual(T x) : value(x), derivative(T(0.0f)) {}
    constexpr Dual(T x, T dx) : value(x), derivative(dx) {}
    template <std::floating_point F> requires (!std::is_same_v<F, T>) constexpr explicit Dual(F x) : Dual(T(x)) {}

    LIMB_INLINE friend Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.derivative + b.derivative}; }
    LIMB_INLINE friend Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.derivative - b.derivative}; }
    LIMB_INLINE friend Dual operator-(Dual a)         { return {-a.value, -a.derivative}; }
    LIMB_INLINE friend Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.value * b.derivative + a.derivative * b.value}; }
    LIMB_INLINE friend Dual operator/(Dual a, Dual b) {
        const T x = a.value / b.value;
        return {x, (a.derivative - x * b.derivative) / b.value};
    }
    LIMB_INLINE Dual& operator+=(Dual b) { return *this = *this + b; }
    LIMB_INLINE Dual& operator-=(Dual b) { return *this = *this - b; }
    LIMB_INLINE Dual& operator*=(Dual b) { return *this = *this * b; }
    LIMB_INLINE Dual& operator/=(Dual b) { return *this = *this / b; }

    friend constexpr bool operator<(Dual a, Dual b)  { return a.value < b.value; }
    friend constexpr bool operator>(Dual a, Dual b)  { return a.value > b.value; }
    friend constexpr bool operator<=(Dual a, Dual b) { return a.value <= b.value; }
    friend constexpr bool operator>=(Dual a, Dual b) { return a.value >= b.value; }

    friend constexpr void sin_cos(Dual x, Dual* sc) {
        T t[2]{};
        sin_cos(x.value, t);
        sc[0] = {t[0], t[1] * x.derivative};
        sc[1] = {t[1], -t[0] * x.derivative};
    }
    friend constexpr Dual square_root(Dual x) {
        const T root = square_root(x.value);
        return {root, x.derivative / (root + root)};
    }
};

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Dual;

}  // namespace limb
