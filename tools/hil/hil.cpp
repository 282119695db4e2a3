// The runner's command line: `hil run OPTIONS` and `hil replay RECORDING` (tools/limb hil, tools/limb replay).
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <functional>

#include "fail.hpp"
#include "physics.hpp"
#include "run.hpp"

namespace {

using namespace hil;

struct Robot {
    std::string_view name;
    int (*run)(const Options&);
    int (*replay)(const std::string&);
};
constexpr Robot known_robots[] = {
    {"arm6", run<robots::driven::arm6>, replay<robots::driven::arm6>},
    {"gimbal3", run<robots::driven::gimbal3>, replay<robots::driven::gimbal3>},
};
const Robot& find_robot(std::string_view name) {
    std::string names;
    for (const Robot& robot : known_robots) {
        if (robot.name == name) return robot;
        names += " " + std::string(robot.name);
    }
    fail("no robot '" + std::string(name) + "'; there are:" + names);
}

template <class Number> void read_number(const std::string& text, Number& into) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
    if (error != std::errc{} || end != text.data() + text.size()) fail("'" + text + "' is no number");
}

Options read_options(int count, char** words) {
    Options options;
    const auto text = [](std::string& into) { return [&](const std::string& value) { into = value; }; };
    const auto number = [](auto& into) { return [&](const std::string& value) { read_number(value, into); }; };
    const std::pair<std::string_view, std::function<void(const std::string&)>> known[] = {
        {"--robot", text(options.robot)},
        {"--board", text(options.board)},
        {"--link", text(options.link)},
        {"--elf", text(options.elf)},
        {"--pace", text(options.pace)},
        {"--controller", text(options.controller)},
        {"--scenario", text(options.scenario)},
        {"--plant", text(options.plant)},
        {"--seconds", number(options.seconds)},
        {"--seed", number(options.seed)},
        {"--mass-error", number(options.mass_error)},
        {"--friction-error", number(options.friction_error)},
        {"--out", text(options.out)},
    };
    for (int i = 0; i < count; i += 2) {
        const auto option =
            std::find_if(std::begin(known), std::end(known), [&](auto& k) { return k.first == words[i]; });
        if (option == std::end(known)) fail("unknown option '" + std::string(words[i]) + "'");
        if (i + 1 == count) fail("'" + std::string(words[i]) + "' needs a value");
        option->second(words[i + 1]);
    }
    if (options.out.empty()) fail("--out is missing");
    return options;
}

int replay_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string title;
    std::getline(file, title);
    if (!title.starts_with(recording_title)) fail(path + " is no recording of a link");
    return find_robot(title.substr(recording_title.size())).replay(path);
}

}  // namespace

int main(int count, char** words) {
    try {
        const std::string_view command = count > 1 ? words[1] : "";
        if (command == "run") {
            const Options options = read_options(count - 2, words + 2);
            return find_robot(options.robot).run(options);
        }
        if (command == "replay" && count == 3) return replay_file(words[2]);
        if (command == "has-mujoco") return has_mujoco() ? 0 : 1;
        fail("usage: hil run OPTIONS | hil replay RECORDING | hil has-mujoco");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hil: %s\n", error.what());
        return 2;
    }
}
