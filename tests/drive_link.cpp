// The link lets nothing through that was altered, and everything else: round trips, every error of one or two bits of a
// frame, and a million frames through a channel that flips, cuts, inserts, repeats and reorders.
#include "drive/link.hpp"
#include "drive/parameters.hpp"
#include "measure.hpp"
#include "random.hpp"
#include "robots/gimbal3.hpp"
#include "unity.h"

namespace {

using drive::Bytes;
using drive::LinkCount;
using states::Random;

constexpr std::size_t capacity = 600;  // of payload: more than two blocks of COBS
using Decoder = drive::Decoder<capacity>;
using Wire = etl::array<std::uint8_t, drive::frame_size(capacity)>;

std::uint32_t below(Random& random, std::uint32_t limit) { return random.bits() % limit; }

// payload(i) for each byte
template <class Payload>
Bytes frame(Wire& wire, std::uint8_t type, std::uint32_t sequence, std::size_t size, Payload payload) {
    for (std::size_t i = 0; i < size; ++i) wire[drive::payload_offset + i] = payload(i);
    return drive::make_frame(wire, type, sequence, size);
}
Bytes small_frame(Wire& wire, std::uint32_t sequence, std::uint8_t type = 3) {
    return frame(wire, type, sequence, 4, [](std::size_t i) { return static_cast<std::uint8_t>(i); });
}

bool accepts(Decoder& decoder, Bytes bytes) { return decoder.next(bytes).has_value(); }

// --- what a frame is
// ------------------------------------------------------------------------------------------------------

void test_the_check_is_crc_32() {
    const std::uint8_t digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    TEST_ASSERT_EQUAL_HEX32(0xCBF43926, drive::crc32(digits));
}

void test_a_frame_is_laid_out_as_its_table_says() {
    Wire wire;
    const Bytes bytes =
        frame(wire, 3, 0x0102, 2, [](std::size_t i) { return static_cast<std::uint8_t>(i == 0 ? 0 : 0xAA); });
    const std::uint8_t body[] = {drive::link_version, 3, 0x02, 0x01, 0, 0, 0, 0xAA};
    const std::uint32_t check = drive::crc32(body);
    const std::uint8_t expected[] = {0,
                                     5,
                                     drive::link_version,
                                     3,
                                     0x02,
                                     0x01,
                                     1,
                                     1,
                                     6,
                                     0xAA,
                                     static_cast<std::uint8_t>(check),
                                     static_cast<std::uint8_t>(check >> 8),
                                     static_cast<std::uint8_t>(check >> 16),
                                     static_cast<std::uint8_t>(check >> 24),
                                     0};
    TEST_ASSERT_EQUAL_size_t(sizeof expected, bytes.size());
    TEST_ASSERT_EQUAL_HEX8_ARRAY(expected, bytes.data(), sizeof expected);
}

// Payloads of every size, of zeros, of none, and of zeros here and there; whole, byte by byte and in two pieces.
void test_every_payload_comes_back() {
    Random random(1);
    Decoder decoder;
    Wire wire, payload;
    std::uint32_t sequence = 0;
    for (std::size_t size = 0; size <= capacity; ++size) {
        for (const std::uint32_t zeros : {0u, 1u, 2u, 100u}) {  // one byte in `zeros` is zero
            for (std::size_t i = 0; i < size; ++i)
                payload[i] =
                    static_cast<std::uint8_t>(zeros != 0 && below(random, zeros) == 0 ? 0 : 1 + below(random, 255));
            const Bytes bytes = frame(wire, 9, ++sequence, size, [&](std::size_t i) { return payload[i]; });
            TEST_ASSERT_TRUE(bytes.size() != 0);
            for (std::size_t i = 1; i + 1 < bytes.size(); ++i) TEST_ASSERT_TRUE(bytes[i] != 0);

            const std::size_t piece = zeros == 0   ? bytes.size()
                                      : zeros == 1 ? 1
                                                   : 1 + below(random, static_cast<std::uint32_t>(bytes.size()));
            int frames = 0;
            for (std::size_t at = 0; at < bytes.size(); at += piece) {
                Bytes part(bytes.data() + at, std::min(piece, bytes.size() - at));
                while (const auto got = decoder.next(part)) {
                    ++frames;
                    TEST_ASSERT_EQUAL_UINT8(9, got->type);
                    TEST_ASSERT_EQUAL_UINT32(sequence, got->sequence);
                    TEST_ASSERT_EQUAL_size_t(size, got->payload.size());
                    TEST_ASSERT_TRUE(std::equal(got->payload.begin(), got->payload.end(), payload.begin()));
                }
            }
            TEST_ASSERT_EQUAL_INT(1, frames);
        }
    }
    TEST_ASSERT_EQUAL_UINT32(sequence, decoder.count(LinkCount::accepted));
}

void test_no_frame_is_written_without_room() {
    std::uint8_t out[drive::frame_size(4) - 1];
    TEST_ASSERT_EQUAL_size_t(0, drive::make_frame(out, 3, 1, 4).size());
}

// --- each way to be refused has its count
// ---------------------------------------------------------------------------------

void expect_only(const auto& decoder, LinkCount what) {
    for (std::size_t i = 0; i < drive::link_counts; ++i)
        TEST_ASSERT_EQUAL_UINT32(i == static_cast<std::size_t>(what) ? 1 : 0, decoder.counters()[i]);
}

void test_empty_frames_are_ignored() {
    Decoder decoder;
    const std::uint8_t zeros[5] = {};
    TEST_ASSERT_FALSE(accepts(decoder, zeros));
    for (const std::uint32_t count : decoder.counters()) TEST_ASSERT_EQUAL_UINT32(0, count);
}

void test_bad_cobs() {
    Decoder decoder;
    const std::uint8_t bytes[] = {0, 9, 1, 2, 3, 0};  // the block is longer than the frame
    TEST_ASSERT_FALSE(accepts(decoder, bytes));
    expect_only(decoder, LinkCount::bad_cobs);
}

void test_bad_length() {
    Decoder decoder;
    const std::uint8_t bytes[] = {0, 4, 1, 2, 3, 0};
    TEST_ASSERT_FALSE(accepts(decoder, bytes));
    expect_only(decoder, LinkCount::bad_length);
}

void test_bad_crc() {
    Decoder decoder;
    Wire wire;
    const Bytes bytes = small_frame(wire, 0x01010101);
    wire[3] ^= 0x80;  // the type
    TEST_ASSERT_FALSE(accepts(decoder, bytes));
    expect_only(decoder, LinkCount::bad_crc);
}

void test_bad_version() {
    Decoder decoder;
    std::uint8_t stuffed[drive::frame_size(0)] = {0, 11, drive::link_version + 1, 3, 1, 1, 1, 1};
    const std::uint32_t check = drive::crc32(Bytes(stuffed + 2, 6));
    std::memcpy(stuffed + 8, &check, sizeof check);
    TEST_ASSERT_FALSE(accepts(decoder, stuffed));
    expect_only(decoder, LinkCount::bad_version);
}

void test_oversize() {
    drive::Decoder<8> decoder;
    Wire wire;
    Bytes bytes = frame(wire, 3, 1, 9, [](std::size_t) { return std::uint8_t{1}; });
    TEST_ASSERT_FALSE(decoder.next(bytes).has_value());
    TEST_ASSERT_EQUAL_UINT32(1, decoder.count(LinkCount::oversize));
    bytes = frame(wire, 3, 1, 8, [](std::size_t) { return std::uint8_t{1}; });  // the next one is taken
    TEST_ASSERT_TRUE(decoder.next(bytes).has_value());
}

// Whatever its pieces: once it was too long it stays so up to its end, and counts once.
void test_oversize_in_pieces() {
    drive::Decoder<8> decoder;
    Wire wire;
    const Bytes bytes = frame(wire, 3, 1, 200, [](std::size_t) { return std::uint8_t{1}; });
    const std::size_t last = 3;
    Bytes first(bytes.data(), bytes.size() - last), rest(bytes.data() + first.size(), last);
    TEST_ASSERT_FALSE(decoder.next(first).has_value());
    TEST_ASSERT_FALSE(decoder.next(rest).has_value());
    expect_only(decoder, LinkCount::oversize);
}

void test_duplicates_and_overtaken_frames_are_old() {
    Decoder decoder;
    Wire wire;
    TEST_ASSERT_TRUE(accepts(decoder, small_frame(wire, 7)));
    TEST_ASSERT_FALSE(accepts(decoder, small_frame(wire, 7)));
    TEST_ASSERT_FALSE(accepts(decoder, small_frame(wire, 6)));
    TEST_ASSERT_TRUE(accepts(decoder, small_frame(wire, 9)));
    TEST_ASSERT_FALSE(accepts(decoder, small_frame(wire, 8)));
    TEST_ASSERT_EQUAL_UINT32(2, decoder.count(LinkCount::accepted));
    TEST_ASSERT_EQUAL_UINT32(3, decoder.count(LinkCount::old));
}

void test_the_sequence_wraps() {
    Decoder decoder;
    Wire wire;
    for (const std::uint32_t sequence : {0xFFFFFFFEu, 0xFFFFFFFFu, 0u, 1u})
        TEST_ASSERT_TRUE(accepts(decoder, small_frame(wire, sequence)));
    TEST_ASSERT_FALSE(accepts(decoder, small_frame(wire, 0xFFFFFFFF)));
}

// Newer is what is less than half a turn ahead: of two sequences one at most is newer than the other.
void test_half_a_turn_ahead_is_old() {
    Decoder decoder;
    Wire wire;
    TEST_ASSERT_TRUE(accepts(decoder, small_frame(wire, 5)));
    TEST_ASSERT_FALSE(accepts(decoder, small_frame(wire, 5u + 0x80000000u)));
    TEST_ASSERT_TRUE(accepts(decoder, small_frame(wire, 5u + 0x7FFFFFFFu)));
}

void test_a_hello_begins_a_new_count() {
    Decoder decoder;
    Wire wire;
    TEST_ASSERT_TRUE(accepts(decoder, small_frame(wire, 1000)));
    TEST_ASSERT_FALSE(accepts(decoder, small_frame(wire, 1)));
    TEST_ASSERT_TRUE(accepts(decoder, small_frame(wire, 1, drive::hello_type)));
    TEST_ASSERT_TRUE(accepts(decoder, small_frame(wire, 2)));
}

void test_a_frame_behind_a_broken_one_is_taken() {
    Decoder decoder;
    Wire wire, next;
    const Bytes broken = small_frame(wire, 1), good = small_frame(next, 2);
    for (std::size_t length = 0; length <= broken.size(); ++length) {
        Decoder fresh;
        TEST_ASSERT_EQUAL(length + 1 >= broken.size(),
                          accepts(fresh, Bytes(broken.data(), length)) || length + 1 == broken.size());
        Bytes rest = good;
        const auto first = fresh.next(rest);  // a frame that lacks only its last 0x00 is ended by the next one's first
        TEST_ASSERT_TRUE(first.has_value());
        const auto last = first->sequence == 2 ? first : fresh.next(rest);
        TEST_ASSERT_TRUE(last.has_value());
        TEST_ASSERT_EQUAL_UINT32(2, last->sequence);
    }
}

// --- every error of one and of two bits
// -------------------------------------------------------------------------------------

void test_all_errors_of_one_and_two_bits_are_refused() {
    Wire wire;
    Random random(2);
    const Bytes bytes = frame(wire, 3, 12345, 64 - drive::frame_size(0),
                              [&](std::size_t) { return static_cast<std::uint8_t>(random.bits()); });
    TEST_ASSERT_EQUAL_size_t(64, bytes.size());
    drive::Decoder<64> decoder;
    constexpr std::size_t bits = 64 * 8;
    std::uint32_t accepted = 0, tried = 0;
    const std::uint8_t flush[] = {0};
    const auto flip = [&](std::size_t bit) { wire[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8); };
    const auto try_it = [&] {
        Bytes corrupted = bytes, end = flush;
        accepted += decoder.next(corrupted).has_value() || decoder.next(end).has_value();
        ++tried;
    };
    for (std::size_t a = 0; a < bits; ++a) {
        flip(a);
        try_it();
        for (std::size_t b = a + 1; b < bits; ++b) {
            flip(b);
            try_it();
            flip(b);
        }
        flip(a);
    }
    TEST_ASSERT_EQUAL_UINT32(bits + bits * (bits - 1) / 2, tried);
    TEST_ASSERT_EQUAL_UINT32(0, accepted);
    try_it();  // the check can fail: unaltered it is taken
    TEST_ASSERT_EQUAL_UINT32(1, accepted);
}

// --- a million frames
// -------------------------------------------------------------------------------------------------------

// All of a frame follows from its sequence, so that a receiver knows what was sent. Every fourth one is a `set`
// message; one in eight of these carries a NaN or an infinity.
struct Sent {
    std::uint8_t type, size, payload[32];
    bool not_finite = false;

