// A port to copy: every function that a new part or board of a known core owes us, with what it has to do. It compiles
// and does nothing. The contracts are in port/port.hpp and port/cortex_m4f/board.hpp; port/mps2 is the shortest real
// one.
#include "port/cortex_m4f/board.hpp"
#include "port/port.hpp"
#include "port/serial_queue.hpp"

// Registers go to a registers.hpp: a struct of port::Register for each block, the manual's section above it.

namespace {

constinit port::SerialQueue received, to_send;

// While the UART has a byte: received.push(byte). While it takes one and to_send.pop(byte): send it.
// Ask for an interrupt when it can send exactly as long as to_send is not empty.
void on_serial() {}

// The number of interrupts and which ones they are: the vector table in the part's manual.
[[gnu::section(".vectors.part"), gnu::used]] constexpr auto vectors = port::handlers<32>({{0, on_serial}});

}  // namespace

namespace port {

// Core and bus clocks, with waits that end; flash wait states before the clock is raised; the counter of ticks().
void board::start() {}

// What the core runs at then.
std::uint32_t board::core_hz() { return 16'000'000; }

// From the reset status register, which is then cleared; false where the watchdog interrupts before it resets.
bool board::reset_by_watchdog() { return false; }

// A free-running 32-bit counter, and its rate.
std::uint32_t ticks() { return 0; }
std::uint32_t ticks_per_second() { return 1; }

// One that keeps running when the program does not.
void watchdog_start(std::uint32_t) {}
void watchdog_kick() {}

// received.start(), to_send.start(); pins, baud rate, receive interrupt on; core::enable_interrupt last.
void board::serial_start() {}

std::size_t board::serial_read(void* into, std::size_t size) { return received.pop(into, size); }

// core::pend_interrupt lets on_serial send the first byte.
bool board::serial_write(const void* from, std::size_t size) { return to_send.push(from, size); }

}  // namespace port
