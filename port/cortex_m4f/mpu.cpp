// The memory protection unit (ARM DDI 0403, section B3.5). There is no background region, so an address outside these
// is a fault with its address, where the bus might report it late or not at all:
//   flash         read, execute          sweeps in RAM  read, execute (start-up has copied them)
//   RAM           read, write            peripherals    read, write
//   null guard    nothing                stack guard    nothing
// A region is a power of two in eight parts that can be left out (B3.5.9), so ends are rounded outward to such parts.
#include "port/cortex_m4f/core.hpp"
#include "port/cortex_m4f/memory.hpp"
#include "port/port.hpp"

namespace port {
namespace {

// RASR: XN, AP, TEX/S/C/B
constexpr std::uint32_t no_execution = 1u << 28, no_access = 0u << 24, read_write = 1u << 24, read_only = 5u << 24;
constexpr std::uint32_t flash_memory = 2u << 16, ram_memory = 6u << 16, device_memory = 5u << 16;
constexpr std::uint32_t enable = 1u << 0;

std::uint32_t at(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

// Region `number` from begin to end; a later number goes before an earlier one where they overlap.
void protect(std::uint32_t number, std::uint32_t begin, std::uint32_t end, std::uint32_t attributes) {
    std::uint32_t log2 = 8;  // smallest region with parts: 256 bytes
    while (begin >> log2 != (end - 1) >> log2) ++log2;
    const std::uint32_t base = begin >> log2 << log2, part = 1u << (log2 - 3);
    std::uint32_t left_out = 0;
    for (std::uint32_t i = 0; i < 8; ++i)
        if (base + (i + 1) * part <= begin || base + i * part >= end) left_out |= 1u << i;
    core::mpu().rnr = number;
    core::mpu().rbar = base;
    core::mpu().rasr = attributes | left_out << 8 | (log2 - 1) << 1 | enable;
}

}  // namespace

void protect_memory() {
    protect(0, at(flash_begin), at(flash_end), read_only | flash_memory);
    protect(1, at(ram_begin), at(ram_end), read_write | no_execution | ram_memory);
    protect(2, 0x4000'0000, 0x6000'0000, read_write | no_execution | device_memory);
    protect(3, at(sweeps_region_begin), at(sweeps_region_end), read_only | flash_memory);
    protect(4, 0, null_guard, no_access | no_execution);
    protect(5, at(stack_guard), at(main_stack_bottom), no_access | no_execution);
    core::mpu().ctrl = enable;  // off in HardFault and NMI handlers
    asm volatile("dsb\nisb" ::: "memory");
}

}  // namespace port
