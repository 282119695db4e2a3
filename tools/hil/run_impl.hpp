#pragma once
// The two functions of run.hpp, for the files that instantiate them robot by robot.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <iomanip>
#include <map>

#include "run.hpp"
#include "scenario.hpp"
#include "session.hpp"

namespace hil {

// ---- names ---------------------------------------------------------------------------------------------------------

struct ControllerChoice {
    std::string_view name;
    drive::Controller controller;
    drive::BaseMotion base_motion = drive::BaseMotion::fed_forward;
};
inline constexpr ControllerChoice controllers[] = {
    {"none", drive::Controller::none},
    {"pd", drive::Controller::pd},
    {"gravity_compensation", drive::Controller::gravity_compensation},
    {"computed_torque", drive::Controller::computed_torque},
    {"joint_impedance", drive::Controller::joint_impedance},
    {"gimbal_stabiliser", drive::Controller::gimbal_stabiliser},
    {"gimbal_base_ignored", drive::Controller::gimbal_stabiliser, drive::BaseMotion::ignored},
};
struct ScenarioChoice {
    std::string_view name;
    Scenario scenario;
};
inline constexpr ScenarioChoice scenarios[] = {
    {"hold", Scenario::hold}, {"fast", Scenario::fast}, {"shake", Scenario::shake}};

template <class Choice, std::size_t n>
const Choice& choose(const Choice (&choices)[n], const std::string& name, const char* what) {
    std::string names;
    for (const Choice& choice : choices) {
        if (choice.name == name) return choice;
        names += " " + std::string(choice.name);
    }
    fail("no " + std::string(what) + " '" + name + "'; there are:" + names);
}

// ---- what is measured ----------------------------------------------------------------------------------------------

class Spread {
  public:
    void add(double x) {
        squares_ += x * x;
        sum_ += x;
        peak_ = std::max(peak_, std::abs(x));
        ++count_;
    }
    double rms() const { return count_ ? std::sqrt(squares_ / count_) : 0; }
    double mean() const { return count_ ? sum_ / count_ : 0; }
    double peak() const { return peak_; }

