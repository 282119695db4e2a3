// arithmetic_is_exact(), in every rounding mode and with subnormal numbers flushed to zero, as the core's control register has it.
// That it sees flags: checks/contracted.cpp, checks/arithmetic.py.
#include "limb/arithmetic.hpp"

#include <initializer_list>

#include "unity.h"

namespace {

// The register, and its fields: rounding up, down, towards zero; results, and where that is apart operands, flushed to zero.
#if defined __x86_64__ || defined __SSE2__
std::uint32_t control() { return __builtin_ia32_stmxcsr(); }
void set_control(std::uint32_t x) { __builtin_ia32_ldmxcsr(x); }
constexpr std::uint32_t other_modes[] = {2u << 13, 1u << 13, 3u << 13, 1u << 15, 1u << 6};
#elif defined __arm__
std::uint32_t control() {
    std::uint32_t x;
    asm volatile("vmrs %0, fpscr" : "=r"(x));
    return x;
}
void set_control(std::uint32_t x) { asm volatile("vmsr fpscr, %0" ::"r"(x) : "memory"); }
constexpr std::uint32_t other_modes[] = {1u << 22, 2u << 22, 3u << 22, 1u << 24};
#elif defined __aarch64__
std::uint64_t control() {
    std::uint64_t x;
    asm volatile("mrs %0, fpcr" : "=r"(x));
    return x;
}
void set_control(std::uint64_t x) { asm volatile("msr fpcr, %0" ::"r"(x) : "memory"); }
constexpr std::uint32_t other_modes[] = {1u << 22, 2u << 22, 3u << 22, 1u << 24};
#elif defined __riscv
std::uint32_t control() {
    std::uint32_t x;
    asm volatile("frcsr %0" : "=r"(x));
    return x;
}
void set_control(std::uint32_t x) { asm volatile("fscsr %0" ::"r"(x) : "memory"); }
constexpr std::uint32_t other_modes[] = {3u << 5, 2u << 5, 1u << 5};  // it has no flushing
#endif

void test_as_started_it_is_exact() { TEST_ASSERT_TRUE(limb::arithmetic_is_exact()); }

void test_other_modes_of_the_core_are_seen() {
    for (const auto mode : other_modes) {
        const auto before = control();
        set_control(before | mode);
        const bool exact = limb::arithmetic_is_exact();
        set_control(before);
        TEST_ASSERT_FALSE_MESSAGE(exact, "it does not see the mode");
        TEST_ASSERT_TRUE(limb::arithmetic_is_exact());
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_as_started_it_is_exact);
    RUN_TEST(test_other_modes_of_the_core_are_seen);
    return UNITY_END();
}
