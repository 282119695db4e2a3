// What tools/identify/identify.py asks of limb for one robot (tools/robot/robot.hpp):
//   table              the table, its parameters, and which combinations of them torques can see, as JSON
//   samples FRAMES     a recorded link (tools/hil/session.hpp) as numbers: time, q, torque told, base of each period
//   regressor [base]   for each q, qd, qdd, base that comes in, Y goes out, row by row
// Numbers come and go as raw doubles. Base: angular velocity, angular acceleration, accelerometer: 9 numbers.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <vector>

#include "drive/messages.hpp"
#include "tools/hil/fail.hpp"
#include "tools/hil/session.hpp"
#include "tools/robot/as_json.hpp"
#include "tools/robot/robot.hpp"

namespace tool {
namespace {

constexpr int n = robot.dof, parameters = limb::parameter_count<robot>;

// ---- the table ------------------------------------------------------------------------------------------------------

template <limb::Mount mount> void write_combinations(const char* key) {
    std::mt19937_64 source(1);
    const auto uniform = [&] { return static_cast<double>(source() >> 11) * 0x1p-52 - 1; };
    const auto found = limb::base_parameters<robot, double, mount>(uniform);
    std::printf(", \"%s\": [", key);
    for (int k = 0; k < found.count; ++k) {
        std::vector<int> of;
        std::vector<double> weight;
        for (int j = 0; j < parameters; ++j)
            if (found.weight[k][j] != 0) of.push_back(j), weight.push_back(found.weight[k][j]);
        std::printf("%s{\"first\": %d", k == 0 ? "" : ", ", static_cast<int>(found.first[k]));
        as_json::field("of", of);
        as_json::field("weight", weight);
        std::putchar('}');
    }
    std::putchar(']');
}

void write_table() {
    std::putchar('{');
    as_json::print_table<robot>();
    as_json::field("parameters", limb::parameters<robot, double>());
    write_combinations<limb::Mount::still>("combinations");
    write_combinations<limb::Mount::driven>("combinations_on_a_driven_base");
    std::puts("}");
}

// ---- a recorded link ------------------------------------------------------------------------------------------------

void put(std::span<const double> numbers) { std::fwrite(numbers.data(), sizeof(double), numbers.size(), stdout); }

// Each answer of the board in its active state was a period. One whose message came too late says nothing of q.
class Samples {
  public:
    void sent(drive::Bytes bytes) {
        while (const auto frame = from_host_.next(bytes)) {
            drive::Tick<robot> tick;
            if (static_cast<drive::Type>(frame->type) == drive::Type::tick && drive::read(frame->payload, tick))
                waiting_[frame->sequence] = tick.sample;
        }
    }
    void received(drive::Bytes bytes) {
        while (const auto frame = from_board_.next(bytes)) {
            drive::HelloReply hello;
            drive::TickReply<robot> reply;
            if (static_cast<drive::Type>(frame->type) == drive::Type::hello_reply && drive::read(frame->payload, hello))
                period_ = 1.0 / hello.tick_hz;
            if (static_cast<drive::Type>(frame->type) != drive::Type::tick_reply || !drive::read(frame->payload, reply))
                continue;
            const auto sample = waiting_.extract(reply.sequence);
            if (reply.state != drive::State::active) continue;
            if (!sample.empty() && (reply.flags & drive::tick_flag::stale) == 0) write(sample.mapped(), reply.tau);
            ++periods_;
        }
    }
    long written() const { return written_; }

  private:
    void write(const drive::Sample<robot>& sample, const auto& tau) {
        std::vector<double> row{static_cast<double>(periods_) * period_};
        row.insert(row.end(), sample.q.begin(), sample.q.end());
        row.insert(row.end(), tau.begin(), tau.end());
        const auto& base = sample.base;
        for (const auto& v : {base.angular_velocity, base.angular_acceleration, base.acceleration})
            row.insert(row.end(), {v.x, v.y, v.z});
        put(row);
        ++written_;
    }

    drive::Decoder<256> from_host_, from_board_;
    std::map<std::uint32_t, drive::Sample<robot>> waiting_;  // by the message's sequence
    double period_ = 0;
    long periods_ = 0, written_ = 0;
};

void write_samples(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string title;
    if (!std::getline(file, title) || !title.starts_with(hil::recording_title))
        hil::fail(path + " is no recording of a link");
    Samples samples;
    std::uint32_t size = 0;
    std::vector<char> piece;
    for (char direction; file.get(direction).read(reinterpret_cast<char*>(&size), sizeof size);) {
        piece.resize(size);
        if (!file.read(piece.data(), static_cast<std::streamsize>(size)))
            hil::fail(path + " ends in the middle of a piece");
        const drive::Bytes bytes(reinterpret_cast<const std::uint8_t*>(piece.data()), piece.size());
        if (direction == hil::Recording::to_board)
            samples.sent(bytes);
        else
            samples.received(bytes);
    }
    if (samples.written() == 0) hil::fail(path + " holds no period of an active drive");
}

// ---- the regressor --------------------------------------------------------------------------------------------------

void answer_regressors(bool driven) {
    double in[3 * n + 9];
    limb::Positions<robot, double> q;
    limb::Joints<robot, double> qd, qdd;
    while (std::fread(in, sizeof in, 1, stdin) == 1) {
        for (int i = 0; i < n; ++i) q[i] = in[i], qd[i] = in[n + i], qdd[i] = in[2 * n + i];
        const double* b = in + 3 * n;
        const limb::Imu<double> imu{{b[0], b[1], b[2]}, {b[3], b[4], b[5]}, {b[6], b[7], b[8]}};
        const auto Y = driven ? limb::regressor<robot>(q, qd, qdd, imu) : limb::regressor<robot>(q, qd, qdd);
        for (const auto& row : Y) put({row.data(), row.size()});
    }
}

}  // namespace
}  // namespace tool

int main(int count, char** words) {
    using namespace tool;
    try {
        const std::string_view command = count > 1 ? words[1] : "";
        if (command == "table")
            write_table();
        else if (command == "samples" && count == 3)
            write_samples(words[2]);
        else if (command == "regressor")
            answer_regressors(count == 3 && std::string_view(words[2]) == "base");
        else
            hil::fail("usage: identify table | samples FRAMES | regressor [base]");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "identify: %s\n", error.what());
        return 2;
    }
}