  private:
    double squares_ = 0, sum_ = 0, peak_ = 0;
    double count_ = 0;
};

// One line that changes, on a terminal.
class Progress {
  public:
    explicit Progress(long ticks) : ticks_(ticks), shown_(isatty(STDERR_FILENO)) {}
    ~Progress() {
        if (shown_) std::fputs("\r\033[K", stderr);
    }
    void at(long tick) {
        const auto now = Clock::now();
        if (!shown_ || now < next_) return;
        next_ = now + std::chrono::milliseconds(100);
        const double seconds = std::chrono::duration<double>(now - start_).count();
        std::fprintf(stderr, "\r\033[K%3ld %%  %ld of %ld ticks, %.0f a second", 100 * tick / ticks_, tick, ticks_,
                     seconds > 0 ? static_cast<double>(tick) / seconds : 0.0);
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  private:
    using Clock = std::chrono::steady_clock;
    const long ticks_;
    const bool shown_;
    const Clock::time_point start_ = Clock::now();
    Clock::time_point next_ = start_;
};

// ---- the run -------------------------------------------------------------------------------------------------------

template <const auto& robot> class Run {
  public:
    static constexpr std::size_t n = robot.dof;
    using M = Machine<robot>;

    explicit Run(const Options& options)
        : options_(options),
          controller_(choose(controllers, options.controller, "controller")),
          scenario_(choose(scenarios, options.scenario, "scenario").scenario),
          recording_(options.out + ".frames", options.robot),
          plant_(make_plant()) {
        const bool stabilises = controller_.controller == drive::Controller::gimbal_stabiliser;
        if (stabilises && !drive::is_gimbal<robot>) fail(options.controller + " is for gimbals");
        if (options.pace != "lock-step" && options.pace != "timer")
            fail("no pace '" + options.pace + "'; there are: lock-step timer");
        if (!(options.seconds > 0)) fail("--seconds must be above 0");
    }

    int operator()() {
        if (options_.board == "host") {
            LoopBoard<robot> board;
            instructions_per_tick_ = 0;
            return on(board);
        }
        const BoardType& type = board_type(options_.board);
        Board board(type, options_.link, options_.elf);
        core_hz_ = type.core_hz;
        const bool emulated = options_.link == "semihosting" || options_.link == "uart";
        instructions_per_tick_ = emulated ? type.instructions : 0;
        return on(board);
    }

  private:
    Plant make_plant() const {
        Truth truth = M::truth;
        truth.mass *= 1 + options_.mass_error / 100;
        truth.friction *= 1 + options_.friction_error / 100;
        std::vector<double> start;
        for (const Swing& swing : M::swings) start.push_back(reference(scenario_, swing, 0).x);
        const Base base = base_of(scenario_);
        std::unique_ptr<Physics> physics;
        if (options_.plant == "limb")
            physics = std::make_unique<LimbPhysics<robot>>(start, truth, base);
        else if (options_.plant == "mujoco")
            physics = mujoco_physics(M::rows, start, truth, base, options_.out + ".xml");
        else
            fail("no plant '" + options_.plant + "'; there are: limb mujoco");
        return Plant(std::move(physics), M::rows, truth, M::hardware, base, options_.seed);
    }

    template <class Line> int on(Line& line) {
        Session<robot, Line> session(line, recording_, options_.pace == "lock-step");
        const drive::HelloReply greeting = session.hello();
        tick_hz_ = greeting.tick_hz;
        const auto ticks = std::lround(options_.seconds * tick_hz_);
        const Trouble before = trouble(session);  // a UART that starts may have lost half a frame
        make_ready(session, greeting);

        std::ofstream log(options_.out + ".csv");
        write_names(log);
        Progress progress(ticks);
        while (ticks_ < ticks && stopped_by_.empty()) {
            const drive::Tick<robot> message = message_now(drive::request::activate);
            const auto missed = [&](const auto& reply) {
                if (ticks_ > 0) period(log, message, reply);  // the machine stands still until it is active
            };
            period(log, message, session.tick(message, missed));
            progress.at(ticks_);
        }
        wall_seconds_ = progress.seconds();
        (void)session.tick(message_now(drive::request::disarm));
        const Trouble after = trouble(session);
        late_ = after.late - before.late;
        link_errors_ = after.link_errors - before.link_errors;
        show();
        summarise();
        return stopped_by_.empty() ? 0 : 1;
    }

    // One control period, and what the machine does in it.
    void period(std::ostream& log, const drive::Tick<robot>& message, const drive::TickReply<robot>& reply) {
        if (!stopped_by_.empty()) return;
        if (ticks_ > 0) instructions_.add(reply.instructions);  // of the tick before
        if (reply.state != drive::State::active) {
            stopped_by_ = drive::rule(reply.fault).name;
            write_row(log, message, reply);
            return;
        }
        ++ticks_;
        measure(reply);
        write_row(log, message, reply);
        plant_.drive({reply.tau.data(), n}, 1.0 / tick_hz_);
    }

    struct Trouble {
        std::uint32_t late, link_errors;
    };
    template <class Session> static Trouble trouble(Session& session) {
        const drive::Counters counters = session.counters();
        Trouble now{counters.session.missed + counters.session.superseded,
                    session.link_errors() + counters.session.bad_payload + counters.session.unknown_type};
        for (std::size_t i = 1; i < drive::link_counts; ++i) now.link_errors += counters.link[i];
        return now;
    }

    // Old faults are cleared, the base's motion is fed forward or not, then it is armed.
    template <class Session> void make_ready(Session& session, const drive::HelloReply& greeting) {
        if (greeting.boot_fault == drive::Fault::other_arithmetic)
            std::printf("the board's firmware was %s\n", drive::rule(greeting.boot_fault).cause);
        else if (greeting.boot_fault != drive::Fault::none)
            std::printf("the board's last run ended with %s at %08x\n", drive::rule(greeting.boot_fault).name,
                        static_cast<unsigned>(greeting.detail));
        for (const auto request : {drive::request::disarm, drive::request::fault_reset})
            (void)session.tick(message_now(request));
        session.set(drive::Parameter::base_motion, 0, controller_.base_motion == drive::BaseMotion::fed_forward);
        (void)session.tick(message_now(0));
        const auto reply = session.tick(message_now(drive::request::arm));
        if (reply.state != drive::State::armed)
            fail(std::string("the board does not arm: ") + drive::rule(reply.fault).name);
    }

    drive::Tick<robot> message_now(int request) {
        drive::Tick<robot> tick;
        tick.request = static_cast<std::uint8_t>(request);
        tick.controller = controller_.controller;
        plant_.sense<robot>(tick.sample.q, tick.sample.qd, tick.sample.base);
        for (std::size_t i = 0; i < n; ++i) {
            const Jet r = wanted(i);
            tick.reference.q[i] = static_cast<float>(r.x);
            tick.reference.qd[i] = static_cast<float>(r.d);
            tick.reference.qdd[i] = static_cast<float>(r.dd);
        }
        return tick;
    }
    Jet wanted(std::size_t joint) const { return reference(scenario_, M::swings[joint], plant_.time()); }
    double error(std::size_t joint) const { return wanted(joint).x - plant_.q()[joint]; }

    // The angle in space between the last body and where it would be on a base that stands still, rad.
    double pointing_error() const {
        limb::Positions<robot, double> is, shall;
        for (std::size_t i = 0; i < n; ++i) is[i] = plant_.q()[i], shall[i] = wanted(i).x;
        const Rotation C = limb::kinematics<robot, robot.rows - 1>(is).rotation;
        const Rotation S = limb::kinematics<robot, robot.rows - 1>(shall).rotation;
        const Rotation E = limb::transpose(S) * (plant_.base().attitude * C);
        const Vector twice_sine{E.z.y - E.y.z, E.x.z - E.z.x, E.y.x - E.x.y};
        return std::atan2(std::sqrt(limb::dot(twice_sine, twice_sine)), E.x.x + E.y.y + E.z.z - 1);
    }
    bool points() const { return scenario_ == Scenario::shake; }

    void measure(const drive::TickReply<robot>& reply) {
        for (std::size_t i = 0; i < n; ++i) {
            errors_[i].add(error(i));
            torques_[i].add(reply.tau[i]);
            if (!points()) tracking_.add(error(i));
            hash_.add(reply.tau[i]);
        }
        if (points()) tracking_.add(pointing_error());
        limited_ += (reply.flags & drive::tick_flag::limited) != 0;
    }

    void write_names(std::ostream& log) const {
        log << "time";
        for (std::size_t i = 0; i < n; ++i)
            for (const char* what : {"q", "q_ref", "error", "qd", "tau"}) log << ',' << joint_name(i) << '/' << what;
        if (points()) log << ",pointing_error,base/yaw,base/pitch,base/roll";
        log << ",instructions,limited,fault\n" << std::setprecision(9);
    }
    // True angles, not the measured ones; instructions are those of the tick before. A run that a fault stops has a last row
    // with its code (drive/fault.hpp) and the torque of the safe action.
    void write_row(std::ostream& log, const drive::Tick<robot>& tick, const drive::TickReply<robot>& reply) const {
        log << plant_.time();
        for (std::size_t i = 0; i < n; ++i)
            log << ',' << plant_.q()[i] << ',' << tick.reference.q[i] << ',' << error(i) << ',' << plant_.qd()[i] << ','
                << reply.tau[i];
        if (points()) {
            log << ',' << pointing_error();
            for (const Jet& angle : plant_.base().angle) log << ',' << angle.x;
        }
        log << ',' << reply.instructions * instructions_per_tick_ << ','
            << ((reply.flags & drive::tick_flag::limited) != 0) << ',' << static_cast<int>(reply.fault) << '\n';
    }
    static const char* joint_name(std::size_t joint) {
        for (int i = 0; i < robot.bodies; ++i)
            if (robot.body[i].dof == static_cast<int>(joint)) return robot.given[robot.body[i].row].name;
        return "";
    }

    double budget() const { return core_hz_ / tick_hz_; }

    void show() const {
        std::printf("%s on %s by %s, %s, scenario %s, plant %s", options_.robot.c_str(), options_.board.c_str(),
                    options_.link.c_str(), options_.controller.c_str(), options_.scenario.c_str(),
                    options_.plant.c_str());
        if (options_.mass_error != 0) std::printf(", masses %+g %%", options_.mass_error);
        if (options_.friction_error != 0) std::printf(", friction %+g %%", options_.friction_error);
        std::printf("\n  %-12s %14s %14s %14s\n", "joint", "RMS error", "peak error", "peak torque");
        for (std::size_t i = 0; i < n; ++i)
            std::printf("  %-12s %9.3f mrad %9.3f mrad %11.4g Nm\n", joint_name(i), 1e3 * errors_[i].rms(),
                        1e3 * errors_[i].peak(), torques_[i].peak());
        std::printf("  %-12s %9.3f mrad %9.3f mrad\n", points() ? "pointing" : "tracking", 1e3 * tracking_.rms(),
                    1e3 * tracking_.peak());
        std::printf(
            "  ticks %ld at %u Hz in %.1f s, late %u, at the torque limit %ld, link errors %u, torque bits %08x\n",
            ticks_, static_cast<unsigned>(tick_hz_), wall_seconds_, static_cast<unsigned>(late_), limited_,
            static_cast<unsigned>(link_errors_), static_cast<unsigned>(hash_.value()));
        if (instructions_per_tick_ > 0)
            std::printf("  instructions a tick: mean %.0f, most %.0f, of %.0f that %.0f MHz has in a tick (%.1f %%)\n",
                        instructions_per_tick_ * instructions_.mean(), instructions_per_tick_ * instructions_.peak(),
                        budget(), core_hz_ / 1e6, 100 * instructions_per_tick_ * instructions_.peak() / budget());
        if (!stopped_by_.empty()) std::printf("  STOPPED at %.3f s: %s\n", plant_.time(), stopped_by_.c_str());
    }
    void summarise() const {
        std::ofstream file(options_.out + ".json");
        file << "{\"tracking_rms\": " << tracking_.rms() << ", \"tracking_peak\": " << tracking_.peak();
        double torque = 0;
        for (const Spread& one : torques_) torque = std::max(torque, one.peak());
        file << ", \"torque_peak\": " << torque << ", \"ticks\": " << ticks_ << ", \"late\": " << late_
             << ", \"limited\": " << limited_ << ", \"link_errors\": " << link_errors_
             << ", \"instructions_mean\": " << instructions_per_tick_ * instructions_.mean()
             << ", \"instructions_most\": " << instructions_per_tick_ * instructions_.peak()
             << ", \"instructions_budget\": " << budget() << ", \"torque_bits\": \"" << std::hex << hash_.value()
             << "\", \"stopped_by\": \"" << stopped_by_ << "\"}\n";
    }

    const Options options_;
    const ControllerChoice controller_;
    const Scenario scenario_;
    Recording recording_;
    Plant plant_;
    double core_hz_ = 168e6, instructions_per_tick_ = 0, wall_seconds_ = 0;
    std::uint32_t tick_hz_ = 0, late_ = 0, link_errors_ = 0;
    long ticks_ = 0, limited_ = 0;
    std::array<Spread, n> errors_{}, torques_{};
    Spread tracking_, instructions_;
    limb::internal::Fnv1a hash_;
    std::string stopped_by_;
};

template <const auto& robot> int run(const Options& options) { return Run<robot>(options)(); }

// ---- replay --------------------------------------------------------------------------------------------------------

// A recorded run once more, on the same loop, here. Each answer of the board was a period of it: one without a message,
// or with the tick message that it answers. Other messages came while it was disarmed, when periods do not count.
template <const auto& robot> class Replay {
  public:
    void sent(drive::Bytes bytes) {
        drive::Bytes rest = bytes;
        const auto frame = from_host_.next(rest);
        if (frame && static_cast<drive::Type>(frame->type) == drive::Type::tick)
            waiting_[frame->sequence].assign(bytes.begin(), bytes.end());
        else
            (void)loop_.tick(bytes);
    }
    void received(drive::Bytes bytes) {
        while (const auto frame = from_board_.next(bytes)) {
            drive::TickReply<robot> reply;
            if (static_cast<drive::Type>(frame->type) != drive::Type::tick_reply || !drive::read(frame->payload, reply))
                continue;
            if (reply.flags & drive::tick_flag::stale) {
                (void)loop_.tick({});
            } else {
                const std::vector<std::uint8_t>& message = waiting_[reply.sequence];
                (void)loop_.tick({message.data(), message.size()});
                waiting_.erase(reply.sequence);
                ++fresh;
            }
            ++periods;
            if (!is_same(reply) && different++ == 0) first = reply.sequence;
        }
    }

    long periods = 0, fresh = 0, different = 0;
    std::uint32_t first = 0;  // message whose answer is different

  private:
    bool is_same(const drive::TickReply<robot>& reply) const {
        bool same = reply.state == loop_.state() && reply.fault == loop_.fault();
        for (std::size_t i = 0; i < reply.tau.size(); ++i)
            same =
                same && std::bit_cast<std::uint32_t>(reply.tau[i]) == std::bit_cast<std::uint32_t>(loop_.torque()[i]);
        return same;
    }

    static constexpr drive::DriveConfig<robot> config{};
    drive::Loop<robot> loop_{config};
    drive::Decoder<256> from_host_, from_board_;
    std::map<std::uint32_t, std::vector<std::uint8_t>> waiting_;  // tick messages by sequence
};

template <const auto& robot> int replay(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string title;
    std::getline(file, title);

    Replay<robot> again;
    std::uint32_t size = 0;
    std::vector<char> piece;
    for (char direction; file.get(direction).read(reinterpret_cast<char*>(&size), sizeof size);) {
        piece.resize(size);
        if (!file.read(piece.data(), static_cast<std::streamsize>(size))) fail(path + " ends in the middle of a piece");
        const drive::Bytes bytes(reinterpret_cast<const std::uint8_t*>(piece.data()), piece.size());
        if (direction == Recording::to_board)
            again.sent(bytes);
        else
            again.received(bytes);
    }
    if (again.fresh == 0) fail(path + " holds no answer of a board");
    if (again.different == 0)
        std::printf("%s: %ld periods, %ld with a message: torques bit-identical\n", path.c_str(), again.periods,
                    again.fresh);
    else
        std::printf("%s: %ld of %ld periods differ, first in the answer to message %u\n", path.c_str(), again.different,
                    again.periods, static_cast<unsigned>(again.first));
    return again.different == 0 ? 0 : 1;
}

}  // namespace hil
