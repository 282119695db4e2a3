// STM32F405, the part of ODrive v3 and VESC boards; QEMU's netduinoplus2 is the same part.
// The clock is TIM2, a 32-bit timer (RM0090 section 18.4).
#include <cstdint>

#include "port/cortex_m4f/startup.hpp"
#include "port/port.hpp"

namespace {

volatile std::uint32_t& reg(std::uint32_t address) { return *reinterpret_cast<volatile std::uint32_t*>(address); }

constexpr std::uint32_t rcc_apb1enr = 0x4002'3840;
constexpr std::uint32_t tim2_cr1 = 0x4000'0000, tim2_egr = 0x4000'0014, tim2_cnt = 0x4000'0024, tim2_arr = 0x4000'002C;

}  // namespace

void port::start_board() {
    reg(rcc_apb1enr) = reg(rcc_apb1enr) | 1u;  // TIM2 clock on
    reg(tim2_arr) = 0xFFFF'FFFF;
    reg(tim2_egr) = 1;  // take the reload value over
    reg(tim2_cr1) = 1;  // count up
}

std::uint32_t port::ticks() { return reg(tim2_cnt); }

// QEMU counts TIM2 at 1 GHz, one tick an instruction. The part itself counts at its timer clock: 16 MHz out of reset.
std::uint32_t port::ticks_per_second() { return 1'000'000'000; }
