// STM32F405, the part of ODrive v3 and VESC boards, with an 8 MHz crystal; QEMU's netduinoplus2 is the same part.
// The link is USART1 on PA9 (out) and PA10 (in), 1 Mbaud.
//
// QEMU models the core, USART1 and TIM2. It does not model the clock tree (TIM2 counts at 1 GHz, the baud rate does not
// matter), the transmitter's interrupt, receive overruns, or IWDG: a hang there lasts.
#include "port/cortex_m4f/board.hpp"

#include "port/stm32f4/stm32f4.hpp"

namespace {
using namespace stm32f4;

// 82 interrupts: RM0090 section 12.2
[[gnu::section(".vectors.part"), gnu::used]] constexpr auto vectors =
    port::handlers<82>({{usart1_interrupt, on_serial}});

}  // namespace

namespace port::board {

void start() { start_clock(Source::crystal); }

void serial_start() {
    rcc().ahb1enr.set(1u << 0);  // port A
    rcc().apb2enr.set(Rcc::usart1);
    gpio('A').use_alternate(9, 7);
    gpio('A').use_alternate(10, 7);
    start_serial(usart1(), usart1_interrupt, apb2_hz);
}

}  // namespace port::board
