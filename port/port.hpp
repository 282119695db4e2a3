#pragma once
// What limb's programs ask of a platform: text and exit, a file to read, a clock, the link to the host, the control
// tick, a watchdog, and why the program last stopped. One provider of each is linked into a program
// (port/CMakeLists.txt). Nothing here allocates or throws, and nothing but wait_tick and a semihosted link waits.
// Includes std only, never lib.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace port {

// ---- text, exit, files ----------------------------------------------------------------------------------------------

// Text for the person who started the program: stdout on the host, the debugger's console on a target, nothing on a
// board that runs on its own.
void write(std::string_view text);

// Ends the program. `code` is what the host's process, or the emulator's, returns. A board on its own starts again.
[[noreturn]] void exit(int code);

// A file on the host, read from its beginning. Relative paths start at the directory the program was started in.
class File {
  public:
    explicit File(const char* path);
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    bool is_open() const { return handle_ != closed; }
    // Fills `into` with the next bytes; returns how many there were, fewer than `size` only at the end of the file.
    std::size_t read(void* into, std::size_t size);

  private:
    static constexpr std::intptr_t closed = -1;
    std::intptr_t handle_;
};

// ---- clock and control tick -----------------------------------------------------------------------------------------

// A free-running counter that wraps at 2^32; subtract two readings. An emulator that is started with
// `-icount shift=0` spends 1 ns on each instruction, so that at 1 GHz the difference is a number of instructions.
std::uint32_t ticks();
std::uint32_t ticks_per_second();

// The control tick, from a hardware timer: 16 to 100,000 a second.
void start_tick(std::uint32_t ticks_per_second);

// Waits for the next tick, or not at all when one has passed since the last call. Returns how many have: 1 is in time,
// 2 says that one was late.
std::uint32_t wait_tick();

// ---- link to the host -----------------------------------------------------------------------------------------------

// Bytes that have arrived, at most `size`; returns how many. UART: 0 when there are none. Semihosting and host: waits
// for at least one, takes what one frame's write brought, and ends the program when the other side has closed the link.
std::size_t link_read(void* into, std::size_t size);

// Sends all of the bytes, or none (false) when the UART still has too many to send. Never waits for a UART.
bool link_write(const void* from, std::size_t size);

// Largest write that a UART takes when it has nothing to send, and how many received bytes it keeps.
constexpr std::size_t link_capacity = 512;

// The two FIFOs of the link by semihosting or on the host, in the directory the program was started in. The program
// opens them in this order, and each waits there for its other side.
constexpr std::string_view link_to_board = "link.to_board", link_from_board = "link.from_board";

// ---- stops ----------------------------------------------------------------------------------------------------------

// Why the program last stopped. The numbers are stable.
enum class Stop : std::uint8_t {
    none = 0,                   // power came on
    reset = 1,                  // by port::reset, the reset pin or a debugger, while the program ran
    watchdog = 2,               // not kicked in time
    stack_overflow = 3,         // into the guard below the stack
    null_pointer = 4,           // read, written or called, with an offset below null_guard
    bad_pointer = 5,            // read, written or called where the program has no memory
    write_to_code = 6,          // or to constants
    execution_from_data = 7,    // a call into data or stack
    undefined_instruction = 8,  //
    unexpected_interrupt = 9,   // one that nothing handles
    other = 10,                 // unaligned, divided by zero, ...: see `status`
};

constexpr std::uint32_t null_guard = 256;  // bytes from address 0

// Written by the fault handler, kept over the reset that follows it.
struct FaultRecord {
    Stop kind;
    std::uint8_t exception;  // number of the exception that was taken; 0: none was
    std::uint16_t count;     // stops since power came on or clear_fault
    std::uint32_t pc;        // where it happened; 0: not known, as when the stack to save it on was full
    std::uint32_t lr;        // and from where that was called
    std::uint32_t status;    // CFSR on a Cortex-M
    std::uint32_t address;   // what was read, written or called; 0: not known
};

// What ended the run before this one; the same for all of this run.
const FaultRecord& last_fault();

// Forgets it and its count: whoever had to know has been told.
void clear_fault();

// Starts the program again, peripherals and all.
[[noreturn]] void reset();

// Resets the board, as Stop::watchdog, unless it is kicked once in every `milliseconds` (1 to 4000). Cannot be stopped.
void watchdog_start(std::uint32_t milliseconds);
void watchdog_kick();

}  // namespace port
