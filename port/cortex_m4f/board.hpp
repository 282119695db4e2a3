#pragma once
// What a board owes port/cortex_m4f and port/uart, besides the clock and watchdog of port.hpp.
#include <etl/array.h>

#include <cstddef>
#include <cstdint>

extern "C" void fault();  // port/cortex_m4f/fault.cpp: also takes the interrupts that nothing handles

namespace port {

using Handler = void (*)();

// The handlers of a part's interrupts, in the order of its manual's vector table. A board places them behind the
// core's:
//     [[gnu::section(".vectors.part"), gnu::used]] constexpr auto vectors = port::handlers<82>({{37, on_usart1}});
struct Handled {
    unsigned interrupt;
    Handler handler;
};
template <std::size_t interrupts, std::size_t handled>
constexpr etl::array<Handler, interrupts> handlers(const Handled (&list)[handled]) {
    etl::array<Handler, interrupts> table;
    table.fill(fault);
    for (const Handled& entry : list) table[entry.interrupt] = entry.handler;
    return table;
}

namespace board {

// Called once, before any static initialiser and main: clocks, the timer behind port::ticks.
void start();

// The core's clock, which is the control tick's too.
std::uint32_t core_hz();

// Whether the part says that its watchdog caused the reset before this start. Asked once, after start().
bool reset_by_watchdog();

// The UART that is the link when it is not semihosting: as port::link_read and port::link_write.
void serial_start();
std::size_t serial_read(void* into, std::size_t size);
bool serial_write(const void* from, std::size_t size);

}  // namespace board
}  // namespace port
