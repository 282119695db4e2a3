// ST B-G431B-ESC1 motor controller (UM2516): builds; not yet run on hardware.
// The link is USART2 on PB3 (out) and PB4 (in), the ST-LINK's virtual COM port, 1 Mbaud. The crystal has 8 MHz.
#include "port/cortex_m4f/board.hpp"

#include "port/stm32g4/stm32g4.hpp"

namespace {
using namespace stm32g4;

// 102 interrupts: RM0440 section 14.3
[[gnu::section(".vectors.part"), gnu::used]] constexpr auto vectors =
    port::handlers<102>({{usart2_interrupt, on_serial}});

}  // namespace

namespace port::board {

void start() { start_clock(); }

void serial_start() {
    rcc().ahb2enr.set(Rcc::gpiob);
    rcc().apb1enr1.set(Rcc::usart2);
    pwr().cr3.set(Pwr::no_dead_battery);
    gpio('B').use_alternate(3, 7);
    gpio('B').use_alternate(4, 7);
    start_serial(usart2(), usart2_interrupt, stm32g4::core_hz);
}

}  // namespace port::board
