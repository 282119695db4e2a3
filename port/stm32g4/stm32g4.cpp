// The clock tree and the USART of the STM32G4.
#include "port/stm32g4/stm32g4.hpp"

#include "port/cortex_m4f/board.hpp"
#include "port/stm32/serial.hpp"
#include "port/stm32/stm32.hpp"

namespace stm32g4 {
namespace {

constinit stm32::Serial<Usart> serial;

// 7.4.4: 4 MHz into the PLL, x 85, / 2
constexpr std::uint32_t pll_of(std::uint32_t source_mhz, std::uint32_t source) {
    return source | (source_mhz / 4 - 1) << 4 | 85u << 8 | 1u << 24;
}
constexpr std::uint32_t flash_wait_states = 4;  // 3.3.3: range 1 boost, up to 170 MHz

}  // namespace

void start_clock() {
    rcc().apb1enr1.set(Rcc::tim2 | Rcc::pwr);
    rcc().cr.set(Rcc::hse_on);
    rcc().pllcfgr = stm32::wait_for(rcc().cr, Rcc::hse_ready) ? pll_of(8, 3) : pll_of(16, 2);
    rcc().cr.set(Rcc::pll_on);
    stm32::wait_for(rcc().cr, Rcc::pll_ready);
    pwr().cr5.clear(Pwr::not_boosted);
    flash().acr = flash_wait_states | Flash::prefetch | Flash::caches;
    // 6.1.5: at least 1 us at half the speed on the way above 150 MHz
    rcc().cfgr = Rcc::ahb_by_2 | Rcc::use_pll;
    stm32::wait_for(rcc().cfgr, Rcc::pll_used);
    for (int i = 0; i < 100; ++i) asm volatile("nop");
    rcc().cfgr = Rcc::use_pll;
    stm32::start_counter(core_hz);
}

void start_serial(Usart& usart, unsigned interrupt, std::uint32_t clock_hz) {
    serial.start(usart, interrupt, clock_hz);
}
void on_serial() { serial.on_interrupt(); }

}  // namespace stm32g4

namespace port::board {
using namespace stm32g4;

std::uint32_t core_hz() { return stm32g4::core_hz; }

bool reset_by_watchdog() {
    const bool was = rcc().csr.has(Rcc::watchdog_reset);
    rcc().csr.set(Rcc::forget_resets);
    return was;
}

std::size_t serial_read(void* into, std::size_t size) { return serial.read(into, size); }
bool serial_write(const void* from, std::size_t size) { return serial.write(from, size); }

}  // namespace port::board
