#pragma once
// What every STM32 board here has in common, and stm32.cpp provides for port.hpp: TIM2 is the clock, TIM3 the control
// tick, IWDG the watchdog. QEMU models TIM2 and TIM3 (at 1 GHz) but neither clock tree nor IWDG.
#include <cstdint>

#include "port/register.hpp"

namespace stm32 {

// Waits, but not for ever, for hardware to set these bits: a broken crystal, or an emulator, must not hang the board.
bool wait_for(const port::Register& flags, std::uint32_t bits);

// Starts TIM2, which counts at `timer_hz` as does TIM3; their bus clocks are on.
void start_timers(std::uint32_t timer_hz);
void on_tick();  // handler of tim3_interrupt

}  // namespace stm32
