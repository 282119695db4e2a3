// The firmware of a drive: drive::Loop between the link and the control tick. The build chooses the robot, LIMB_ROBOT
// of robots/driven.hpp; the host chooses the pace in its hello:
//   by the board's timer   a period at each tick, with the bytes that have come in since
//   in lock-step           a period as soon as bytes have come in that end in 0x00, be it a frame or a 0x00 alone. Over
//   a
//                          UART a frame must then come without its leading 0x00, which would be a period of its own.
// What the last run ended with is the boot's fault, and so is arithmetic that does not give limb's bits: the drive starts
// disarmed and shows it.
#include "drive/loop.hpp"
#include "port/port.hpp"
#include "robots/driven.hpp"

namespace {

constexpr const auto& robot = robots::driven::LIMB_ROBOT;
constexpr drive::DriveConfig<robot> config{};
constexpr std::uint32_t watchdog_ms = 100;

constexpr drive::Fault fault_of(port::Stop stop) {
    switch (stop) {
        case port::Stop::none:
            return drive::Fault::none;
        case port::Stop::watchdog:
            return drive::Fault::watchdog_reset;
        case port::Stop::stack_overflow:
            return drive::Fault::stack_overflow;
        case port::Stop::null_pointer:
        case port::Stop::bad_pointer:
        case port::Stop::write_to_code:
            return drive::Fault::bad_access;
        case port::Stop::execution_from_data:
        case port::Stop::undefined_instruction:
            return drive::Fault::bad_instruction;
        case port::Stop::reset:
        case port::Stop::unexpected_interrupt:
        case port::Stop::other:
            break;
    }
    return drive::Fault::unexpected_reset;
}

drive::Boot boot() {
    const port::FaultRecord& last = port::last_fault();
    if (last.kind == port::Stop::none && !limb::arithmetic_is_exact()) return {drive::Fault::other_arithmetic};
    return {fault_of(last.kind), last.address != 0 ? last.address : last.pc};
}

using Buffer = etl::array<std::uint8_t, port::link_capacity>;

// A UART brings a frame in pieces: the watchdog is for the loop, not for a host that takes its time.
std::size_t read_period(Buffer& into) {
    std::size_t size = 0;
    do {
        port::watchdog_kick();
        size += port::link_read(into.data() + size, into.size() - size);
    } while (size == 0 || (into[size - 1] != 0 && size < into.size()));
    return size;
}

std::size_t read_tick(Buffer& into) {
    port::wait_tick();
    port::watchdog_kick();
    return port::link_read(into.data(), into.size());
}

}  // namespace

int main() {
    drive::Loop<robot> loop(config, boot());
    Buffer received;
    port::start_tick(config.tick_hz);
    port::watchdog_start(watchdog_ms);
    for (;;) {
        const std::size_t size = loop.lock_step() ? read_period(received) : read_tick(received);
        const std::uint32_t start = port::ticks();
        const drive::Bytes answer = loop.tick({received.data(), size});
        if (!answer.empty()) port::link_write(answer.data(), answer.size());
        loop.report_instructions(port::ticks() - start);
    }
}
