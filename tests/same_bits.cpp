// The same bits everywhere: thousands of results of every sweep, on every kind of root and form, hashed. One
// value is stored here; host and boards, compilers and optimisation levels must all come to it.
#include "hash.hpp"
#include "robots/chain16.hpp"
#include "robots/gimbal3.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using hash::Hash;

// Agreed by g++ (-O0, -O2, -O3, sanitized), clang++ and arm-none-eabi-g++ on both emulated boards. Whoever changes the
// order of the arithmetic changes it: store the printed value, but only if every stage of `tools/limb test` prints the
// same one.
constexpr std::uint32_t agreed = 0xb21c0bdc;

std::uint32_t hash_of_all(int states) {
    Hash hash;
    hash::see_sweeps<robots::gimbal3, 2>(hash, states);
    hash::see_sweeps<small_robots::crane, 3>(hash, states);
    hash::see_sweeps<small_robots::walker, 4>(hash, states);
    hash::see_sweeps<robots::chain16, 15>(hash, states);
    TEST_ASSERT_TRUE(hash.count() > 10'000);
    return hash.value();
}

// The first to look at where the bits differ: flags or the rounding mode.
void test_arithmetic_is_exact() { TEST_ASSERT_TRUE(limb::arithmetic_is_exact()); }

void test_bits_are_the_agreed_ones() {
    const std::uint32_t hash = hash_of_all(20);
    TEST_ASSERT_EQUAL_HEX32(agreed, hash);
}

// One wrong last bit anywhere is seen.
void test_the_hash_sees_a_bit() {
    Hash a, b, c;
    a.see(1.0f);
    b.see(std::bit_cast<float>(std::bit_cast<std::uint32_t>(1.0f) + 1));
    c.see(-0.0f);
    Hash zero;
    zero.see(0.0f);
    TEST_ASSERT_TRUE(a.value() != b.value());
    TEST_ASSERT_TRUE(c.value() != zero.value());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_the_hash_sees_a_bit);
    RUN_TEST(test_arithmetic_is_exact);
    RUN_TEST(test_bits_are_the_agreed_ones);
    return UNITY_END();
}
