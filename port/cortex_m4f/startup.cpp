// From reset to main on a Cortex-M4F: FPU on, memory filled and protected as the linker script laid it out, main on the
// process stack (PSP) so that a fault handler on its own stack (MSP) survives a full one. main's return value ends the
// program. References: ARM DDI 0403 (ARMv7-M Architecture Reference Manual), sections B1.4, B1.5 and B3.2.
#include <cstdint>

#include "port/cortex_m4f/board.hpp"
#include "port/cortex_m4f/core.hpp"
#include "port/cortex_m4f/memory.hpp"
#include "port/port.hpp"

using Word = std::uint32_t;

extern "C" {
extern const Word data_image[], sweeps_image[];                                              // sections.ld: in flash
extern Word data_begin[], data_end[], sweeps_begin[], sweeps_end[], bss_begin[], bss_end[];  // where they live
extern void (*const init_array_begin[])();
extern void (*const init_array_end[])();

int program() asm("main");  // C++ lets nobody call main by its name
[[noreturn]] void reset();
void on_tick();
}

namespace {

void copy(const Word* from, Word* to, const Word* end) {
    if (from == to) return;  // runs where it was loaded
    while (to < end) *to++ = *from++;
}

}  // namespace

extern "C" [[noreturn, gnu::used]] void start_program() {
    for (auto initialiser = init_array_begin; initialiser < init_array_end; ++initialiser) (*initialiser)();
    port::exit(program());
}

// Objects that were compiled with unwind tables, some of the C library's and libgcc's among them, ask for this one by name; libgcc's
// own would bring 5 KB of unwinder along, which nobody calls.
extern "C" [[gnu::weak]] void __aeabi_unwind_cpp_pr0() {}

// Thread mode on the process stack, the main stack left to handlers from its top (B1.4.4: CONTROL.SPSEL).
[[noreturn, gnu::naked]] static void start_program_on_process_stack() {
    asm volatile(
        "ldr r0, =main_stack_top\n"
        "msr psp, r0\n"
        "ldr r0, =handler_stack_top\n"
        "msr msp, r0\n"
        "movs r0, #2\n"
        "msr control, r0\n"
        "isb\n"
        "b start_program\n");
}

// The sixteen entries of the core (B1.5.3); those of the part follow in .vectors.part.
struct CoreVectors {
    Word* initial_stack;
    port::Handler handlers[15];
};
extern "C" [[gnu::section(".vectors.core"), gnu::used]] const CoreVectors vector_table = {
    handler_stack_top,
    {reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, on_tick}};

extern "C" [[noreturn, gnu::used]] void reset() {
    using namespace port;
    core::cpacr().set(core::cpacr_fpu_on);  // nothing before this line may use a float
    core::fpccr().set(core::fpccr_lazy);
    core::scb().vtor = reinterpret_cast<std::uintptr_t>(&vector_table);
    asm volatile("dsb\nisb" ::: "memory");
    copy(data_image, data_begin, data_end);
    copy(sweeps_image, sweeps_begin, sweeps_end);
    for (Word* word = bss_begin; word < bss_end; ++word) *word = 0;
    protect_memory();
    core::scb().shcsr.set(core::shcsr_own_handlers);
    core::scb().ccr.set(core::ccr_trap_divide_by_zero);
    board::start();
    recall_fault(board::reset_by_watchdog());
    start_program_on_process_stack();
}
