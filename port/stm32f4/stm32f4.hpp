#pragma once
// The STM32F4: its clock tree at 168 MHz, the most that an F405 does and an F446 does without over-drive; a USART.
#include <cstdint>

#include "port/stm32f4/registers.hpp"

namespace stm32f4 {

constexpr std::uint32_t core_hz = 168'000'000, apb1_hz = core_hz / 4, apb2_hz = core_hz / 2;

enum class Source { crystal, external_clock };

// From 8 MHz at the HSE pins; when nothing is there, from the internal oscillator (1 % off). Waits are bounded.
// Also starts TIM2.
void start_clock(Source hse);

// The USART that a board chose as its link; `on_serial` handles its interrupt.
void start_serial(Usart& usart, unsigned interrupt, std::uint32_t clock_hz);
void on_serial();

}  // namespace stm32f4
