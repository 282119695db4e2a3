// The platform keeps port.hpp's promises: memory is set up before main, files are read, the clock runs.
#include "port/port.hpp"

#include <cstdint>

#include "unity.h"

namespace {

volatile int initialised = 42;  // volatile: read from memory, not folded
volatile int zero;
int answer() { return initialised; }
int from_static_initialiser = answer();
[[gnu::section(".limb_sweeps"), gnu::noinline]] float placed_half(float x) { return 0.5f * x; }

void test_memory_is_set_up_before_main() {
    TEST_ASSERT_EQUAL_INT(42, initialised);
    TEST_ASSERT_EQUAL_INT(0, zero);
    TEST_ASSERT_EQUAL_INT(42, from_static_initialiser);
}

void test_the_fpu_works() {
    volatile float x = 3.0f;
    TEST_ASSERT_EQUAL_FLOAT(1.5f, placed_half(x));
}

void test_a_file_is_read_to_its_end() {
    port::File file("support/unity_config.h");
    TEST_ASSERT_TRUE(file.is_open());
    char text[3];
    TEST_ASSERT_EQUAL_size_t(2, file.read(text, 2));
    TEST_ASSERT_EQUAL_CHAR_ARRAY("/*", text, 2);
    char rest[4096];
    const std::size_t size = file.read(rest, sizeof rest);
    TEST_ASSERT_TRUE(size > 0 && size < sizeof rest);
    TEST_ASSERT_EQUAL_size_t(0, file.read(rest, sizeof rest));
}

void test_a_missing_file_is_not_open() {
    port::File file("no/such/file");
    TEST_ASSERT_FALSE(file.is_open());
}

void test_the_clock_runs() {
    const std::uint32_t start = port::ticks();
    for (int i = 0; i < 10000; ++i) asm volatile("");
    TEST_ASSERT_TRUE(port::ticks() - start > 0);
    TEST_ASSERT_TRUE(port::ticks_per_second() > 0);
}

// Ten periods of the control tick by the clock. The host's may be late, never early; a target's is exact.
void test_the_tick_keeps_time() {
    port::start_tick(1000);
    port::wait_tick();
    const std::uint32_t start = port::ticks();
    std::uint32_t passed = 0;
    while (passed < 10) passed += port::wait_tick();
    const std::uint32_t period = port::ticks_per_second() / 1000, took = port::ticks() - start;
    TEST_ASSERT_TRUE(took > 9 * period);
#ifdef __ARM_ARCH
    TEST_ASSERT_EQUAL_UINT32(10, passed);
    TEST_ASSERT_UINT32_WITHIN(period / 100, 10 * period, took);
#endif
}

void test_a_late_program_is_told_so() {
    port::wait_tick();
    const std::uint32_t start = port::ticks(), two_and_a_half_periods = port::ticks_per_second() / 400;
    while (port::ticks() - start < two_and_a_half_periods) {
    }
    TEST_ASSERT_TRUE(port::wait_tick() >= 2);
}

void test_nothing_has_stopped_before() {
    TEST_ASSERT_TRUE(port::last_fault().kind == port::Stop::none);
    TEST_ASSERT_EQUAL_UINT16(0, port::last_fault().count);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_memory_is_set_up_before_main);
    RUN_TEST(test_the_fpu_works);
    RUN_TEST(test_a_file_is_read_to_its_end);
    RUN_TEST(test_a_missing_file_is_not_open);
    RUN_TEST(test_the_clock_runs);
    RUN_TEST(test_the_tick_keeps_time);
    RUN_TEST(test_a_late_program_is_told_so);
    RUN_TEST(test_nothing_has_stopped_before);
    return UNITY_END();
}
