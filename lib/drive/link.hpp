#pragma once
// The link: frames of bytes over any serial line. Any garbage may come in; nothing that was altered gets out.
// A frame is 0x00 | COBS(body) | 0x00; a 0x00 alone is an empty frame, legal and ignored. The body:
//
//   offset   size  field
//   0        1     version   link_version
//   1        1     type      what the payload is (messages.hpp)
//   2        4     sequence  little-endian; grows by any step from frame to frame of a sender, modulo 2^32
//   6        n     payload
//   6 + n    4     check     little-endian, CRC-32 (IEEE 802.3) of all before it
//
// A frame whose sequence is not newer than the last one's is old: a duplicate, or overtaken. Type hello alone begins a
// new count, so that a sender may restart.
// Cortex-M4F, instructions: 1270 to decode a body of 168 bytes, 9 more for each zero in it; 710 to encode one of 45.
#include <etl/array.h>
#include <etl/optional.h>
#include <etl/span.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace drive {

static_assert(std::endian::native == std::endian::little, "drive: numbers are copied to the wire as they are");

inline constexpr std::uint8_t link_version = 1;
inline constexpr std::uint8_t hello_type = 1;
inline constexpr std::size_t head_size = 6, check_size = 4;

constexpr std::size_t body_size(std::size_t payload) { return head_size + payload + check_size; }
// Bytes on the wire, at most: two delimiters, and one byte of COBS for each 254 or fewer.
constexpr std::size_t frame_size(std::size_t payload) { return body_size(payload) + body_size(payload) / 254 + 3; }

using Bytes = etl::span<const std::uint8_t>;

struct Frame {
    std::uint8_t type;
    std::uint32_t sequence;
    Bytes payload;
};

enum class LinkCount : std::uint8_t { accepted, bad_cobs, bad_length, bad_crc, bad_version, old, oversize };
inline constexpr std::size_t link_counts = 7;
using LinkCounters = etl::array<std::uint32_t, link_counts>;  // frames by what became of them

inline constexpr auto crc_table = [] {  // of one byte
    etl::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1) * 0xEDB8'8320u;
        table[byte] = crc;
    }
    return table;
}();
// A word at a time: 4.3 instructions a byte, where ETL's, a byte at a time, takes 6.
inline std::uint32_t crc32(Bytes bytes) {
    const auto shifted = [](std::uint32_t crc) { return crc_table[crc & 0xFF] ^ crc >> 8; };
    std::uint32_t crc = ~0u;
    const std::uint8_t* p = bytes.begin();
    for (; bytes.end() - p >= 4; p += 4) {
        std::uint32_t word;
        std::memcpy(&word, p, sizeof word);
        crc = shifted(shifted(shifted(shifted(crc ^ word))));
    }
    for (; p != bytes.end(); ++p) crc = shifted(crc ^ *p);
    return ~crc;
}

