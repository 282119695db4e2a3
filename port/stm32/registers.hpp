#pragma once
// Peripherals that are the same on STM32F4 and STM32G4. Sections: RM0090 (F405), RM0390 (F446), RM0440 (G4).
#include "port/register.hpp"

namespace stm32 {
using port::block;
using port::Register;

// RM0090 8.4, RM0390 7.4, RM0440 9.4
struct Gpio {
    Register moder, otyper, ospeedr, pupdr, idr, odr, bsrr, lckr, afr[2];

    // Hands a pin to a peripheral, with a pull-up so that an unconnected input is quiet.
    void use_alternate(unsigned pin, std::uint32_t function) {
        afr[pin / 8] = (afr[pin / 8] & ~(0xFu << pin % 8 * 4)) | function << pin % 8 * 4;
        pupdr = (pupdr & ~(3u << pin * 2)) | 1u << pin * 2;
        moder = (moder & ~(3u << pin * 2)) | 2u << pin * 2;
    }
};

// General-purpose timers: RM0090 18.4, RM0390 17.4, RM0440 29.5
struct Timer {
    Register cr1, cr2, smcr, dier, sr, egr, ccmr[2], ccer, cnt, psc, arr;

    static constexpr std::uint32_t enable = 1, update = 1;  // CR1.CEN, EGR.UG
};
inline Timer& tim2() { return block<Timer>(0x4000'0000); }  // 32 bits

// Independent watchdog: RM0090 21.4, RM0390 20.4, RM0440 42.4
struct Iwdg {
    Register kr, pr, rlr, sr;

    static constexpr std::uint32_t start = 0xCCCC, unlock = 0x5555, kick = 0xAAAA, divide_by_32 = 3;
};
inline Iwdg& iwdg() { return block<Iwdg>(0x4000'3000); }

}  // namespace stm32
