// A firmware that breaks on request. At each start it sends a Report; then each byte that comes is something to break
// (break_by), and faults.py, which drives it, looks at the next report.
#include <cstdint>

#include "port/cortex_m4f/core.hpp"
#include "port/port.hpp"

namespace {

struct Report {
    port::FaultRecord fault;
    std::uint32_t kept;  // counted in .noinit
};
[[gnu::section(".noinit")]] std::uint32_t kept;
volatile std::uint32_t result;

// Addresses go through volatile, so that the compiler does not see what is wrong with them.
std::uint32_t read(std::uintptr_t address) {
    volatile std::uintptr_t hidden = address;
    return *reinterpret_cast<volatile std::uint32_t*>(hidden);
}
void write(std::uintptr_t address) {
    volatile std::uintptr_t hidden = address;
    *reinterpret_cast<volatile std::uint32_t*>(hidden) = 0xDEAD'BEEF;
}
void call(std::uintptr_t address) {
    volatile std::uintptr_t hidden = address;
    reinterpret_cast<void (*)()>(hidden)();
}

constexpr std::uintptr_t no_memory = 0x6000'0000, no_peripheral = 0x5FFF'0000, thumb = 1;
constexpr unsigned unhandled_interrupt = 20;

[[gnu::noinline]] std::uint32_t descend(std::uint32_t depth) {
    volatile std::uint32_t frame[8];
    frame[0] = depth;
    return depth == 0 ? 0 : descend(depth - 1) + frame[0];
}
[[gnu::noinline]] float descend_with_floats(float x) {
    volatile float frame[3];
    frame[0] = x;
    return x < 0.0f ? x : descend_with_floats(x + 1.0f) * frame[0];
}
[[gnu::noinline]] void use_a_large_frame() {
    std::uint8_t frame[200 * 1024];
    asm volatile("strb %0, [%0]" ::"r"(frame) : "memory");
}

}  // namespace

// Of external linkage, for faults.py to find.
extern "C" {
extern const std::uint32_t constant;
const std::uint32_t constant = 1;
std::uint16_t code_in_data[2] = {0x4770, 0x4770};  // bx lr
[[gnu::section(".limb_sweeps"), gnu::noinline]] float sweep(float x) { return 0.5f * x; }

[[gnu::noinline]] void break_by(std::uint8_t what) {
    std::uint16_t code_on_stack[2] = {0x4770, 0x4770};
    const auto address = [](auto* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
    switch (what) {
        case 'o':
            result = descend(1'000'000);
            break;
        case 'f':
            result = descend_with_floats(1.0f) > 0.0f;
            break;
        case 'O':
            use_a_large_frame();
            break;
        case 'r':
            result = read(0);
            break;
        case 'w':
            write(20);
            break;
        case 'c':
            call(0);
            break;
        case 'R':
            result = read(no_memory);
            break;
        case 'W':
            write(no_memory);
            break;
        case 'C':
            call(no_memory | thumb);
            break;
        case 'B':
            result = read(no_peripheral);
            break;
        case 'u':
            asm volatile("udf #1");
            break;
        case 'd':
            call(address(code_in_data) | thumb);
            break;
        case 's':
            call(address(code_on_stack) | thumb);
            break;
        case 'x':
            write(address(&break_by) & ~thumb);
            break;
        case 'X':
            write(address(&constant));
            break;
        case 'y':
            write(address(&sweep) & ~thumb);
            break;
        case 'l':
            asm volatile("ldrd r2, r3, [%0]" ::"r"(address(code_in_data) + 1) : "r2", "r3");
            break;
        case '/':
            asm volatile("udiv r2, %0, %1" ::"r"(1), "r"(0) : "r2");
            break;  // C++ may fold it away
        case 'i':
            port::core::enable_interrupt(unhandled_interrupt);
            port::core::pend_interrupt(unhandled_interrupt);
            break;
        case 'h':
            for (;;) asm volatile("");
        case '!':
            port::reset();
        case '+':
            ++kept;
            break;
        case '0':
            port::clear_fault();
            break;
    }
}
}

int main() {
    if (port::last_fault().kind == port::Stop::none) kept = 0;
    const Report report = {port::last_fault(), kept};
    port::link_write(&report, sizeof report);
    port::start_tick(1000);  // so that interrupts come in between
    port::watchdog_start(50);
    for (;;) {
        std::uint8_t what;
        if (port::link_read(&what, 1) == 1) break_by(what);
        port::watchdog_kick();
    }
}
