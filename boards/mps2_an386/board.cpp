// Arm MPS2 board with the AN386 image (Cortex-M4F), as QEMU's mps2-an386.
// The clock is timer 1 of the CMSDK dual timer (Arm DDI 0479, section 4.5), 32 bits, counting down at 25 MHz.
#include <cstdint>

#include "port/cortex_m4f/startup.hpp"
#include "port/port.hpp"

namespace {

volatile std::uint32_t& reg(std::uint32_t address) { return *reinterpret_cast<volatile std::uint32_t*>(address); }

constexpr std::uint32_t timer1_value = 0x4000'2004, timer1_control = 0x4000'2008;
constexpr std::uint32_t enable = 1u << 7, size_32_bits = 1u << 1;

}  // namespace

void port::start_board() { reg(timer1_control) = enable | size_32_bits; }

std::uint32_t port::ticks() { return ~reg(timer1_value); }

std::uint32_t port::ticks_per_second() { return 25'000'000; }
