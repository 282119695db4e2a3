// The smallest firmware with a link: at each control tick it sends back what has arrived. Shows a port at work, and is
// the first thing to run on a new board: type into its serial port, and see it answer.
#include <cstdint>

#include "port/port.hpp"

namespace {

constexpr std::uint32_t tick_hz = 1000, watchdog_ms = 100;

}  // namespace

int main() {
    port::start_tick(tick_hz);
    port::watchdog_start(watchdog_ms);
    for (;;) {
        port::wait_tick();
        std::uint8_t bytes[port::link_capacity / 2];
        const std::size_t size = port::link_read(bytes, sizeof bytes);
        if (size > 0) port::link_write(bytes, size);
        port::watchdog_kick();
    }
}
