// ST NUCLEO-F446RE (UM1724): builds; not yet run on hardware.
// The link is USART2 on PA2 (out) and PA3 (in), the ST-LINK's virtual COM port, 1 Mbaud. Its ST-LINK gives HSE 8 MHz.
#include "port/cortex_m4f/board.hpp"

#include "port/stm32f4/stm32f4.hpp"

namespace {
using namespace stm32f4;

// 97 interrupts: RM0390 section 10.2
[[gnu::section(".vectors.part"), gnu::used]] constexpr auto vectors =
    port::handlers<97>({{usart2_interrupt, on_serial}});

}  // namespace

namespace port::board {

void start() { start_clock(Source::external_clock); }

void serial_start() {
    rcc().ahb1enr.set(1u << 0);  // port A
    rcc().apb1enr.set(Rcc::usart2);
    gpio('A').use_alternate(2, 7);
    gpio('A').use_alternate(3, 7);
    start_serial(usart2(), usart2_interrupt, apb1_hz);
}

}  // namespace port::board
