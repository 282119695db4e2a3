#pragma once
// What start-up, the MPU and the fault handler know about memory. The symbols are those of sections.ld.
#include <cstdint>

extern "C" {
extern const std::uint32_t flash_begin[], flash_end[], sweeps_region_begin[], sweeps_region_end[];
extern std::uint32_t ram_begin[], ram_end[], stack_guard[], main_stack_bottom[], main_stack_top[], handler_stack_top[];
}

namespace port {

// Turns the MPU on: what the linker script does not name cannot be reached, code cannot be written, data not executed.
void protect_memory();

// Takes over the record that the run before left, or makes one when it was stopped without a fault.
void recall_fault(bool reset_by_watchdog);

}  // namespace port
