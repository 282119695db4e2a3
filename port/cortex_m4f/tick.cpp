// The control tick by SysTick, the timer of the core itself (ARM DDI 0403, section B3.3), so the same on every
// board. A motor controller may want its PWM timer instead: then its port provides these two functions.
#include "port/cortex_m4f/board.hpp"
#include "port/cortex_m4f/core.hpp"
#include "port/port.hpp"

static volatile std::uint32_t counted;  // by the handler
static std::uint32_t taken;             // by the program

extern "C" void on_tick() { counted = counted + 1; }

namespace port {

void start_tick(std::uint32_t hz) {
    using namespace core;
    scb().shpr[2] = (scb().shpr[2] & 0x00FF'FFFF) | std::uint32_t{interrupt_priority} << 24;
    sys_tick().reload = board::core_hz() / hz - 1;  // 24 bits
    sys_tick().value = 0;
    sys_tick().control = systick_on;
}

// Does not sleep: waking takes time, and an emulated clock is exact only while instructions run.
std::uint32_t wait_tick() {
    while (counted == taken) {
    }
    const std::uint32_t passed = counted - taken;
    taken += passed;
    return passed;
}

}  // namespace port
