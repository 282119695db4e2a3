#pragma once
// What every family of STM32 does alike, of its own header and of port/cortex_m4f/board.hpp. The family's source
// includes it once, at its end, where `family` is that family's namespace: with Usart, rcc(), Rcc, core_hz,
// start_serial and on_serial.
#include "port/cortex_m4f/board.hpp"
#include "port/stm32/serial.hpp"

namespace {
constinit stm32::Serial<family::Usart> serial;
}

void family::start_serial(Usart& usart, unsigned interrupt, std::uint32_t clock_hz) {
    serial.start(usart, interrupt, clock_hz);
}
void family::on_serial() { serial.on_interrupt(); }

namespace port::board {

std::uint32_t core_hz() { return family::core_hz; }

bool reset_by_watchdog() {
    const bool was = family::rcc().csr.has(family::Rcc::watchdog_reset);
    family::rcc().csr.set(family::Rcc::forget_resets);
    return was;
}

std::size_t serial_read(void* into, std::size_t size) { return serial.read(into, size); }
bool serial_write(const void* from, std::size_t size) { return serial.write(from, size); }

}  // namespace port::board
