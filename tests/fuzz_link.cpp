// libFuzzer on the link and all behind it: any bytes into a whole drive. Built with clang, address and
// undefined-behaviour sanitizers. The first byte of an input chooses the mode:
//   even  raw: the rest goes in as it is, in pieces; a second decoder that gets it whole must agree
//   odd   fixed up: the rest becomes frames with a good head and check, so that all messages are reached
#include "drive/loop.hpp"
#include "robots/arm6.hpp"

namespace {

using drive::Bytes;
using robots::arm6;

void demand(bool truth) {
    if (!truth) __builtin_trap();
}

constexpr drive::DriveConfig<arm6> config{};

class Drive {
  public:
    void period(Bytes bytes) {
        Bytes sent = loop_.tick(bytes);
        while (answers_.next(sent)) {
        }
        for (const auto what : {drive::LinkCount::bad_cobs, drive::LinkCount::bad_length, drive::LinkCount::bad_crc,
                                drive::LinkCount::oversize})
            demand(answers_.count(what) == 0);
        for (std::size_t i = 0; i < loop_.torque().size(); ++i) {
            const float tau = loop_.torque()[i];
            demand(limb::is_finite(tau) && tau <= config.effort_limit[i] && -tau <= config.effort_limit[i]);
            demand(tau == 0 || loop_.state() == drive::State::active || loop_.state() == drive::State::fault);
        }
    }

  private:
    drive::Loop<arm6> loop_{config};
    drive::Decoder<256> answers_;
};

void raw(Bytes bytes) {
    Drive drive;
    drive::Decoder<32> whole, pieces;
    std::size_t frames = 0;
    for (Bytes rest = bytes; whole.next(rest);) ++frames;
    while (!bytes.empty()) {
        const std::size_t size = std::min<std::size_t>(1 + bytes[0] % 16, bytes.size());
        Bytes piece(bytes.data(), size);
        drive.period(piece);
        while (pieces.next(piece)) --frames;
        bytes = Bytes(bytes.data() + size, bytes.size() - size);
    }
    demand(frames == 0 && whole.counters() == pieces.counters());
}

// records of type, step of the sequence, size, payload; a type of 0 ends the period
void fixed_up(Bytes bytes) {
    Drive drive;
    etl::array<std::uint8_t, 2048> wire;
    std::size_t used = 0;
    std::uint32_t sequence = 0;
    while (bytes.size() >= 3) {
        const std::uint8_t type = bytes[0] % 10;
        sequence += bytes[1] % 4;
        const std::size_t size = std::min<std::size_t>(bytes[2], bytes.size() - 3);
        std::uint8_t payload[256];
        std::memcpy(payload, bytes.data() + 3, size);
        bytes = Bytes(bytes.data() + 3 + size, bytes.size() - 3 - size);
        constexpr std::uint32_t hash = drive::robot_hash<arm6>;
        if (type == drive::hello_type && size >= sizeof hash && payload[4] % 4 != 0)
            std::memcpy(payload, &hash, sizeof hash);
        if (type != 0 && wire.size() - used >= drive::frame_size(size)) {
            std::memcpy(wire.data() + used + drive::payload_offset, payload, size);
            used +=
                drive::make_frame(etl::span<std::uint8_t>(wire.data() + used, wire.size() - used), type, sequence, size)
                    .size();
        } else {
            drive.period(Bytes(wire.data(), used));
            used = 0;
        }
    }
    drive.period(Bytes(wire.data(), used));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const Bytes rest(data + 1, size - 1);
    if (data[0] % 2 == 0)
        raw(rest);
    else
        fixed_up(rest);
    return 0;
}
