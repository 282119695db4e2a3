// port.hpp's clock, control tick and watchdog on an STM32.
#include "port/stm32/stm32.hpp"

#include "port/cortex_m4f/core.hpp"
#include "port/port.hpp"
#include "port/stm32/registers.hpp"

namespace {

std::uint32_t timer_hz;
constinit port::core::Counter control_ticks;

}  // namespace

namespace stm32 {

bool wait_for(const Register& flags, std::uint32_t bits) {
    for (int attempt = 0; attempt < 100'000; ++attempt)
        if (flags.has(bits)) return true;
    return false;
}

void start_timers(std::uint32_t hz) {
    timer_hz = hz;
    tim2().arr = 0xFFFF'FFFF;
    tim2().egr = Timer::update;  // take the reload value over
    tim2().cr1 = Timer::enable;
}

void on_tick() {
    tim3().sr = ~Timer::update;  // bits are cleared by writing 0
    control_ticks.count();
}

}  // namespace stm32

namespace port {
using namespace stm32;

std::uint32_t ticks() { return tim2().cnt; }

std::uint32_t ticks_per_second() { return timer_hz; }

// TIM3 has 16 bits, so a prescaler takes the rest of the period.
void start_tick(std::uint32_t hz) {
    const std::uint32_t period = timer_hz / hz, prescaler = period / 0x1'0000 + 1;
    tim3().psc = prescaler - 1;
    tim3().arr = period / prescaler - 1;
    tim3().egr = Timer::update;  // take both over
    tim3().sr = 0;
    tim3().dier = Timer::update;
    core::enable_interrupt(tim3_interrupt);
    tim3().cr1 = Timer::enable;
}

std::uint32_t wait_tick() { return control_ticks.wait(); }

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
