#pragma once
// The host's end of a drive's link. In lock-step each message that goes out is one control period of the board; at the
// board's own pace each of its tick replies is one. Every byte is recorded, both ways, so that the run can be replayed.
#include <fstream>
#include <optional>

#include "board.hpp"
#include "drive/loop.hpp"
#include "fail.hpp"
#include "run.hpp"

namespace hil {

// A file of the bytes that went over the link: a line of text that names the robot, then pieces, in order. A piece: one
// byte for its direction, four for its size (little-endian), and so many bytes.
class Recording {
  public:
    enum Direction : char { to_board = '>', from_board = '<' };

    Recording(const std::string& path, const std::string& robot) : file_(path, std::ios::binary) {
        file_ << recording_title << robot << '\n';
        if (!file_) fail("cannot write " + path);
    }
    void add(Direction direction, drive::Bytes bytes) {
        const auto size = static_cast<std::uint32_t>(bytes.size());
        file_.put(direction).write(reinterpret_cast<const char*>(&size), sizeof size);
        file_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }

  private:
    std::ofstream file_;
};

// The loop itself in place of a board, in this process.
template <const auto& robot> class LoopBoard {
  public:
    void write(drive::Bytes bytes) {
        const drive::Bytes answer = loop_.tick(bytes);
        answer_.assign(answer.begin(), answer.end());
    }
    std::size_t read(std::span<std::uint8_t> into, int) {
        const std::size_t n = std::min(into.size(), answer_.size());
        std::copy_n(answer_.begin(), n, into.begin());
        answer_.erase(answer_.begin(), answer_.begin() + static_cast<std::ptrdiff_t>(n));
        return n;
    }
    bool is_serial() const { return false; }

  private:
    static constexpr drive::DriveConfig<robot> config{};
    drive::Loop<robot> loop_{config};
    std::vector<std::uint8_t> answer_;
};

template <const auto& robot, class Line> class Session {
  public:
    using Tick = drive::Tick<robot>;
    using Reply = drive::TickReply<robot>;

    Session(Line& line, Recording& recording, bool lock_step)
        : line_(line), recording_(recording), lock_step_(lock_step) {}

    // A board that is still starting loses it, so it is said again.
    drive::HelloReply hello() {
        const drive::Hello hello{drive::robot_hash<robot>,
                                 static_cast<std::uint8_t>(lock_step_ ? drive::hello_flag::lock_step : 0)};
        for (int attempt = 0; attempt < 50; ++attempt) {
            send(hello, true);
            const auto reply =
                await<drive::HelloReply>([](const auto&) { return true; }, line_.is_serial() ? 200 : patience);
            if (!reply) continue;
            if (reply->robot_hash != hello.robot_hash) fail("the board's firmware is for another robot");
            return *reply;
        }
        fail("the board does not answer");
    }
    void set(drive::Parameter parameter, std::size_t index, double value) {
        const drive::Set set{static_cast<std::uint8_t>(parameter), static_cast<std::uint8_t>(index),
                             static_cast<float>(value)};
        send(set);
        const auto reply = await<drive::Acknowledge>(
            [&](const auto& r) { return r.parameter == set.parameter && r.index == set.index; });
        if (!reply) fail("the board does not answer");
        if (reply->result != drive::SetResult::done)
            fail("the board refuses to set parameter " + std::to_string(set.parameter) + ": reason " +
                 std::to_string(static_cast<int>(reply->result)));
    }
    // The answer to this message; before it, `missed` sees those of the periods that passed without one.
    template <class Missed> Reply tick(const Tick& tick, Missed missed) {
        send(tick);
        const auto reply = await<Reply>([&](const Reply& r) {
            if (r.sequence == sequence_ && (r.flags & drive::tick_flag::stale) == 0) return true;
            missed(r);
            return false;
        });
        if (!reply) fail("the board does not answer");
        return *reply;
    }
    Reply tick(const Tick& message) {
        return tick(message, [](const Reply&) {});
    }
    drive::Counters counters() {
        send(drive::GetCounters{});
        const auto reply = await<drive::Counters>([](const auto&) { return true; });
        if (!reply) fail("the board does not answer");
        return *reply;
    }
    // Frames that came in damaged.
    std::uint32_t link_errors() const {
        std::uint32_t sum = 0;
        for (std::size_t i = 1; i < drive::link_counts; ++i) sum += decoder_.counters()[i];
        return sum;
    }

  private:
    static constexpr int patience = 5000;  // ms

    template <class Message> void send(const Message& message, bool first = false) {
        std::array<std::uint8_t, 512> buffer;
        drive::Bytes frame = drive::encode(message, ++sequence_, {buffer.data(), buffer.size()});
        if (lock_step_ && line_.is_serial() && !first)
            frame = frame.subspan(1);  // a delimiter alone would be a period of its own
        recording_.add(Recording::to_board, frame);
        line_.write({frame.data(), frame.size()});
    }
    template <class Message, class Match> std::optional<Message> await(Match match, int milliseconds = patience) {
        for (;;) {
            while (const auto frame = decoder_.next(pending_)) {
                Message message;
                if (static_cast<drive::Type>(frame->type) == Message::type && drive::read(frame->payload, message) &&
                    match(message))
                    return message;
            }
            const std::size_t n = line_.read(buffer_, milliseconds);
            if (n == 0) return std::nullopt;
            pending_ = {buffer_.data(), n};
            recording_.add(Recording::from_board, pending_);
        }
    }

    Line& line_;
    Recording& recording_;
    const bool lock_step_;
    drive::Decoder<256> decoder_;
    std::array<std::uint8_t, 1024> buffer_;
    drive::Bytes pending_;
    std::uint32_t sequence_ = 0;
};

}  // namespace hil
