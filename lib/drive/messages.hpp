#pragma once
// The payloads that go over the link, little-endian and without gaps, in the order of each message's fields().
//
//   type               from   what                                                            answer
//   1 hello            host   opens a session: no other message is taken before it            hello_reply
//   3 tick             host   a sample of the sensors and what to do with it                  tick_reply, once a period
//   5 set              host   changes a parameter (config.hpp)                                acknowledge
//   7 get_counters     host   -                                                               counters
//
// fields() is the one list of a message's fields: it makes its size, its reader and its writer. Numbers and arrays are
// copied whole, at the price of ETL's unchecked byte streams: 180 instructions for the 39 floats of a six-axis arm.
#include <cstring>

#include "drive/fault.hpp"
#include "drive/link.hpp"
#include "drive/state.hpp"

namespace drive {

enum class Type : std::uint8_t {
    hello = hello_type,
    hello_reply,
    tick,
    tick_reply,
    set,
    acknowledge,
    get_counters,
    counters
};

enum class State : std::uint8_t { boot, disarmed, armed, active, fault };

enum class Controller : std::uint8_t {
    none,
    pd,
    gravity_compensation,
    computed_torque,
    joint_impedance,
    gimbal_stabiliser
};

enum class SetResult : std::uint8_t { done, unknown_parameter, bad_index, out_of_range, not_finite, not_now };

namespace request {  // bits of Tick::request. Disarm acts while it is set, the others when it becomes set.
enum Bit : std::uint8_t { arm = 1, disarm = 2, activate = 4, fault_reset = 8 };
}
namespace hello_flag {  // bits of Hello::flags
enum Bit : std::uint8_t {
    lock_step = 1
};  // each write of the host is one control period, instead of the board's timer
}
namespace tick_flag {                                // bits of TickReply::flags
enum Bit : std::uint8_t { limited = 1, stale = 2 };  // a torque met its limit; no new tick message in this period
}

struct Hello {
    static constexpr Type type = Type::hello;
    std::uint32_t robot_hash = 0;
    std::uint8_t flags = 0;  // hello_flag
    constexpr void fields(auto&& f) { f(robot_hash), f(flags); }
};

// Also sent unasked, in place of an answer, to a host that has not said hello: the board has restarted.
struct HelloReply {
    static constexpr Type type = Type::hello_reply;
    std::uint32_t robot_hash = 0;
    std::uint8_t dof = 0, positions = 0;
    std::uint32_t tick_hz = 0;
    Fault boot_fault = Fault::none;
    std::uint32_t detail = 0;  // of the boot fault: an address
    constexpr void fields(auto&& f) { f(robot_hash), f(dof), f(positions), f(tick_hz), f(boot_fault), f(detail); }
};

template <const auto& robot> struct Tick {
    static constexpr Type type = Type::tick;
    std::uint8_t request = 0;  // request::Bit
    Controller controller = Controller::none;
    Sample<robot> sample;
    Reference<robot> reference;
    constexpr void fields(auto&& f) {
        f(request), f(controller);
        f(sample.q), f(sample.qd);
        for (auto* v : {&sample.base.angular_velocity, &sample.base.angular_acceleration, &sample.base.acceleration})
            f(v->x), f(v->y), f(v->z);
        f(reference.q), f(reference.qd), f(reference.qdd);
    }
};

template <const auto& robot> struct TickReply {
    static constexpr Type type = Type::tick_reply;
    std::uint32_t sequence = 0;  // of the tick message that it answers
    State state = State::boot;
    Fault fault = Fault::none;
    std::uint8_t flags = 0;  // tick_flag
    limb::Joints<robot> tau{};
    std::uint32_t instructions = 0;  // of the period before
    constexpr void fields(auto&& f) { f(sequence), f(state), f(fault), f(flags), f(tau), f(instructions); }
};

struct Set {
    static constexpr Type type = Type::set;
    std::uint8_t parameter = 0, index = 0;
    float value = 0;
    constexpr void fields(auto&& f) { f(parameter), f(index), f(value); }
};

struct Acknowledge {
    static constexpr Type type = Type::acknowledge;
    std::uint8_t parameter = 0, index = 0;
    SetResult result = SetResult::done;
    constexpr void fields(auto&& f) { f(parameter), f(index), f(result); }
};

struct GetCounters {
    static constexpr Type type = Type::get_counters;
    constexpr void fields(auto&&) {}
};

// What became of good frames and of periods
struct SessionCounters {
    std::uint32_t not_greeted = 0;   // frames before a hello
    std::uint32_t unknown_type = 0;  // frames of a type that is not for us
    std::uint32_t bad_payload = 0;   // frames whose payload has the wrong size
    std::uint32_t not_finite = 0;    // messages with a NaN or Inf
    std::uint32_t unanswered = 0;    // requests that were not carried out: no room for an answer in this period
    std::uint32_t superseded = 0;    // tick messages that a later one in the same period replaced: they were late
    std::uint32_t missed = 0;        // periods without a tick message, armed or active
};

struct Counters {
    static constexpr Type type = Type::counters;
    LinkCounters link{};
    SessionCounters session{};
    FaultCounters fault{};
    constexpr void fields(auto&& f) { f(link), f(session), f(fault); }
};

template <class Message> inline constexpr std::size_t payload_size = [] {
    std::size_t size = 0;
    Message{}.fields([&](const auto& field) { size += sizeof field; });
    return size;
}();

// false, and nothing read, if the size is wrong
template <class Message> [[nodiscard]] bool read(Bytes payload, Message& message) {
    if (payload.size() != payload_size<Message>) return false;
    const std::uint8_t* p = payload.data();
    message.fields([&](auto& field) {
        std::memcpy(&field, p, sizeof field);
        p += sizeof field;
    });
    return true;
}

// Writes a message as a frame into `out`; no bytes if there is too little room.
template <class Message>
[[nodiscard]] Bytes encode(Message message, std::uint32_t sequence, etl::span<std::uint8_t> out) {
    if (out.size() < frame_size(payload_size<Message>)) return {};
    std::uint8_t* p = out.data() + payload_offset;
    message.fields([&](const auto& field) {
        std::memcpy(p, &field, sizeof field);
        p += sizeof field;
    });
    return make_frame(out, std::uint8_t(Message::type), sequence, payload_size<Message>);
}

}  // namespace drive
