// Linked into programs that run once, such as tests: when the run before ended in a fault, this one says so and ends
// with code 70, where a firmware would go on.
#include "port/port.hpp"
#include "port/stops.hpp"

namespace {

constexpr int fault_exit_code = 70;

void write_hex(std::string_view label, std::uint32_t value) {
    char digits[8];
    for (int i = 0; i < 8; ++i) digits[i] = "0123456789abcdef"[(value >> (28 - 4 * i)) & 15];
    port::write(label);
    port::write({digits, 8});
}

const struct StopAtFault {
    StopAtFault() {
        const port::FaultRecord& fault = port::last_fault();
        if (fault.kind == port::Stop::none) return;
        port::write("\nfault: ");
        port::write(port::name(fault.kind));
        write_hex(" at ", fault.pc);
        write_hex(", address ", fault.address);
        write_hex(", CFSR ", fault.status);
        port::write("\n");
        port::exit(fault_exit_code);
    }
} stop_at_fault;

}  // namespace
