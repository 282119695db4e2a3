// Every fault and every interrupt that nothing handles ends here: a record into .noinit, then a reset.
// References: ARM DDI 0403, sections B1.5 (exceptions) and B3.2.15 (fault status).
#include "port/cortex_m4f/board.hpp"
#include "port/cortex_m4f/core.hpp"
#include "port/cortex_m4f/memory.hpp"
#include "port/port.hpp"

namespace port {
namespace {

// What survives a reset, so nothing may initialise it. After power-on it holds anything: it counts only when both words
// are right.
struct Kept {
    static constexpr std::uint32_t running = 0x4C49'4D42;
    std::uint32_t magic;
    FaultRecord record;  // kind none: no fault yet
    std::uint32_t not_magic;

    bool is_valid() const { return magic == running && not_magic == ~running; }
};
[[gnu::section(".noinit")]] Kept kept;

constinit FaultRecord last{};

bool within(std::uint32_t address, const void* begin, const void* end) {
    return address >= reinterpret_cast<std::uintptr_t>(begin) && address < reinterpret_cast<std::uintptr_t>(end);
}
bool is_code(std::uint32_t address) {
    return within(address, flash_begin, flash_end) || within(address, sweeps_region_begin, sweeps_region_end);
}

Stop kind_of_call(std::uint32_t target) {
    if (target < null_guard) return Stop::null_pointer;
    return within(target, ram_begin, ram_end) ? Stop::execution_from_data : Stop::bad_pointer;
}

Stop kind_of_access(std::uint32_t address) {
    if (address < null_guard) return Stop::null_pointer;
    if (within(address, stack_guard, main_stack_bottom)) return Stop::stack_overflow;
    return is_code(address) ? Stop::write_to_code : Stop::bad_pointer;
}

constexpr std::uint32_t exception_nmi = 2, exception_usage_fault = 6;

// kind and address, from the rest and from whether the stack was where it should be
void classify(FaultRecord& record, bool stack_is_full) {
    using namespace core;
    const auto is = [&](std::uint32_t bits) { return (record.status & bits) != 0; };
    if (is(cfsr_mmfar_valid)) record.address = scb().mmfar;
    if (is(cfsr_bfar_valid)) record.address = scb().bfar;

    if (record.exception == exception_nmi) {
        record.kind = Stop::watchdog;  // no board of ours lets anything else raise it
    } else if (record.exception > exception_usage_fault) {
        record.kind = Stop::unexpected_interrupt;
    } else if (stack_is_full) {
        record.kind = Stop::stack_overflow;
    } else if (is(cfsr_instruction_access) || (is(cfsr_state) && !is_code(record.pc))) {
        record.address = record.pc;
        record.kind = kind_of_call(record.pc);
    } else if (is(cfsr_data_access)) {
        record.kind = kind_of_access(record.address);
    } else if (is(cfsr_bus)) {
        record.kind = Stop::bad_pointer;
    } else {
        record.kind = is(cfsr_undefined) ? Stop::undefined_instruction : Stop::other;
    }
}

}  // namespace

void recall_fault(bool reset_by_watchdog) {
    if (kept.is_valid()) {
        last = kept.record;
        if (reset_by_watchdog) last.kind = Stop::watchdog;
        if (last.kind == Stop::none) last.kind = Stop::reset;
        ++last.count;
    }
    kept = {.magic = Kept::running, .record = {}, .not_magic = ~Kept::running};
    kept.record.count = last.count;
}

const FaultRecord& last_fault() { return last; }

void clear_fault() {
    last = {};
    kept.record.count = 0;
}

void reset() {
    asm volatile("dsb" ::: "memory");  // the record is in memory
    core::scb().aircr = core::aircr_reset;
    for (;;) asm volatile("dsb");
}

}  // namespace port

// The frame the core pushed: r0-r3, r12, lr, pc, xPSR. It is not there when the stack was full.
extern "C" [[noreturn, gnu::used]] void record_fault(const std::uint32_t* frame) {
    using namespace port;
    std::uint32_t exception;
    asm volatile("mrs %0, ipsr" : "=r"(exception));
    const std::uint32_t status = core::scb().cfsr;
    const bool has_frame = (status & core::cfsr_stacking) == 0 &&
                           within(reinterpret_cast<std::uintptr_t>(frame), main_stack_bottom, handler_stack_top);
    FaultRecord& record = kept.record;
    record = {.kind = Stop::none,
              .exception = static_cast<std::uint8_t>(exception),
              .count = record.count,
              .pc = has_frame ? frame[6] : 0,
              .lr = has_frame ? frame[5] : 0,
              .status = status,
              .address = 0};
    classify(record, !has_frame);
    reset();
}

extern "C" [[gnu::naked]] void fault() {
    asm volatile(
        "tst lr, #4\n"  // EXC_RETURN (B1.5.8): which stack the frame is on
        "ite eq\n"
        "mrseq r0, msp\n"
        "mrsne r0, psp\n"
        "b record_fault\n");
}
