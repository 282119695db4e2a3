// From reset to main on a Cortex-M4F: vector table, FPU on, memory filled as the linker script laid it out.
// main's return value ends the program. A fault prints where it happened and ends it with code 70.
// References: ARM DDI 0403 (ARMv7-M Architecture Reference Manual), sections B1.5, B3.2 and C1.6.
#include "port/cortex_m4f/startup.hpp"

#include <cstdint>

#include "port/port.hpp"

using Word = std::uint32_t;

extern "C" {
extern Word stack_top[];                         // all of these: port/cortex_m4f/sections.ld
extern const Word data_image[], sweeps_image[];  // in flash
extern Word data_begin[], data_end[], sweeps_begin[], sweeps_end[], bss_begin[], bss_end[];  // where they live
extern void (*const init_array_begin[])();
extern void (*const init_array_end[])();

int program() asm("main");  // C++ lets nobody call main by its name
[[noreturn]] void reset();
void fault();
}

namespace {

constexpr int fault_exit_code = 70;

volatile Word* const cpacr = reinterpret_cast<volatile Word*>(0xE000ED88);  // coprocessor access control
volatile Word* const cfsr = reinterpret_cast<volatile Word*>(0xE000ED28);   // configurable fault status
volatile Word* const bfar = reinterpret_cast<volatile Word*>(0xE000ED38);   // address of a bus fault

void copy(const Word* from, Word* to, const Word* end) {
    if (from == to) return;  // runs where it was loaded
    while (to < end) *to++ = *from++;
}

void write_hex(const char* label, Word value) {
    char digits[8];
    for (int i = 0; i < 8; ++i) digits[i] = "0123456789abcdef"[(value >> (28 - 4 * i)) & 15];
    port::write(label);
    port::write({digits, 8});
}

}  // namespace

// The frame the core pushed: r0-r3, r12, lr, pc, xPSR.
extern "C" [[noreturn, gnu::used]] void report_fault(const Word* frame) {
    Word number;
    asm volatile("mrs %0, ipsr" : "=r"(number));
    write_hex("\nfault: exception ", number);
    write_hex(" at ", frame[6]);
    write_hex(", CFSR ", *cfsr);
    write_hex(", BFAR ", *bfar);
    port::write("\n");
    port::exit(fault_exit_code);
}

extern "C" [[gnu::naked]] void fault() {
    asm volatile(
        "tst lr, #4\n"
        "ite eq\n"
        "mrseq r0, msp\n"
        "mrsne r0, psp\n"
        "b report_fault\n");
}

extern "C" [[noreturn, gnu::used]] void reset() {
    *cpacr = *cpacr | (0xFu << 20);  // CP10 and CP11, full access: nothing before this line may use a float
    asm volatile("dsb\nisb" ::: "memory");
    copy(data_image, data_begin, data_end);
    copy(sweeps_image, sweeps_begin, sweeps_end);
    for (Word* word = bss_begin; word < bss_end; ++word) *word = 0;
    port::start_board();
    for (auto initialiser = init_array_begin; initialiser < init_array_end; ++initialiser) (*initialiser)();
    port::exit(program());
}

using Handler = void (*)();
struct VectorTable {
    Word* initial_stack;
    Handler handlers[15];
};

// The sixteen entries of the core; nothing here enables an interrupt of the part.
extern "C" [[gnu::section(".vectors"), gnu::used]] const VectorTable vector_table = {
    stack_top,
    {reset, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault}};
