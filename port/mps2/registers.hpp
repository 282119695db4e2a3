#pragma once
// Peripherals of the Arm MPS2 with the AN386 image (Arm DAI 0386, section 4), all of the Cortex-M System Design Kit
// (Arm DDI 0479). Their clock is 25 MHz.
#include "port/register.hpp"

namespace mps2 {
using port::block;
using port::Register;

constexpr std::uint32_t clock_hz = 25'000'000;

// APB dual timer, the first of the two: section 4.2. Counts down.
struct DualTimer {
    Register load, value, control;

    static constexpr std::uint32_t enable = 1u << 7, size_32_bits = 1u << 1;
};
inline DualTimer& dual_timer() { return block<DualTimer>(0x4000'2000); }

// APB UART: section 4.3
struct Uart {
    Register data, state, control, interrupt, divider;

    static constexpr std::uint32_t sending = 1u << 0, received = 1u << 1;  // STATE
    static constexpr std::uint32_t send_and_receive = 3, interrupt_when_sent = 1u << 2,
                                   interrupt_when_received = 1u << 3;
    static constexpr std::uint32_t sent_interrupt = 1u << 0, received_interrupt = 1u << 1, overruns = 3u << 2;
};
inline Uart& uart0() { return block<Uart>(0x4000'4000); }
constexpr unsigned uart0_receive_interrupt = 0, uart0_send_interrupt = 1;

// APB watchdog: section 4.4. Raises the NMI when it reaches 0, and the reset when it does again.
struct Watchdog {
    Register load, value, control, clear, raw, masked, reserved[762], lock;

    static constexpr std::uint32_t nmi_and_reset = 3, key = 0x1ACC'E551;
};
static_assert(sizeof(Watchdog) == 0xC04);
inline Watchdog& watchdog() { return block<Watchdog>(0x4000'8000); }

}  // namespace mps2
