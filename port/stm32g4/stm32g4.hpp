#pragma once
// The STM32G4: its clock tree at 170 MHz, its most, for all buses and timers; a USART.
#include <cstdint>

#include "port/stm32g4/registers.hpp"

namespace stm32g4 {

constexpr std::uint32_t core_hz = 170'000'000;

// From an 8 MHz crystal; when it does not start, from the internal oscillator (1 % off). Waits are bounded.
// Also starts TIM2.
void start_clock();

// The USART that a board chose as its link; `on_serial` handles its interrupt.
void start_serial(Usart& usart, unsigned interrupt, std::uint32_t clock_hz);
void on_serial();

}  // namespace stm32g4