    explicit Sent(std::uint32_t sequence) {
        std::uint32_t state = sequence * 2654435761u + 12345u;
        const auto next = [&] { return state = state * 1664525u + 1013904223u; };
        type = static_cast<std::uint8_t>(sequence % 4 == 0 ? static_cast<int>(drive::Type::set) : 100 + sequence % 4);
        size = static_cast<std::uint8_t>(sequence % 4 == 0 ? drive::payload_size<drive::Set> : (next() >> 16) % 33);
        for (std::size_t i = 0; i < size; i += 4) {
            const std::uint32_t word = next();
            for (std::size_t k = 0; k < 4 && i + k < size; ++k)
                payload[i + k] = static_cast<std::uint8_t>(word >> 8 * k);
        }
        if (sequence % 4 != 0) return;
        not_finite = (next() >> 29) == 0;
        const std::uint32_t word = next();
        payload[4] =
            static_cast<std::uint8_t>(not_finite ? word >> 8 | 0x80 : word >> 8 & 0x7F);  // all or not all ones
        payload[5] = static_cast<std::uint8_t>(not_finite ? word >> 16 | 0x7F : word >> 16);
    }
};

class Receiver {
  public:
    std::uint32_t accepted = 0, altered = 0, not_finite = 0;

    void take(Bytes bytes) {
        while (const auto frame = decoder.next(bytes)) {
            ++accepted;
            const Sent sent(frame->sequence);
            altered += frame->type != sent.type || frame->payload.size() != sent.size ||
                       std::memcmp(frame->payload.data(), sent.payload, sent.size) != 0;
            drive::Set set;
            if (frame->type == static_cast<std::uint8_t>(drive::Type::set) && drive::read(frame->payload, set))
                not_finite +=
                    drive::set_parameter<robots::gimbal3>(config_, widest, set, true) == drive::SetResult::not_finite;
        }
    }
    drive::Decoder<32> decoder;

