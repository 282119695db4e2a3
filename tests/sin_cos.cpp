// limb::sin_cos keeps the error bound that its header states, over the whole range that its header claims.
// The oracle is the C library's sine and cosine in the next wider type.
#include "limb/algebra/sin_cos.hpp"

#include <cmath>
#include <iterator>
#include <utility>

#include "measure.hpp"
#include "random.hpp"
#include "unity.h"

namespace {

constexpr double range = 400;  // rad, as the header claims
constexpr double float_bound = 2e-7, double_bound = 3e-16;
constexpr double half_pi = 1.57079632679489661923;

#ifdef __arm__
constexpr long sweep_points = 20'000;
constexpr float binades[][2] = {{1, 1.001f}, {399.9f, 400}};
#else
constexpr long sweep_points = 2'000'000;
constexpr float binades[][2] = {{1e-3f, 400}};
#endif

template <class T, class Wide> class Largest {
  public:
    void see(T x) {
        const auto got = limb::sin_cos(x);
        grow(Wide{got.s} - std::sin(Wide{x}), x);
        grow(Wide{got.c} - std::cos(Wide{x}), x);
    }
    void see_both_signs(T x) {
        see(x);
        see(-x);
    }
    void demand(const char* type, double bound) const {
        measure::Line() << "sin_cos " << type << ": largest error " << error_ << " at " << static_cast<double>(at_);
        TEST_ASSERT_TRUE(error_ <= bound);
    }

    double error() const { return error_; }

  private:
    void grow(Wide difference, T x) {
        const double size = static_cast<double>(difference < 0 ? -difference : difference);
        if (size <= error_) return;
        error_ = size;
        at_ = x;
    }
    double error_ = 0;
    T at_ = 0;
};

// Where reduction and the change of quadrant are hardest: the numbers around the multiples of pi/4, and tiny ones.
template <class Largest, class T> void see_hard_cases(Largest& largest, T) {
    for (double multiple = 0; multiple <= range; multiple += half_pi / 2) {
        T x = static_cast<T>(multiple);
        for (int i = 0; i < 20; ++i) x = std::nextafter(x, T(0));
        for (int i = 0; i < 40 && x <= T{range}; ++i) {
            largest.see_both_signs(x);
            x = std::nextafter(x, T(2 * range));
        }
    }
    for (T x = 1; x > 0; x /= 2) largest.see_both_signs(x);
}

template <class Largest, class T> void see_sweep(Largest& largest, T) {
    for (long i = -sweep_points; i <= sweep_points; ++i) largest.see(static_cast<T>(range * i / sweep_points));
}

void test_float_keeps_its_bound() {
    Largest<float, double> largest;
    see_hard_cases(largest, 0.0f);
    see_sweep(largest, 0.0f);
    for (const auto& [from, to] : binades)  // every float between them
        for (float x = from; x <= to; x = std::nextafter(x, 1000.0f)) largest.see(x);
    largest.demand("float", float_bound);
}

#ifndef __arm__  // no wider type there
void test_double_keeps_its_bound() {
    Largest<double, long double> largest;
    see_hard_cases(largest, 0.0);
    see_sweep(largest, 0.0);
    states::Random random(1);
    for (long i = 0; i < sweep_points; ++i)  // a sweep of round steps would never use the last bits
        largest.see(range * (double{random.uniform(1)} + double{random.uniform(1)} / (1 << 24)) /
                    (1 + 1.0 / (1 << 24)));
    largest.demand("double", double_bound);
}
#endif

// Beyond its range a float's sine is as exact as the float is.
void test_float_degrades_as_its_digits_do() {
    states::Random random(2);
    for (double size = 400; size < 1e7; size *= 1.01) {
        const float x = static_cast<float>(size) * (1 + random.uniform(0.01f));
        const double half_a_digit = static_cast<double>(std::nextafter(x, 1e9f) - x) / 2;
        Largest<float, double> largest;
        largest.see_both_signs(x);
        TEST_ASSERT_TRUE(largest.error() <= 1.01 * half_a_digit + float_bound);
    }
}

template <class T> void check_wrapped(T limit, double bound) {
    states::Random random(3);
    for (int i = 0; i < 20'000; ++i) {
        const T x = limit * static_cast<T>(random.uniform(1)), y = limb::wrapped(x);
        const double turns = std::round((double{x} - double{y}) / (4 * half_pi));
        TEST_ASSERT_TRUE(std::abs(static_cast<double>(y)) <= 2 * half_pi * (1 + 1e-6));
        TEST_ASSERT_TRUE(std::abs(std::remainder(double{x}, 4 * half_pi) - double{y}) <= bound || std::abs(std::abs(double{y}) - 2 * half_pi) < 1e-3);
        if (turns == 0) TEST_ASSERT_TRUE(x == y);
    }
}
void test_wrapped_angles_are_the_same_angles() {
    check_wrapped<float>(400, 4e-7);
    check_wrapped<double>(400, 1e-13);
    check_wrapped<double>(1e6, 1e-10);
}

constexpr double angles[] = {0, 1e-3, -0.7, 0.8, 1.6, -2.4, 3.2, 17.5, -399.9};
template <class T, std::size_t i> constexpr auto compiled = limb::sin_cos(static_cast<T>(angles[i]));

template <class T, std::size_t... i> void check_same_bits_at_compile_time(std::index_sequence<i...>) {
    const auto check = [](double angle, const auto& expected) {
        volatile T unknown_to_the_compiler = static_cast<T>(angle);
        const auto turn = limb::sin_cos(static_cast<T>(unknown_to_the_compiler));
        TEST_ASSERT_EQUAL_MEMORY(&expected, &turn, sizeof turn);
    };
    (check(angles[i], compiled<T, i>), ...);
}

void test_compile_time_gives_the_same_bits() {
    constexpr auto all = std::make_index_sequence<std::size(angles)>{};
    check_same_bits_at_compile_time<float>(all);
    check_same_bits_at_compile_time<double>(all);
}

void test_zero_is_exact() {
    static_assert(limb::sin_cos(0.0f).s == 0 && limb::sin_cos(0.0f).c == 1);
    static_assert(limb::sin_cos(0.0).s == 0 && limb::sin_cos(0.0).c == 1);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_float_keeps_its_bound);
#ifndef __arm__
    RUN_TEST(test_double_keeps_its_bound);
#endif
    RUN_TEST(test_compile_time_gives_the_same_bits);
    RUN_TEST(test_float_degrades_as_its_digits_do);
    RUN_TEST(test_wrapped_angles_are_the_same_angles);
    RUN_TEST(test_zero_is_exact);
    return UNITY_END();
}
