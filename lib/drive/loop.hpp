#pragma once
// One control period of a drive: bytes in, bytes out. Decodes, supervises, controls, answers.
// Pure: no port, no clock but the call itself, no heap. The same bytes give the same torques on every machine, so that
// a recorded log is replayed bit by bit.
#include "drive/computed_torque.hpp"
#include "drive/gimbal_stabiliser.hpp"
#include "drive/joint_impedance.hpp"
#include "drive/parameters.hpp"
#include "drive/robot_hash.hpp"
#include "drive/supervisor.hpp"

namespace drive {

struct Boot {  // what the port knows of the run before this one
    Fault fault = Fault::none;
    std::uint32_t detail = 0;  // an address
};

template <const auto& robot> class Loop {
  public:
    // `config` bounds what the host may set, and must outlive the loop.
    explicit Loop(const DriveConfig<robot>& config, Boot boot = {})
        : widest_(config), config_(config), boot_(boot), supervisor_(config_, boot.fault) {}
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    // Call it once a period with the bytes that have come in since, if any. What it returns is to be sent, and is valid
    // until the next call.
    [[nodiscard]] Bytes tick(Bytes received) {
        out_size_ = 0;
        supervisor_.begin();
        while (const auto frame = decoder_.next(received)) handle(*frame);
        supervisor_.end();
        if (supervisor_.is_live() && !supervisor_.fresh()) session_.missed++;

        if (supervisor_.state() != State::active)
            stabilising_ = false;
        else if (supervisor_.fresh())
            wanted_ = control();
        torque_ = supervisor_.permit(wanted_);
        if (greeted_) answer_tick();
        return Bytes(out_.data(), out_size_);
    }

    const limb::Joints<robot>& torque() const { return torque_; }  // N m (N), what the motors shall give in this period
    State state() const { return supervisor_.state(); }
    Fault fault() const { return supervisor_.fault(); }
    bool lock_step() const { return lock_step_; }  // the host wants each of its writes to be one period
    const DriveConfig<robot>& config() const { return config_; }
    Counters counters() const { return {decoder_.counters(), session_, supervisor_.counters()}; }
    // What the last tick cost, for the next answer.
    void report_instructions(std::uint32_t instructions) { instructions_ = instructions; }

  private:
    static constexpr std::size_t largest_answer = std::max(payload_size<Counters>, payload_size<HelloReply>);
    static constexpr std::size_t room_for_tick = frame_size(payload_size<TickReply<robot>>);

    void handle(const Frame& frame) {
        const auto type = Type(frame.type);
        if (type == Type::hello) return take<Hello>(frame, &Loop::greet);
        if (!greeted_) {
            session_.not_greeted++;
            return answer(greeting());
        }
        switch (type) {
            case Type::tick:
                return take<Tick<robot>>(frame, &Loop::sense);
            case Type::set:
                return take<Set>(frame, &Loop::set);
            case Type::get_counters:
                return take<GetCounters>(frame, &Loop::show_counters);
            default:
                session_.unknown_type++;
        }
    }
    template <class Message> void take(const Frame& frame, void (Loop::*act)(const Message&, std::uint32_t sequence)) {
        Message message;
        if (read(frame.payload, message))
            (this->*act)(message, frame.sequence);
        else
            session_.bad_payload++;
    }

    void greet(const Hello& hello, std::uint32_t) {
        greeted_ = hello.robot_hash == robot_hash<robot>;
        if (greeted_) lock_step_ = hello.flags & hello_flag::lock_step;
        supervisor_.greet();
        if (!greeted_) supervisor_.report(Fault::wrong_robot);
        answer(greeting());
    }
    HelloReply greeting() const {
        return {robot_hash<robot>, std::uint8_t(robot.dof), std::uint8_t(robot.positions), config_.tick_hz, boot_.fault,
                boot_.detail};
    }

    void sense(const Tick<robot>& tick, std::uint32_t sequence) {
        std::uint32_t distrusted = 0;
        for (std::size_t i = 0; i < joints<robot>; i++)
            if (!limb::is_finite(tick.sample.q[i]) || !limb::is_finite(tick.sample.qd[i])) distrusted |= 1u << i;
        const limb::Imu<float>& base = tick.sample.base;
        if (distrusted != 0 || !limb::is_finite(base.angular_velocity) || !limb::is_finite(base.angular_acceleration) ||
            !limb::is_finite(base.acceleration))
            return refuse(Fault::sensor_not_finite, distrusted);
        const Reference<robot>& reference = tick.reference;
        if (!limb::is_finite(reference.q) || !limb::is_finite(reference.qd) || !limb::is_finite(reference.qdd))
            return refuse(Fault::command_not_finite);
        for (std::size_t i = 0; i < joints<robot>; i++)
            if (!in_reach<robot>(i, reference.q[i])) return refuse(Fault::command_not_finite);

        if (supervisor_.fresh()) session_.superseded++;
        supervisor_.see(tick.request, tick.sample);
        controller_ = tick.controller;
        reference_ = reference;
        sequence_ = sequence;
    }
    void refuse(Fault fault, std::uint32_t distrusted = 0) {
        session_.not_finite++;
        supervisor_.report(fault, distrusted);
    }

    limb::Joints<robot> control() {
        const Sample<robot>& now = supervisor_.sample();
        const bool stabilising = stabilising_;
        stabilising_ = false;
        switch (controller_) {
            case Controller::none:
                return {};
            case Controller::pd:
                return pd<robot>(config_.gains, now, reference_);
            case Controller::gravity_compensation:
                return gravity_compensation<robot>(now);
            case Controller::computed_torque:
                return computed_torque<robot>(config_.gains, now, reference_);
            case Controller::joint_impedance:
                return joint_impedance<robot>(config_.gains, now, reference_);
            case Controller::gimbal_stabiliser:
                if constexpr (is_gimbal<robot>) {
                    stabilising_ = true;
                    if (stabilising)
                        stabiliser_.follow(now, supervisor_.elapsed());
                    else
                        stabiliser_.start(now);
                    const auto tau = stabiliser_.torque(config_.gains, now, reference_, config_.base_motion);
                    if (tau.has_value()) return tau.value();
                    supervisor_.report(tau.error());
                    return {};
                }
        }
        supervisor_.report(Fault::unknown_controller);
        return {};
    }

    void set(const Set& message, std::uint32_t) {
        if (!has_room(payload_size<Acknowledge>)) return;
        const bool disarmed = state() == State::disarmed;
        const SetResult result = set_parameter<robot>(config_, widest_, message, disarmed);
        if (result == SetResult::not_finite) session_.not_finite++;
        answer(Acknowledge{message.parameter, message.index, result});
    }
    void show_counters(const GetCounters&, std::uint32_t) { answer(counters()); }

    // Room for an answer, besides the one that the tick gets.
    bool has_room(std::size_t payload) {
        const bool room = out_.size() - out_size_ >= frame_size(payload) + room_for_tick;
        if (!room) session_.unanswered++;
        return room;
    }
    void answer_tick() {
        const std::uint8_t flags =
            (supervisor_.limited() ? tick_flag::limited : 0) | (supervisor_.fresh() ? 0 : tick_flag::stale);
        send(TickReply<robot>{sequence_, state(), fault(), flags, torque_, instructions_});
    }
    template <class Message> void answer(const Message& message) {
        if (has_room(payload_size<Message>)) send(message);
    }
    template <class Message> void send(const Message& message) {
        out_size_ +=
            encode(message, out_sequence_++, etl::span<std::uint8_t>(out_.data() + out_size_, out_.size() - out_size_))
                .size();
    }

    struct NoStabiliser {};

    const DriveConfig<robot>& widest_;
    DriveConfig<robot> config_;
    const Boot boot_;
    Decoder<payload_size<Tick<robot>>> decoder_;
    Supervisor<robot> supervisor_;
    SessionCounters session_;
    [[no_unique_address]] std::conditional_t<is_gimbal<robot>, GimbalStabiliser<robot>, NoStabiliser> stabiliser_;
    bool greeted_ = false, lock_step_ = false, stabilising_ = false;
    Controller controller_ = Controller::none;
    Reference<robot> reference_;
    limb::Joints<robot> wanted_{}, torque_{};
    std::uint32_t sequence_ = 0, out_sequence_ = 0, instructions_ = 0;
    std::size_t out_size_ = 0;
    etl::array<std::uint8_t, 2 * frame_size(largest_answer) + room_for_tick> out_;
};

}  // namespace drive
