// Known zeros and ones: every sum, difference and product of two operands, of whatever kinds, is that of their numbers, and a type
// where limb counts on one. All at compile time.
#include "limb/algebra/fold.hpp"

#include "static_laws.hpp"

namespace {

using limb::internal::Minus;
using limb::internal::Negative;
using limb::internal::One;
using limb::internal::Zero;
using T = double;
using N = Negative<T>;

constexpr T number(auto a) { return static_cast<T>(a); }

template <class A, class B> constexpr bool is_what_its_numbers_give(A a, B b) {
    return number(a * b) == number(a) * number(b) && number(a + b) == number(a) + number(b) && number(a - b) == number(a) - number(b);
}
constexpr bool with_each(auto a, auto... b) { return (is_what_its_numbers_give(a, b) && ...); }
constexpr bool each_with_each(auto... a) { return (with_each(a, a...) && ...); }
static_assert(each_with_each(Zero{}, One{}, Minus{}, One{} + One{}, Minus{} - One{}, T{3}, T{-0.7}, T{0}, N{3}, N{-0.7}));

static_assert(number(-Zero{}) == 0 && number(-One{}) == -1 && number(-Minus{}) == 1 && number(-N{3}) == 3 && number(limb::internal::negated(T{3})) == -3);

// ---- the types: what is written as A op B is an R

template <class R, class X> constexpr bool is(X) { return std::is_same_v<R, X>; }
constexpr T x = 3, y = 4;
constexpr N minus_x{3}, minus_y{4};

// a zero takes the product away; one and minus one take it away, and leave the sign
static_assert(is<Zero>(Zero{} * x) && is<Zero>(minus_x * Zero{}) && is<Zero>(Zero{} * Minus{}) && is<Zero>(One{} * Zero{}));
static_assert(is<T>(One{} * x) && is<T>(x * One{}) && is<N>(Minus{} * x) && is<N>(x * Minus{}) && is<T>(Minus{} * minus_x));
static_assert(is<Minus>(One{} * Minus{}) && is<One>(Minus{} * Minus{}) && is<N>(minus_x * One{}));
// a sum with a zero is the other; two that cancel are a zero
static_assert(is<T>(x + Zero{}) && is<N>(Zero{} + minus_x) && is<Zero>(Zero{} + Zero{}) && is<One>(One{} - Zero{}));
static_assert(is<N>(Zero{} - x) && is<T>(Zero{} - minus_x) && is<Minus>(Zero{} - One{}));
static_assert(is<Zero>(One{} + Minus{}) && is<Zero>(One{} - One{}) && is<Zero>(Minus{} - Minus{}));
static_assert(is<T>(x + One{}) && is<T>(Minus{} - x));
// first moments of 1 kg m add up, and are known still
static_assert(is<limb::internal::Known<2>>(One{} + One{}) && is<limb::internal::Known<-4>>((One{} + One{}) * (Minus{} - One{})) && is<Zero>(One{} + One{} - One{} - One{}));
// a minus sign goes on from product to product, and ends in a sum: nowhere is a negation carried out
static_assert(is<N>(minus_x * y) && is<N>(x * minus_y) && is<T>(minus_x * minus_y));
static_assert(is<T>(x + minus_y) && is<T>(minus_x + y) && is<T>(x - minus_y) && is<N>(minus_x - y) && is<N>(minus_x + minus_y) && is<T>(minus_x - minus_y));
// plain numbers are left to the compiler
static_assert(!limb::internal::Folds<T, T> && limb::internal::Folds<T, Zero> && limb::internal::Folds<N, N> && !limb::internal::Folds<T, int> && !limb::internal::Scalar<int>);

}  // namespace
