#pragma once
// One run: a plant, a board, a scenario; what came of it as a table, a log and a recording of the link. And a recording
// played again, to the same loop on the host.
#include <cstdint>
#include <string>
#include <string_view>

#include "robots/driven.hpp"

namespace hil {

// How a recording begins, before the robot's name.
inline constexpr std::string_view recording_title = "limb frames 1 ";

struct Options {
    std::string robot = "arm6";
    std::string board = "stm32f405";  // or "host": the drive's loop in this process
    std::string link = "semihosting";
    std::string elf;
    std::string pace = "lock-step";  // or "timer": the board's own tick, which no host can be late for unseen
    std::string controller = "computed_torque";
    std::string scenario = "fast";
    std::string plant = "limb";
    double seconds = 3;
    std::uint64_t seed = 1;
    double mass_error = 0;      // per cent that the machine's masses are above those of the controller's table
    double friction_error = 0;  // likewise
    std::string out;            // log, recording and summary are this with .csv, .frames, .json
};

template <const auto& robot> int run(const Options& options);
template <const auto& robot> int replay(const std::string& path);

extern template int run<robots::driven::arm6>(const Options&);
extern template int run<robots::driven::gimbal3>(const Options&);
extern template int replay<robots::driven::arm6>(const std::string&);
extern template int replay<robots::driven::gimbal3>(const std::string&);

}  // namespace hil
