#pragma once
// Peripherals of the STM32G4. Sections: RM0440.
#include "port/stm32/registers.hpp"

namespace stm32g4 {
using port::block;
using port::Register;

// Reset and clock control: 7.4
struct Rcc {
    Register cr, icscr, cfgr, pllcfgr, reserved0[2], cier, cifr, cicr, reserved1, ahb1rstr, ahb2rstr, ahb3rstr,
        reserved2;
    Register apb1rstr1, apb1rstr2, apb2rstr, reserved3, ahb1enr, ahb2enr, ahb3enr, reserved4, apb1enr1, apb1enr2,
        apb2enr;
    Register reserved5[11], bdcr, csr;

    static constexpr std::uint32_t hse_on = 1u << 16, hse_ready = 1u << 17, pll_on = 1u << 24,
                                   pll_ready = 1u << 25;                                 // CR
    static constexpr std::uint32_t ahb_by_2 = 8u << 4, use_pll = 3, pll_used = 3u << 2;  // CFGR
    static constexpr std::uint32_t gpiob = 1u << 1;                                      // AHB2ENR
    static constexpr std::uint32_t tim2 = 1u << 0, usart2 = 1u << 17, pwr = 1u << 28;    // APB1ENR1
    static constexpr std::uint32_t watchdog_reset = 1u << 29, forget_resets = 1u << 23;  // CSR
};
static_assert(sizeof(Rcc) == 0x98);
inline Rcc& rcc() { return block<Rcc>(0x4002'1000); }

// Power control: 6.4
struct Pwr {
    Register cr1, cr2, cr3, cr4, sr1, sr2, scr, reserved0, pull[14], reserved1[10], cr5;

    static constexpr std::uint32_t no_dead_battery = 1u << 14;  // CR3: no USB-C pull-down on PB4
    static constexpr std::uint32_t not_boosted = 1u << 8;       // CR5: at most 150 MHz
};
static_assert(sizeof(Pwr) == 0x84);
inline Pwr& pwr() { return block<Pwr>(0x4000'7000); }

// Flash access control: 3.7.1
struct Flash {
    Register acr;

    static constexpr std::uint32_t prefetch = 1u << 8, caches = 3u << 9;
};
inline Flash& flash() { return block<Flash>(0x4002'2000); }

inline stm32::Gpio& gpio(char port) { return block<stm32::Gpio>(0x4800'0000 + 0x400 * (port - 'A')); }

// 37.8
struct Usart {
    Register cr1, cr2, cr3, brr, gtpr, rtor, rqr, isr, icr, rdr, tdr, presc;

    void start(std::uint32_t cycles_per_bit) {
        brr = cycles_per_bit;                         // 16 samples a bit
        cr1 = 1u << 5 | 1u << 3 | 1u << 2 | 1u << 0;  // RXNEIE, TE, RE, UE
    }
    bool can_receive() const { return isr.has(1u << 5); }
    std::uint8_t receive() { return static_cast<std::uint8_t>(rdr); }
    bool can_send() const { return isr.has(1u << 7); }
    void send(std::uint8_t byte) { tdr = byte; }
    void interrupt_when_sendable(bool on) { on ? cr1.set(1u << 7) : cr1.clear(1u << 7); }
    void clear_overrun() { icr = 1u << 3; }  // it would interrupt for ever
};
inline Usart& usart2() { return block<Usart>(0x4000'4400); }
constexpr unsigned usart2_interrupt = 38;

}  // namespace stm32g4
