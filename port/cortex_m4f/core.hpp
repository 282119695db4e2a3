#pragma once
// Registers of the Cortex-M4F core. Sections are those of ARM DDI 0403, the ARMv7-M Architecture Reference Manual.
#include <cstddef>

#include "port/register.hpp"

namespace port::core {

// System control block: B3.2.2, from ICSR on
struct SystemControl {
    Register icsr, vtor, aircr, scr, ccr, shpr[3], shcsr, cfsr, hfsr, dfsr, mmfar, bfar, afsr;
};
inline SystemControl& scb() { return block<SystemControl>(0xE000'ED04); }
constexpr std::uint32_t aircr_reset = 0x05FA'0004;                                // key, SYSRESETREQ
constexpr std::uint32_t shcsr_own_handlers = 7u << 16;                            // memory, bus and usage faults
constexpr std::uint32_t ccr_trap_divide_by_zero = 1u << 4;                        //
constexpr std::uint32_t cfsr_instruction_access = 1u << 0;                        // IACCVIOL, B3.2.15
constexpr std::uint32_t cfsr_data_access = 1u << 1;                               // DACCVIOL
constexpr std::uint32_t cfsr_stacking = 1u << 4 | 1u << 5 | 1u << 12 | 1u << 13;  // MSTKERR, MLSPERR, STKERR, LSPERR
constexpr std::uint32_t cfsr_mmfar_valid = 1u << 7;
constexpr std::uint32_t cfsr_bus = 7u << 8;  // IBUSERR, PRECISERR, IMPRECISERR
constexpr std::uint32_t cfsr_bfar_valid = 1u << 15;
constexpr std::uint32_t cfsr_undefined = 1u << 16;  // UNDEFINSTR
constexpr std::uint32_t cfsr_state = 1u << 17;      // INVSTATE: a call to an even address

// Coprocessor access and floating-point context: B3.2.20, B3.2.21
inline Register& cpacr() { return block<Register>(0xE000'ED88); }
constexpr std::uint32_t cpacr_fpu_on = 0xFu << 20;
inline Register& fpccr() { return block<Register>(0xE000'EF34); }
constexpr std::uint32_t fpccr_lazy = 1u << 31 | 1u << 30;  // ASPEN, LSPEN

// System timer: B3.3
struct SysTick {
    Register control, reload, value;
};
inline SysTick& sys_tick() { return block<SysTick>(0xE000'E010); }
constexpr std::uint32_t systick_on = 7;  // from the core's clock, with interrupt

// Memory protection unit: B3.5
struct MemoryProtection {
    Register type, ctrl, rnr, rbar, rasr;
};
inline MemoryProtection& mpu() { return block<MemoryProtection>(0xE000'ED90); }

// Interrupt controller: B3.4
struct InterruptController {
    Register iser[8], reserved0[24], icer[8], reserved1[24], ispr[8], reserved2[24], icpr[8], reserved3[88];
    volatile std::uint8_t priority[240];
};
static_assert(offsetof(InterruptController, priority) == 0x300);
inline InterruptController& nvic() { return block<InterruptController>(0xE000'E100); }

// Below the faults, so that a fault in an interrupt handler is taken as what it is and not as a HardFault.
constexpr std::uint8_t interrupt_priority = 0x80;

inline void enable_interrupt(unsigned number) {
    nvic().priority[number] = interrupt_priority;
    nvic().iser[number / 32] = 1u << number % 32;
}
inline void pend_interrupt(unsigned number) { nvic().ispr[number / 32] = 1u << number % 32; }

}  // namespace port::core