// Takes bytes as they come, in pieces of any size.
template <std::size_t payload_capacity> class Decoder {
  public:
    // Takes bytes off the front of `bytes` up to the end of the next good frame, or all of them. The payload is valid
    // until the next call.
    [[nodiscard]] etl::optional<Frame> next(Bytes& bytes) {
        const std::uint8_t* p = bytes.begin();
        const std::uint8_t* const end = bytes.end();
        while (p != end) {
            if (*p != 0) {
                p = keep(p, end);
                continue;
            }
            p++;
            const bool good = (size_ != 0 || oversize_) && end_of_frame();
            const std::size_t size = size_;
            size_ = 0;
            oversize_ = false;
            if (!good) continue;
            bytes = Bytes(p, end);
            return Frame{body()[1], sequence_, Bytes(body() + head_size, size - 1 - body_size(0))};
        }
        bytes = {};
        return etl::nullopt;
    }

    std::uint32_t count(LinkCount what) const { return counters_[std::size_t(what)]; }
    const LinkCounters& counters() const { return counters_; }

  private:
    // the bytes up to the next zero, or to the end of what is here
    const std::uint8_t* keep(const std::uint8_t* p, const std::uint8_t* end) {
        const auto* const zero = static_cast<const std::uint8_t*>(std::memchr(p, 0, std::size_t(end - p)));
        const std::uint8_t* const stop = zero != nullptr ? zero : end;
        const auto n = std::size_t(stop - p);
        oversize_ = oversize_ || n > stuffed_.size() - size_;
        if (!oversize_) {
            std::memcpy(stuffed_.data() + size_, p, n);
            size_ += n;
        }
        return stop;
    }
    bool end_of_frame() {
        const LinkCount what = judge();
        counters_[std::size_t(what)]++;
        return what == LinkCount::accepted;
    }
    LinkCount judge() {
        if (oversize_) return LinkCount::oversize;
        if (!unstuff()) return LinkCount::bad_cobs;
        const std::size_t size = size_ - 1;
        if (size < body_size(0)) return LinkCount::bad_length;
        if (crc32(Bytes(body(), size - check_size)) != word(size - check_size)) return LinkCount::bad_crc;
        if (body()[0] != link_version) return LinkCount::bad_version;
        const std::uint32_t sequence = word(2);
        const bool newer = sequence - sequence_ - 1 < 0x7FFF'FFFF;
        if (started_ && !newer && body()[1] != hello_type) return LinkCount::old;
        sequence_ = sequence;
        started_ = true;
        return LinkCount::accepted;
    }
    // COBS: a code counts the bytes to the next code, which is a zero of the body; after 0xFF it is nothing. The first
    // code is before the body, and the last one counts to the end.
    bool unstuff() {
        std::uint8_t* const bytes = stuffed_.data();
        std::size_t end = size_, at = 0, code = bytes[0];
        while (at + code < end) {
            at += code;
            const bool nothing = code == 0xFF;
            code = bytes[at];
            bytes[at] = 0;
            if (nothing) std::memmove(bytes + at, bytes + at + 1, --end - at), --at;
        }
        size_ = end;
        return at + code == end;
    }
    const std::uint8_t* body() const { return stuffed_.data() + 1; }
    std::uint32_t word(std::size_t at) const {
        std::uint32_t value;
        std::memcpy(&value, body() + at, sizeof value);
        return value;
    }

    std::size_t size_ = 0;  // of the frame, as far as it has come in, without its delimiters
    bool oversize_ = false;
    bool started_ = false;  // sequence_ is the last good frame's
    std::uint32_t sequence_ = 0;
    LinkCounters counters_{};
    etl::array<std::uint8_t, frame_size(payload_capacity) - 2> stuffed_;
};

// Makes a frame in `out`, whose payload is in its place already: `size` bytes from payload_offset on. Returns the
// frame's bytes; none if there may be too little room (frame_size).
inline constexpr std::size_t payload_offset = 2 + head_size;
[[nodiscard]] inline Bytes make_frame(etl::span<std::uint8_t> out, std::uint8_t type, std::uint32_t sequence,
                                      std::size_t size) {
    if (out.size() < frame_size(size)) return {};
    std::uint8_t* const body = out.data() + 2;
    body[0] = link_version;
    body[1] = type;
    std::memcpy(body + 2, &sequence, sizeof sequence);
    const std::uint32_t check = crc32(Bytes(body, head_size + size));
    std::memcpy(body + head_size + size, &check, sizeof check);

    out[0] = 0;
    std::uint8_t* const stuffed = out.data() + 1;
    std::size_t end = 1 + body_size(size);
    for (std::size_t at = 0, next = 1;; at = next++) {  // a block's code goes to `at` once `next` is found
        const std::size_t full = std::min<std::size_t>(end, at + 0xFF);
        while (next != full && stuffed[next] != 0) next++;
        stuffed[at] = std::uint8_t(next - at);
        if (next == end) break;
        if (next - at == 0xFF)
            std::memmove(stuffed + next + 1, stuffed + next, end++ - next);  // a code that is no zero
    }
    stuffed[end] = 0;
    return Bytes(out.data(), end + 2);
}

}  // namespace drive
