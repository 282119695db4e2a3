#pragma once
// What every STM32 board here has in common, and stm32.cpp provides for port.hpp: TIM2 is the clock, IWDG the
// watchdog. QEMU models TIM2 (at 1 GHz) but neither the clock tree nor IWDG.
#include <cstdint>

#include "port/register.hpp"

namespace stm32 {

// Waits, but not for ever, for hardware to set these bits: a broken crystal, or an emulator, must not hang the board.
bool wait_for(const port::Register& flags, std::uint32_t bits);

// Starts TIM2, which counts at `timer_hz`; its bus clock is on.
void start_counter(std::uint32_t timer_hz);

}  // namespace stm32
