#pragma once
// The supervisor: whether torque may go out, and how much. Sees every tick message before a controller does, and every
// torque before a motor does: what it lets out is finite and within the effort limits on every tick, whatever comes in.
//
//   boot --start--> disarmed --arm--> armed --activate--> active      torque is zero in boot, disarmed and armed
//   armed, active --disarm--> disarmed
//   armed, active --fault--> fault --reset--> disarmed               the safe action, latched until the reset
//
// arm, activate and reset are edges: a bit that is set in a tick message and was not in the one before; a bit that is
// held since boot, or since a hello, is no edge. arm and reset also need a sample that passes every check.
// Per period: begin(), then see() or report() for each tick message, then end(), then permit() once.
#include <etl/state_chart.h>

#include "drive/config.hpp"
#include "drive/pd.hpp"

namespace drive {

template <const auto& robot> class Supervisor {
  public:
    // `config` is looked at in every period: it may be changed, and must outlive this.
    explicit Supervisor(const DriveConfig<robot>& config, Fault boot_fault = Fault::none)
        : config_(config), shown_(boot_fault) {
        count(boot_fault);
        process(started);
    }

    void begin() {
        fresh_ = false;
        found_ = Fault::none;
        if (age_ < ~std::uint32_t{0}) age_++;
    }

    // A tick message: its sample is checked and its requests are carried out.
    void see(std::uint8_t requests, const Sample<robot>& sample) {
        if (!fresh_) elapsed_ = age_;
        check(sample);
        if (found_ != Fault::none) latch();  // before the sample is taken over: hold is where it was good
        sample_ = sample;
        sampled_ = fresh_ = true;
        age_ = 0;
        obey(requests);
    }
    // A message that was refused, or anything else that is wrong. `distrusted`: joints whose sensors are, by bit.
    void report(Fault fault, std::uint32_t distrusted = 0) {
        find(fault);
        distrusted_ |= distrusted;
        latch();
    }
    // A new session: what the host holds set from now on is no edge.
    void greet() {
        if (is_live()) report(Fault::host_restart);
        requests_ = 0xFF;
    }
    void end() {
        if (is_live() && age_ >= timeout()) report(Fault::command_timeout);
    }

    // What may go to the motors in place of the torque that a controller wants.
    limb::Joints<robot> permit(const limb::Joints<robot>& wanted) {
        limited_ = false;
        if (state() == State::active) {
            if (limb::is_finite(wanted)) return within_limits(wanted);
            report(Fault::torque_not_finite);
        }
        if (state() == State::fault) return within_limits(safe_torque());
        return {};
    }

    State state() const { return state_; }
    bool is_live() const { return state_ == State::armed || state_ == State::active; }  // a fault would latch
    // The latched fault, or the one found in this period; the boot's until it is armed or reset.
    Fault fault() const { return shown_ != Fault::none ? shown_ : found_; }
    bool fresh() const { return fresh_; }      // a tick message was taken in this period
    bool limited() const { return limited_; }  // a torque met its limit in this period
    const Sample<robot>& sample() const { return sample_; }
    const FaultCounters& counters() const { return counters_; }
    // Seconds from the last period with a sample to this one.
    float elapsed() const { return seconds(elapsed_); }

  private:
    enum Event : etl::state_chart_traits::event_id_t { started, arm, disarm, activate, fail, reset };

    bool is_sound() { return found_ == Fault::none; }
    void forget() {
        shown_ = Fault::none;
        distrusted_ = 0;
    }

    // A table of ETL's state chart: from, event, to, action, guard. The chart itself has a virtual destructor: a drive
    // of static storage would need atexit, and a heap to delete from.
    static constexpr auto id(State state) { return etl::state_chart_traits::state_id_t(state); }
    using Transition = etl::state_chart_traits::transition<Supervisor, void>;
    // clang-format off
    static constexpr Transition transitions[] = {
        {id(State::boot),     started,  id(State::disarmed)},
        {id(State::disarmed), arm,      id(State::armed),    &Supervisor::forget, &Supervisor::is_sound},
        {id(State::armed),    activate, id(State::active)},
        {id(State::armed),    disarm,   id(State::disarmed)},
        {id(State::active),   disarm,   id(State::disarmed)},
        {id(State::armed),    fail,     id(State::fault)},
        {id(State::active),   fail,     id(State::fault)},
        {id(State::fault),    reset,    id(State::disarmed), &Supervisor::forget, &Supervisor::is_sound},
        {id(State::disarmed), reset,    id(State::disarmed), &Supervisor::forget},
    };
    // clang-format on
    void process(Event event) {
        for (const Transition& t : transitions) {
            if (t.current_state_id != id(state_) || t.event_id != event) continue;
            if (t.guard != nullptr && !(this->*t.guard)()) return;
            if (t.action != nullptr) (this->*t.action)();
            state_ = State(t.next_state_id);
            return;
        }
    }

    std::uint32_t timeout() const {  // periods
        return std::max<std::uint32_t>(config_.command_timeout_ms * config_.tick_hz / 1000, 1);
    }
    float seconds(std::uint32_t periods) const { return float(periods) / float(config_.tick_hz); }
    void count(Fault fault) {
        if (fault != Fault::none) counters_[std::size_t(fault)]++;
    }
    void find(Fault fault) {
        count(fault);
        if (found_ == Fault::none) found_ = fault;
    }
    void latch() {
        if (!is_live()) return;
        shown_ = found_;
        hold_.q = sample_.q;
        process(fail);
    }

    // Disarm wins over all; of the others a message makes one transition at most.
    void obey(std::uint8_t requests) {
        const std::uint8_t edges = requests & ~requests_;
        requests_ = requests;
        if (requests & request::disarm)
            process(disarm);
        else if (state() == State::armed) {
            if (edges & request::activate) process(activate);
        } else if (edges & request::fault_reset)
            process(reset);
        else if (edges & request::arm)
            process(arm);
    }

    // Finds the faults of a sample, and the joints whose sensors cannot be trusted.
    void check(const Sample<robot>& sample) {
        const float reach = seconds(std::max<std::uint32_t>(age_, 1)) * config_.jump_margin;
        for (std::size_t i = 0; i < joints<robot>; i++) {
            const float q = sample.q[i], qd = sample.qd[i];
            const float moved = sampled_ ? q - sample_.q[i] : 0.0f, speed = magnitude(qd);
            // however long ago, a turn of a wrapped angle is too far
            const float allowed = std::min(config_.velocity_limit[i] * reach + config_.jump_slack, 3.0f);
            const bool still = sampled_ && moved == 0 && speed > config_.stuck_velocity;
            still_[i] = still ? still_[i] + 1 : 0;
            if (!(magnitude(moved) <= allowed)) {
                find(Fault::sensor_jump);
                distrusted_ |= 1u << i;
            }
            if (still_[i] >= config_.stuck_ticks) {
                find(Fault::sensor_stuck);
                distrusted_ |= 1u << i;
            }
            if (!(config_.lower[i] <= q && q <= config_.upper[i]) || !in_reach<robot>(i, q))
                find(Fault::position_limit);
            if (!(speed <= config_.velocity_limit[i])) find(Fault::velocity_limit);
        }
    }

    limb::Joints<robot> safe_torque() const {
        limb::Joints<robot> tau{}, feedback{};
        if (config_.safe_action == SafeAction::zero) return tau;
        Gains<robot> gains = config_.gains;
        if (config_.safe_action == SafeAction::hold)
            tau = limb::gravity_torque<robot>(hold_.q);
        else
            gains.stiffness = {};
        if (age_ < timeout()) feedback = pd<robot>(gains, sample_, hold_);
        for (std::size_t i = 0; i < joints<robot>; i++)
            if ((distrusted_ >> i & 1) == 0) tau[i] += feedback[i];
        return tau;
    }

    limb::Joints<robot> within_limits(limb::Joints<robot> tau) {
        for (std::size_t i = 0; i < joints<robot>; i++) {
            const float limit = config_.effort_limit[i];
            if (!limb::is_finite(tau[i]))
                tau[i] = 0;  // only a safe action can still be: an absurd velocity times a gain
            if (magnitude(tau[i]) <= limit) continue;
            tau[i] = tau[i] > 0 ? limit : -limit;
            limited_ = true;
        }
        return tau;
    }
    static float magnitude(float x) { return x < 0 ? -x : x; }

    const DriveConfig<robot>& config_;
    State state_ = State::boot;
    Sample<robot> sample_;                              // the last one
    Reference<robot> hold_;                             // where the robot was when a fault was latched
    etl::array<std::uint32_t, joints<robot>> still_{};  // for how many samples q has kept its bits while it should move
    std::uint32_t age_ = 0;                             // periods since the last sample
    std::uint32_t elapsed_ = 0;                         // its age, when this period's came
    std::uint32_t distrusted_ = 0;  // joints whose sensors were at fault since the last arm or reset, by bit
    std::uint8_t requests_ = 0xFF;  // of the last tick message
    Fault shown_ = Fault::none;     // latched, or the boot's
    Fault found_ = Fault::none;     // in this period, the first
    bool sampled_ = false, fresh_ = false, limited_ = false;
    FaultCounters counters_{};
};

}  // namespace drive
