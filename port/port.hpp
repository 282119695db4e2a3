#pragma once
// What limb's programs ask of a platform: text out, an exit, a file to read, a clock.
// One provider is linked into each program: port/host, or port/semihosting and port/cortex_m4f with a board's clock.
// Nothing here allocates. Includes std only, never lib.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace port {

// Text for the person who started the program: stdout on the host, the debugger's console on a target.
void write(std::string_view text);

// Ends the program. `code` is what the host's process, or the emulator's, returns.
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

// A free-running counter that wraps at 2^32; subtract two readings. An emulator that is started with
// `-icount shift=0` spends 1 ns on each instruction, so that at 1 GHz the difference is a number of instructions.
std::uint32_t ticks();
std::uint32_t ticks_per_second();

}  // namespace port
