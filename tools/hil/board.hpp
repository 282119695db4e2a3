#pragma once
// The board under test and the bytes to and from it: emulated by QEMU with the link by semihosting (two FIFOs) or by
// its UART (a socket), or real, at a serial port of 1 Mbaud.
#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hil {

struct BoardType {
    std::string_view name, machine;  // of QEMU; none: real hardware only
    double core_hz;
    double instructions;  // in one tick of port::ticks when emulated, `-icount shift=0` taking 1 ns for each
};
inline constexpr BoardType board_types[] = {
    {"stm32f405", "netduinoplus2", 168e6, 1},
    {"mps2_an386", "mps2-an386", 25e6, 40},
    {"nucleo_f446re", "", 168e6, 0},
    {"b_g431b_esc1", "", 170e6, 0},
};
const BoardType& board_type(std::string_view name);

class Board {
  public:
    // link: "semihosting", "uart", or the path of a serial port. Starts the emulator, if it takes one.
    Board(const BoardType& type, const std::string& link, const std::string& elf);
    ~Board();
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    void write(std::span<const std::uint8_t> bytes);
    // Waits for bytes, for so long; how many have come.
    std::size_t read(std::span<std::uint8_t> into, int milliseconds);
    // A UART may lose what comes while the board starts, and a piece of a frame may come alone.
    bool is_serial() const { return serial_; }

  private:
    void emulate(const BoardType& type, const std::string& link, const std::string& elf);
    void open_serial_port(const std::string& path);

    bool serial_;
    std::string folder_;  // of the FIFOs or the socket, removed at the end
    pid_t emulator_ = -1;
    int in_ = -1, out_ = -1;
};

}  // namespace hil
