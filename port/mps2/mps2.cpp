// port.hpp's clock and watchdog, and the UART, of the MPS2 with the AN386 image.
#include "port/mps2/mps2.hpp"

#include "port/cortex_m4f/board.hpp"
#include "port/cortex_m4f/core.hpp"
#include "port/mps2/registers.hpp"
#include "port/port.hpp"
#include "port/serial_queue.hpp"

namespace {

constinit port::SerialQueue received, to_send;

}  // namespace

namespace mps2 {

void on_receive() {
    uart0().interrupt = Uart::received_interrupt;
    while (uart0().state.has(Uart::received)) received.push(static_cast<std::uint8_t>(uart0().data));
}

void on_sent() {
    uart0().interrupt = Uart::sent_interrupt;
    std::uint8_t byte = 0;
    while (!uart0().state.has(Uart::sending) && to_send.pop(byte)) uart0().data = byte;
}

}  // namespace mps2

namespace port {
using namespace mps2;

void board::start() { dual_timer().control = DualTimer::enable | DualTimer::size_32_bits; }

std::uint32_t board::core_hz() { return clock_hz; }

bool board::reset_by_watchdog() { return false; }  // its NMI has written the record

std::uint32_t ticks() { return ~dual_timer().value; }

std::uint32_t ticks_per_second() { return clock_hz; }

void watchdog_start(std::uint32_t milliseconds) {
    watchdog().lock = Watchdog::key;
    watchdog().load = clock_hz / 1000 * milliseconds;
    watchdog().control = Watchdog::nmi_and_reset;
}

void watchdog_kick() { watchdog().clear = 1; }  // starts again from LOAD

void board::serial_start() {
    received.start();
    to_send.start();
    uart0().divider = clock_hz / 1'000'000;  // baud
    uart0().control = Uart::send_and_receive | Uart::interrupt_when_sent | Uart::interrupt_when_received;
    core::enable_interrupt(uart0_receive_interrupt);
    core::enable_interrupt(uart0_send_interrupt);
}

std::size_t board::serial_read(void* into, std::size_t size) { return received.pop(into, size); }

bool board::serial_write(const void* from, std::size_t size) {
    if (!to_send.push(from, size)) return false;
    core::pend_interrupt(uart0_send_interrupt);  // the first byte; each one sent brings the next
    return true;
}

}  // namespace port
