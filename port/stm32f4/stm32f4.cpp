// The clock tree and the USART of the STM32F4.
#include "port/stm32f4/stm32f4.hpp"

#include "port/stm32/stm32.hpp"

namespace stm32f4 {
namespace {

constexpr std::uint32_t timer_hz = 2 * apb1_hz;             // RM0090 7.2: twice a divided bus clock
constexpr std::uint32_t emulated_timer_hz = 1'000'000'000;  // netduinoplus2: one count is one instruction

// RM0090 7.3.2: 2 MHz into the PLL, x 168, / 2. Q and R are for USB and audio, and must be at least 2.
constexpr std::uint32_t pll_of(std::uint32_t source_mhz, std::uint32_t source_bit) {
    return source_mhz / 2 | 168u << 6 | source_bit << 22 | 7u << 24 | 2u << 28;
}
constexpr std::uint32_t flash_wait_states = 5;  // RM0090 3.5.1, RM0390 3.4.1: above 150 MHz at 2.7 to 3.6 V

}  // namespace

void start_clock(Source hse) {
    rcc().apb1enr.set(Rcc::tim2);
    // The part starts on its internal oscillator, so this flag is set. QEMU has no clock tree and reads 0.
    if (!rcc().cr.has(Rcc::hsi_ready)) return stm32::start_counter(emulated_timer_hz);

    if (hse == Source::external_clock) rcc().cr.set(Rcc::hse_bypass);
    rcc().cr.set(Rcc::hse_on);
    rcc().pllcfgr = stm32::wait_for(rcc().cr, Rcc::hse_ready) ? pll_of(8, 1) : pll_of(16, 0);
    rcc().cr.set(Rcc::pll_on);
    stm32::wait_for(rcc().cr, Rcc::pll_ready);
    flash().acr = flash_wait_states | Flash::prefetch | Flash::caches;
    rcc().cfgr = Rcc::apb1_by_4 | Rcc::apb2_by_2 | Rcc::use_pll;
    stm32::wait_for(rcc().cfgr, Rcc::pll_used);
    stm32::start_counter(timer_hz);
}

}  // namespace stm32f4

namespace family = stm32f4;
#include "port/stm32/family.hpp"
