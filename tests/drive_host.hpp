#pragma once
// The host's end of a drive's link, for tests: sends messages into a Loop, one call a control period, and reads
// answers.
#include <numbers>

#include "drive/loop.hpp"
#include "unity.h"

namespace drive_host {

using drive::Bytes;
using drive::Fault;
using drive::State;

template <const auto& robot> class Host {
  public:
    using Tick = drive::Tick<robot>;
    using Reply = drive::TickReply<robot>;

    explicit Host(const drive::DriveConfig<robot>& config, drive::Boot boot = {}) : loop(config, boot) {}

    // The next period, with these bytes in it
    void period(Bytes bytes) {
        answers = {};
        Bytes sent = loop.tick(bytes);
        while (const auto frame = decoder_.next(sent)) {
            switch (static_cast<drive::Type>(frame->type)) {
                case drive::Type::tick_reply:
                    answers.tick += drive::read(frame->payload, reply);
                    break;
                case drive::Type::hello_reply:
                    answers.hello += drive::read(frame->payload, hello_reply);
                    break;
                case drive::Type::acknowledge:
                    answers.set += drive::read(frame->payload, acknowledge);
                    break;
                case drive::Type::counters:
                    answers.counters += drive::read(frame->payload, counters);
                    break;
                default:
                    TEST_FAIL_MESSAGE("an answer of a type that a host does not know");
            }
        }
        TEST_ASSERT_EQUAL_UINT32(
            0, decoder_.count(drive::LinkCount::bad_crc) + decoder_.count(drive::LinkCount::bad_cobs));
        if (answers.tick != 0)  // what is said is what is done
            for (std::size_t i = 0; i < reply.tau.size(); ++i) TEST_ASSERT_EQUAL_FLOAT(loop.torque()[i], reply.tau[i]);
    }
    template <class Message> void send(const Message& message) { period(frame(message)); }
    template <class Message> Bytes frame(const Message& message) { return drive::encode(message, ++sequence, out_); }

    void hello(std::uint8_t flags = drive::hello_flag::lock_step) {
        send(drive::Hello{drive::robot_hash<robot>, flags});
    }
    void silence(int periods) {
        for (int i = 0; i < periods; ++i) period({});
    }
    State step(std::uint8_t request = 0) {
        tick.request = request;
        send(tick);
        return loop.state();
    }
    // an edge: the bits are clear, then set
    State edge(std::uint8_t request) {
        step(0);
        return step(request);
    }
    void go_to(State wanted) {
        using namespace drive::request;
        hello();
        step(0);
        if (wanted == State::disarmed) return;
        TEST_ASSERT_EQUAL(State::armed, edge(arm));
        if (wanted == State::armed) return;
        TEST_ASSERT_EQUAL(State::active, edge(activate));
        if (wanted == State::active) return;
        hello();  // a restart of the host is the simplest fault
        step(0);
        TEST_ASSERT_EQUAL(State::fault, loop.state());
    }
    std::uint32_t count(Fault fault) const { return loop.counters().fault[static_cast<std::size_t>(fault)]; }

    drive::Loop<robot> loop;
    Tick tick;
    Reply reply;
    drive::HelloReply hello_reply;
    drive::Acknowledge acknowledge;
    drive::Counters counters;
    struct {
        int tick, hello, set, counters;
    } answers{};  // in the last period
    std::uint32_t sequence = 0;

  private:
    drive::Decoder<256> decoder_;
    etl::array<std::uint8_t, 512> out_;
};

}  // namespace drive_host
