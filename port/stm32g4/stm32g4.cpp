// The clock tree and the USART of the STM32G4.
#include "port/stm32g4/stm32g4.hpp"

#include "port/stm32/stm32.hpp"

namespace stm32g4 {
namespace {

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

}  // namespace stm32g4

namespace family = stm32g4;
#include "port/stm32/family.hpp"
