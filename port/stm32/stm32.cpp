// port.hpp's clock and watchdog on an STM32.
#include "port/stm32/stm32.hpp"

#include "port/port.hpp"
#include "port/stm32/registers.hpp"

static std::uint32_t timer_hz;

namespace stm32 {

bool wait_for(const Register& flags, std::uint32_t bits) {
    for (int attempt = 0; attempt < 100'000; ++attempt)
        if (flags.has(bits)) return true;
    return false;
}

void start_counter(std::uint32_t hz) {
    timer_hz = hz;
    tim2().arr = 0xFFFF'FFFF;
    tim2().egr = Timer::update;  // take the reload value over
    tim2().cr1 = Timer::enable;
}

}  // namespace stm32

namespace port {
using namespace stm32;

std::uint32_t ticks() { return tim2().cnt; }

std::uint32_t ticks_per_second() { return timer_hz; }

// LSI / 32 is 1 kHz, give or take what an RC oscillator does (17 to 47 kHz on an F4). Not modelled by QEMU.
void watchdog_start(std::uint32_t milliseconds) {
    iwdg().kr = Iwdg::start;
    iwdg().kr = Iwdg::unlock;
    iwdg().pr = Iwdg::divide_by_32;
    iwdg().rlr = milliseconds;
    iwdg().kr = Iwdg::kick;
}

void watchdog_kick() { iwdg().kr = Iwdg::kick; }

}  // namespace port