  private:
    static constexpr drive::DriveConfig<robots::gimbal3> widest{};
    drive::DriveConfig<robots::gimbal3> config_ = widest;
};

void test_a_million_adversarial_frames() {
    constexpr std::uint32_t frames = 1'000'000;
    Random random(3);
    Receiver receiver;
    Wire wire;
    std::uint32_t sequence = 0;
    unsigned long good = 0, old = 0, corrupted = 0, not_finite = 0;

    const auto sent_frame = [&](std::uint32_t number) {
        const Sent sent(number);
        std::memcpy(wire.data() + drive::payload_offset, sent.payload, sent.size);
        return drive::make_frame(wire, sent.type, number, sent.size).size();
    };
    const auto deliver = [&](std::size_t size) {  // in two pieces
        const std::size_t cut = below(random, static_cast<std::uint32_t>(size + 1));
        receiver.take(Bytes(wire.data(), cut));
        receiver.take(Bytes(wire.data() + cut, size - cut));
    };
    const auto send_good = [&](std::uint32_t number) {
        deliver(sent_frame(number));
        ++good;
        not_finite += Sent(number).not_finite;
    };
    const auto send_old = [&](std::uint32_t number) {
        deliver(sent_frame(number));
        ++old;
    };

    for (std::uint32_t n = 0; n < frames; ++n) {
        const std::uint32_t kind = n == 0 ? 0 : below(random, 8);
        switch (kind) {
            case 0:
            case 1:
                send_good(sequence += 1 + below(random, 3));
                break;  // some never arrive
            case 2:
                send_old(sequence);
                break;  // again
            case 3:
                send_old(sequence - below(random, sequence < 1000 ? sequence : 1000));
                break;
            case 4:  // overtaken by the one behind it
                send_good(sequence += 2);
                send_old(sequence - 1);
                ++n;
                break;
            default: {
                std::size_t size = sent_frame(sequence + 1);
                const auto within = [&](std::size_t margin) {
                    return margin + below(random, static_cast<std::uint32_t>(size - 2 * margin));
                };
                if (kind == 5) {  // up to 8 bits flipped, none of them twice: 7 * 13 is less than a frame has
                    const std::size_t first = below(random, static_cast<std::uint32_t>(size * 8));
                    for (std::size_t k = 0, count = 1 + below(random, 8); k < count; ++k) {
                        const std::size_t bit = (first + k * (1 + first % 13)) % (size * 8);
                        wire[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
                    }
                } else if (kind == 6) {  // cut, within the body
                    size = within(2);
                } else {  // one to four bytes put in, within the body; or nothing but junk
                    const std::size_t count = 1 + below(random, 4), at = within(2);
                    std::memmove(wire.data() + at + count, wire.data() + at, size - at);
                    size += count;
                    const bool junk = below(random, 2) == 0;
                    for (std::size_t i = junk ? 1 : at; i < (junk ? size : at + count); ++i)
                        wire[i] = static_cast<std::uint8_t>(random.bits());
                }
                deliver(size);
                ++corrupted;
            }
        }
    }
    const std::uint8_t flush[] = {0};
    receiver.take(flush);

    std::uint32_t refused = 0;
    for (const auto what :
         {LinkCount::bad_cobs, LinkCount::bad_length, LinkCount::bad_crc, LinkCount::bad_version, LinkCount::oversize})
        refused += receiver.decoder.count(what);
    measure::Line() << "  good " << good << ", old " << old << ", corrupted " << corrupted << ", not finite "
                    << not_finite;
    TEST_ASSERT_EQUAL_UINT32(0, receiver.altered);
    TEST_ASSERT_EQUAL_UINT32(good, receiver.accepted);
    TEST_ASSERT_EQUAL_UINT32(good, receiver.decoder.count(LinkCount::accepted));
    TEST_ASSERT_EQUAL_UINT32(old, receiver.decoder.count(LinkCount::old));
    TEST_ASSERT_EQUAL_UINT32(not_finite, receiver.not_finite);
    TEST_ASSERT_TRUE(not_finite > 1000);
    TEST_ASSERT_TRUE(refused >= corrupted);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_the_check_is_crc_32);
    RUN_TEST(test_a_frame_is_laid_out_as_its_table_says);
    RUN_TEST(test_every_payload_comes_back);
    RUN_TEST(test_no_frame_is_written_without_room);
    RUN_TEST(test_empty_frames_are_ignored);
    RUN_TEST(test_bad_cobs);
    RUN_TEST(test_bad_length);
    RUN_TEST(test_bad_crc);
    RUN_TEST(test_bad_version);
    RUN_TEST(test_oversize);
    RUN_TEST(test_oversize_in_pieces);
    RUN_TEST(test_duplicates_and_overtaken_frames_are_old);
    RUN_TEST(test_the_sequence_wraps);
    RUN_TEST(test_half_a_turn_ahead_is_old);
    RUN_TEST(test_a_hello_begins_a_new_count);
    RUN_TEST(test_a_frame_behind_a_broken_one_is_taken);
    RUN_TEST(test_all_errors_of_one_and_two_bits_are_refused);
    RUN_TEST(test_a_million_adversarial_frames);
    return UNITY_END();
}
