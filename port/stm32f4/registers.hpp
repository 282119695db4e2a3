#pragma once
// Peripherals of the STM32F4. Sections: RM0090 (F405) and RM0390 (F446).
#include "port/stm32/registers.hpp"

namespace stm32f4 {
using port::block;
using port::Register;

// Reset and clock control: RM0090 7.3, RM0390 6.3
struct Rcc {
    Register cr, pllcfgr, cfgr, cir, ahb1rstr, ahb2rstr, ahb3rstr, reserved0, apb1rstr, apb2rstr, reserved1[2];
    Register ahb1enr, ahb2enr, ahb3enr, reserved2, apb1enr, apb2enr, reserved3[2];
    Register ahb1lpenr, ahb2lpenr, ahb3lpenr, reserved4, apb1lpenr, apb2lpenr, reserved5[2];
    Register bdcr, csr;

    static constexpr std::uint32_t hsi_ready = 1u << 1, hse_on = 1u << 16, hse_ready = 1u << 17, hse_bypass = 1u << 18,
                                   pll_on = 1u << 24, pll_ready = 1u << 25;                                      // CR
    static constexpr std::uint32_t apb1_by_4 = 5u << 10, apb2_by_2 = 4u << 13, use_pll = 2, pll_used = 2u << 2;  // CFGR
    static constexpr std::uint32_t tim2 = 1u << 0, usart2 = 1u << 17;                    // APB1ENR
    static constexpr std::uint32_t usart1 = 1u << 4;                                     // APB2ENR
    static constexpr std::uint32_t watchdog_reset = 1u << 29, forget_resets = 1u << 24;  // CSR
};
static_assert(sizeof(Rcc) == 0x78);
inline Rcc& rcc() { return block<Rcc>(0x4002'3800); }

// Flash access control: RM0090 3.9.1, RM0390 3.8.1
struct Flash {
    Register acr;

    static constexpr std::uint32_t prefetch = 1u << 8, caches = 3u << 9;
};
inline Flash& flash() { return block<Flash>(0x4002'3C00); }

inline stm32::Gpio& gpio(char port) { return block<stm32::Gpio>(0x4002'0000 + 0x400 * (port - 'A')); }

// RM0090 30.6, RM0390 25.6
struct Usart {
    Register sr, dr, brr, cr1, cr2, cr3;

    void start(std::uint32_t cycles_per_bit) {
        brr = cycles_per_bit;                          // 16 samples a bit
        cr1 = 1u << 13 | 1u << 5 | 1u << 3 | 1u << 2;  // UE, RXNEIE, TE, RE
    }
    bool can_receive() const { return sr.has(1u << 5); }
    std::uint8_t receive() { return static_cast<std::uint8_t>(dr); }
    bool can_send() const { return sr.has(1u << 7); }
    void send(std::uint8_t byte) { dr = byte; }
    void interrupt_when_sendable(bool on) { on ? cr1.set(1u << 7) : cr1.clear(1u << 7); }
    void clear_overrun() {}  // reading SR and then DR does it
};
inline Usart& usart1() { return block<Usart>(0x4001'1000); }
inline Usart& usart2() { return block<Usart>(0x4000'4400); }
constexpr unsigned usart1_interrupt = 37, usart2_interrupt = 38;

}  // namespace stm32f4
