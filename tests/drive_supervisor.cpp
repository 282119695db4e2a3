// The supervisor, through a whole drive as a host sees it: every transition and none by a level, each fault with its
// code and the safe action in the same tick, on each joint; and torques within limits, whatever comes in.
#include <limits>

#include "drive_host.hpp"
#include "random.hpp"
#include "robots/arm6.hpp"
#include "small_robots.hpp"

namespace {

using namespace drive_host;
using drive::SafeAction;
using drive::request::activate;
using drive::request::arm;
using drive::request::disarm;
using drive::request::fault_reset;
using robots::arm6;
using states::Random;

constexpr std::size_t joints = arm6.dof;
constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();

constexpr drive::DriveConfig<arm6> with(SafeAction action) {
    drive::DriveConfig<arm6> config;
    config.safe_action = action;
    return config;
}
constexpr drive::DriveConfig<arm6> configs[] = {with(SafeAction::zero), with(SafeAction::damp), with(SafeAction::hold)};
constexpr auto& config = configs[1];

// somewhere in the middle of everything's range, moving slowly
void settle(Host<arm6>& host) {
    for (std::size_t i = 0; i < joints; ++i) {
        const auto k = static_cast<float>(i);
        host.tick.sample.q[i] = 0.3f - 0.1f * k;
        host.tick.sample.qd[i] = 0.02f + 0.01f * k;
        host.tick.reference.q[i] = host.tick.sample.q[i] + 0.01f;
    }
    host.tick.controller = drive::Controller::computed_torque;
}

bool is_zero(const limb::Joints<arm6>& tau) {
    for (const float x : tau)
        if (x != 0) return false;
    return true;
}

// --- the states
// -------------------------------------------------------------------------------------------------------------

void test_it_boots_disarmed_and_without_torque() {
    Host<arm6> host(config);
    TEST_ASSERT_EQUAL(State::disarmed, host.loop.state());
    host.silence(1000);
    TEST_ASSERT_EQUAL(State::disarmed, host.loop.state());
    TEST_ASSERT_EQUAL(Fault::none, host.loop.fault());
    TEST_ASSERT_TRUE(is_zero(host.loop.torque()));
    TEST_ASSERT_EQUAL_INT(0, host.answers.tick);  // it speaks to those who said hello
}

void test_a_boot_fault_is_shown_until_it_is_armed_or_reset() {
    for (const std::uint8_t request : {arm, fault_reset}) {
        Host<arm6> host(config, {Fault::watchdog_reset, 0x0800'1234});
        settle(host);
        host.hello();
        TEST_ASSERT_EQUAL(Fault::watchdog_reset, host.hello_reply.boot_fault);
        TEST_ASSERT_EQUAL_HEX32(0x0800'1234, host.hello_reply.detail);
        TEST_ASSERT_EQUAL(State::disarmed, host.step());
        TEST_ASSERT_EQUAL(Fault::watchdog_reset, host.reply.fault);
        TEST_ASSERT_EQUAL_UINT32(1, host.count(Fault::watchdog_reset));
        TEST_ASSERT_EQUAL(request == arm ? State::armed : State::disarmed, host.edge(request));
        TEST_ASSERT_EQUAL(Fault::none, host.reply.fault);
    }
}

void test_every_transition() {
    struct {
        State from;
        State after_arm, after_disarm, after_activate, after_reset;
    } const table[] = {
        {State::disarmed, State::armed, State::disarmed, State::disarmed, State::disarmed},
        {State::armed, State::armed, State::disarmed, State::active, State::armed},
        {State::active, State::active, State::disarmed, State::active, State::active},
        {State::fault, State::fault, State::fault, State::fault, State::disarmed},
    };
    for (const auto& row : table) {
        const auto expect = [&](State expected, std::uint8_t request) {
            Host<arm6> host(config);
            settle(host);
            host.go_to(row.from);
            TEST_ASSERT_EQUAL(row.from, host.loop.state());
            TEST_ASSERT_EQUAL(expected, host.edge(request));
            TEST_ASSERT_EQUAL(expected, host.reply.state);
            if (expected == State::disarmed || expected == State::armed) TEST_ASSERT_TRUE(is_zero(host.reply.tau));
            if (expected == State::active) TEST_ASSERT_FALSE(is_zero(host.reply.tau));
        };
        expect(row.after_arm, arm);
        expect(row.after_disarm, disarm);
        expect(row.after_activate, activate);
        expect(row.after_reset, fault_reset);
    }
}

void test_levels_do_nothing() {
    Host<arm6> host(config);
    settle(host);
    host.hello();
    for (int i = 0; i < 10; ++i) TEST_ASSERT_EQUAL(State::disarmed, host.step(arm));  // held since the hello
    TEST_ASSERT_EQUAL(State::armed, host.edge(arm));
    for (int i = 0; i < 10; ++i) TEST_ASSERT_EQUAL(State::armed, host.step(arm));
    TEST_ASSERT_EQUAL(State::active, host.step(arm | activate));
    host.hello();  // a fault, with both held
    for (int i = 0; i < 10; ++i) TEST_ASSERT_EQUAL(State::fault, host.step(arm | activate | fault_reset));
    TEST_ASSERT_EQUAL(State::fault, host.step(arm | activate));
    TEST_ASSERT_EQUAL(State::disarmed, host.step(arm | activate | fault_reset));
    for (int i = 0; i < 10; ++i) TEST_ASSERT_EQUAL(State::disarmed, host.step(arm | activate | fault_reset));
}

void test_a_message_makes_one_transition() {
    const auto from = [](State state, std::uint8_t request) {
        Host<arm6> host(config);
        settle(host);
        host.go_to(state);
        return host.edge(request);
    };
    TEST_ASSERT_EQUAL(State::armed, from(State::disarmed, arm | activate));
    TEST_ASSERT_EQUAL(State::disarmed, from(State::fault, fault_reset | arm | activate));
    for (const State state : {State::disarmed, State::armed, State::active})
        TEST_ASSERT_EQUAL(State::disarmed, from(state, disarm | arm | activate | fault_reset));
}

void test_disarm_is_a_level() {
    Host<arm6> host(config);
    settle(host);
    host.hello();
    host.step(disarm);
    TEST_ASSERT_EQUAL(State::disarmed, host.step(disarm | arm));
    TEST_ASSERT_EQUAL(State::disarmed, host.step(arm));
}

void test_it_is_not_armed_with_a_bad_sample() {
    Host<arm6> host(config);
    settle(host);
    host.hello();
    host.tick.sample.q[2] = config.upper[2] + 1;
    TEST_ASSERT_EQUAL(State::disarmed, host.edge(arm));
    TEST_ASSERT_EQUAL(Fault::position_limit, host.reply.fault);  // says why
    host.tick.sample.q[2] = 0;
    host.step();  // a jump back
    TEST_ASSERT_EQUAL(State::armed, host.edge(arm));
}

// --- faults of sensors, on each joint
// ---------------------------------------------------------------------------------------

// The safe action as config.hpp states it, from its words.
limb::Joints<arm6> safe_torque(const drive::DriveConfig<arm6>& c, const limb::Positions<arm6>& q_hold,
                               const drive::Sample<arm6>& now, std::uint32_t distrusted) {
    limb::Joints<arm6> tau{};
    if (c.safe_action == SafeAction::hold) tau = limb::gravity_torque<arm6>(q_hold);
    for (std::size_t i = 0; i < joints; ++i) {
        if (distrusted >> i & 1 || c.safe_action == SafeAction::zero) continue;
        const float stiffness = c.safe_action == SafeAction::hold ? c.gains.stiffness[i] : 0;
        tau[i] += stiffness * (q_hold[i] - now.q[i]) + c.gains.damping[i] * (0 - now.qd[i]);
        tau[i] = std::max(-c.effort_limit[i], std::min(c.effort_limit[i], tau[i]));
    }
    return tau;
}

template <class Spoil>
void expect_fault_on_each_joint(Fault expected, bool distrusted, bool refused, int ticks, Spoil spoil) {
    for (const auto& c : configs) {
        for (const State from : {State::armed, State::active}) {
            for (std::size_t joint = 0; joint < joints; ++joint) {
                Host<arm6> host(c);
                settle(host);
                host.go_to(from);
                const drive::Sample<arm6> well = host.tick.sample;
                drive::Sample<arm6> before;
                for (int n = 1; n <= ticks; ++n) {
                    TEST_ASSERT_EQUAL(from, host.loop.state());
                    before = host.tick.sample;
                    spoil(host.tick, joint);
                    host.step();
                }
                // within the tick: state, code and torque
                TEST_ASSERT_EQUAL(State::fault, host.reply.state);
                TEST_ASSERT_EQUAL(expected, host.reply.fault);
                TEST_ASSERT_EQUAL_UINT32(1, host.count(expected));
                const drive::Sample<arm6> known = refused ? before : host.tick.sample;
                const auto tau = safe_torque(c, before.q, known, distrusted ? 1u << joint : 0);
                for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(tau[i], host.reply.tau[i]);

                // latched when the sensor is well again, and over with a reset
                host.tick.sample = well;
                host.step();
                for (int n = 0; n < 5; ++n) TEST_ASSERT_EQUAL(State::fault, host.step());
                TEST_ASSERT_EQUAL(expected, host.reply.fault);
                TEST_ASSERT_EQUAL(State::disarmed, host.edge(fault_reset));
                TEST_ASSERT_EQUAL(Fault::none, host.reply.fault);
                TEST_ASSERT_EQUAL(State::armed, host.edge(arm));
            }
        }
    }
}

void test_not_a_number() {
    expect_fault_on_each_joint(Fault::sensor_not_finite, true, true, 1,
                               [](auto& tick, std::size_t i) { tick.sample.q[i] = nan; });
    expect_fault_on_each_joint(Fault::sensor_not_finite, true, true, 1,
                               [](auto& tick, std::size_t i) { tick.sample.qd[i] = nan; });
}
void test_infinity() {
    expect_fault_on_each_joint(Fault::sensor_not_finite, true, true, 1,
                               [](auto& tick, std::size_t i) { tick.sample.q[i] = -infinity; });
    expect_fault_on_each_joint(Fault::sensor_not_finite, true, true, 1,
                               [](auto& tick, std::size_t i) { tick.sample.qd[i] = infinity; });
}
void test_jump() {
    expect_fault_on_each_joint(Fault::sensor_jump, true, false, 1,
                               [](auto& tick, std::size_t i) { tick.sample.q[i] += 0.05f; });
}
void test_wrap() {
    constexpr float turn = 2 * std::numbers::pi_v<float>;
    expect_fault_on_each_joint(Fault::sensor_jump, true, false, 1, [](auto& tick, std::size_t i) {
        tick.sample.q[i] += tick.sample.q[i] > 0 ? -turn : turn;
    });
}
void test_stuck() {  // the others move, and are not
    expect_fault_on_each_joint(Fault::sensor_stuck, true, false, static_cast<int>(config.stuck_ticks),
                               [](auto& tick, std::size_t i) {
                                   for (std::size_t k = 0; k < joints; ++k) {
                                       tick.sample.qd[k] = 0.6f;
                                       if (k != i) tick.sample.q[k] += 0.0001f;
                                   }
                               });
}
void test_velocity_limit() {
    expect_fault_on_each_joint(Fault::velocity_limit, false, false, 1, [](auto& tick, std::size_t i) {
        tick.sample.qd[i] = -config.velocity_limit[i] * 1.01f;
    });
}
// Whatever the limits say: beyond 400 rad sines lose digits, and from 1e7 rad on they are none.
void test_an_angle_beyond_the_sines() {
    static constexpr auto wide = [] {
        auto c = config;
        for (std::size_t i = 0; i < joints; ++i) c.lower[i] = -1e30f, c.upper[i] = 1e30f;
        return c;
    }();
    for (const float q : {400.0f, -400.0f, 400.01f, -400.01f, 1e30f}) {
        const bool good = std::abs(q) <= 400;
        Host<arm6> host(wide);
        settle(host);
        host.tick.sample.q[3] = host.tick.reference.q[3] = q;
        host.hello();
        TEST_ASSERT_EQUAL(good ? State::armed : State::disarmed, host.edge(arm));
        TEST_ASSERT_EQUAL(good ? Fault::none : Fault::command_not_finite, host.reply.fault);
        host.tick.reference.q[3] = 0;
        TEST_ASSERT_EQUAL(good ? State::armed : State::disarmed, host.edge(arm));
        TEST_ASSERT_EQUAL(good ? Fault::none : Fault::position_limit, host.reply.fault);
    }
}
void test_position_limit() {
    static constexpr auto narrow = [] {
        auto c = config;
        for (std::size_t i = 0; i < joints; ++i) c.lower[i] = -0.35f, c.upper[i] = 0.35f;
        return c;
    }();
    for (std::size_t joint = 0; joint < joints; ++joint) {
        Host<arm6> host(narrow);
        settle(host);
        host.go_to(State::active);
        const float good = host.tick.sample.q[joint], step = good > 0 ? 0.01f : -0.01f;
        int steps = 0;
        while (host.loop.state() == State::active && ++steps < 100) host.tick.sample.q[joint] += step, host.step();
        TEST_ASSERT_EQUAL(Fault::position_limit, host.reply.fault);
        TEST_ASSERT_FLOAT_WITHIN(0.011f, 0.35f, good > 0 ? host.tick.sample.q[joint] : -host.tick.sample.q[joint]);
        TEST_ASSERT_EQUAL(State::fault, host.edge(fault_reset));  // not while it is outside
        while (host.tick.sample.q[joint] * step > 0.3f * 0.01f) host.tick.sample.q[joint] -= step, host.step();
        TEST_ASSERT_EQUAL(State::disarmed, host.edge(fault_reset));
    }
}

// One sample, two faults: both are counted, and the one that was found first is shown.
void test_the_first_fault_of_a_sample_is_shown() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    host.tick.sample.q[3] += 0.05f;
    host.tick.sample.qd[3] = config.velocity_limit[3] * 1.01f;
    TEST_ASSERT_EQUAL(State::fault, host.step());
    TEST_ASSERT_EQUAL(Fault::sensor_jump, host.reply.fault);
    TEST_ASSERT_EQUAL_UINT32(1, host.count(Fault::sensor_jump));
    TEST_ASSERT_EQUAL_UINT32(1, host.count(Fault::velocity_limit));
}

void test_a_sensor_that_rests_or_moves_now_and_then_is_not_stuck() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    const auto ticks = static_cast<int>(config.stuck_ticks);
    for (int n = 0; n < 3 * ticks; ++n) TEST_ASSERT_EQUAL(State::active, host.step());  // slow: it may stand still
    host.tick.sample.qd[2] = 0.6f;
    for (int n = 1; n < 5 * ticks; ++n) {
        if (n % ticks == 0) host.tick.sample.q[2] += 0.0001f;  // in the last moment
        TEST_ASSERT_EQUAL(State::active, host.step());
    }
}

// The longer ago the last sample, the farther a joint may have gone; but a turn of a wrapped angle is always too far.
void test_how_far_a_joint_may_go_grows_with_time() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    host.silence(50);
    const float way = 0.051f * config.velocity_limit[1];  // 51 periods of 1 ms
    TEST_ASSERT_TRUE(way > 2 * config.jump_slack);
    host.tick.sample.q[1] -= way;
    TEST_ASSERT_EQUAL(State::active, host.step());
    host.tick.sample.q[1] += way;
    TEST_ASSERT_EQUAL(State::fault, host.step());
    TEST_ASSERT_EQUAL(Fault::sensor_jump, host.reply.fault);

    Host<arm6> later(config);
    settle(later);
    later.go_to(State::disarmed);
    later.silence(10'000);
    later.tick.sample.q[1] += 2 * std::numbers::pi_v<float>;
    later.step();
    TEST_ASSERT_EQUAL(Fault::sensor_jump, later.reply.fault);
}

// A sensor that fails during a fault takes no part in the safe action either, until the reset.
void test_a_second_sensor_fails_during_the_fault() {
    Host<arm6> host(configs[2]);
    settle(host);
    host.go_to(State::active);
    const auto q_hold = host.tick.sample.q;
    host.tick.sample.q[1] += 0.05f;
    host.step();
    host.tick.sample.q[4] += 0.05f;
    for (int n = 0; n < 3; ++n) {
        host.step();
        TEST_ASSERT_EQUAL(Fault::sensor_jump, host.reply.fault);
        const auto tau = safe_torque(configs[2], q_hold, host.tick.sample, 1u << 1 | 1u << 4);
        for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(tau[i], host.reply.tau[i]);
    }
    TEST_ASSERT_EQUAL(State::disarmed, host.edge(fault_reset));
}

void test_a_reset_trusts_the_sensors_again() {
    Host<arm6> host(configs[2]);
    settle(host);
    host.go_to(State::active);
    host.tick.sample.q[1] += 0.05f;
    TEST_ASSERT_EQUAL(State::fault, host.step());
    TEST_ASSERT_EQUAL(State::disarmed, host.edge(fault_reset));
    host.go_to(State::fault);
    const auto tau = safe_torque(configs[2], host.tick.sample.q, host.tick.sample, 0);
    for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(tau[i], host.reply.tau[i]);
}

void test_the_base_and_the_command_are_looked_at_too() {
    const auto refused = [](Fault expected, auto spoil) {
        Host<arm6> host(config);
        settle(host);
        host.go_to(State::active);
        spoil(host.tick);
        host.step();
        TEST_ASSERT_EQUAL(State::fault, host.reply.state);
        TEST_ASSERT_EQUAL(expected, host.reply.fault);
        TEST_ASSERT_EQUAL_UINT32(1, host.loop.counters().session.not_finite);
    };
    refused(Fault::sensor_not_finite, [](auto& tick) { tick.sample.base.angular_velocity.y = nan; });
    refused(Fault::sensor_not_finite, [](auto& tick) { tick.sample.base.angular_acceleration.z = infinity; });
    refused(Fault::sensor_not_finite, [](auto& tick) { tick.sample.base.acceleration.x = nan; });
    for (std::size_t i = 0; i < joints; ++i) {
        refused(Fault::command_not_finite, [&](auto& tick) { tick.reference.q[i] = nan; });
        refused(Fault::command_not_finite, [&](auto& tick) { tick.reference.qd[i] = infinity; });
        refused(Fault::command_not_finite, [&](auto& tick) { tick.reference.qdd[i] = -infinity; });
    }
}

void test_a_torque_that_overflows() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    host.tick.reference.qdd[1] = 3e38f;
    host.step();
    TEST_ASSERT_EQUAL(Fault::torque_not_finite, host.reply.fault);
    const auto tau = safe_torque(config, host.tick.sample.q, host.tick.sample, 0);
    for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(tau[i], host.reply.tau[i]);
}

// Finite but absurd, it makes the safe action itself overflow: then that joint gets no torque, rather than all of it.
void test_a_safe_action_that_overflows() {
    auto stiff = config;
    stiff.gains.damping[1] = 1e6f;
    Host<arm6> host(stiff);
    settle(host);
    host.go_to(State::active);
    host.tick.sample.qd[1] = 3e38f;
    host.step();
    TEST_ASSERT_EQUAL(Fault::velocity_limit, host.reply.fault);
    const auto tau = safe_torque(stiff, host.tick.sample.q, host.tick.sample, 1u << 1);
    for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(tau[i], host.reply.tau[i]);
}

void test_a_controller_that_is_not_there() {
    for (const auto controller : {drive::Controller::gimbal_stabiliser, static_cast<drive::Controller>(200)}) {
        Host<arm6> host(config);
        settle(host);
        host.go_to(State::active);
        host.tick.controller = controller;
        TEST_ASSERT_EQUAL(State::fault, host.step());
        TEST_ASSERT_EQUAL(Fault::unknown_controller, host.reply.fault);
    }
}

// --- frames that do not come, come late or come twice
// -----------------------------------------------------------------------

constexpr int timeout = 100;  // periods

void test_a_few_dropped_frames_keep_the_torque() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    const auto before = host.reply.tau;
    host.silence(timeout - 1);
    TEST_ASSERT_EQUAL(State::active, host.reply.state);
    TEST_ASSERT_TRUE(host.reply.flags & drive::tick_flag::stale);
    TEST_ASSERT_EQUAL_UINT32(host.sequence, host.reply.sequence);
    for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(before[i], host.reply.tau[i]);
    TEST_ASSERT_EQUAL_UINT32(timeout - 1, host.loop.counters().session.missed);
    TEST_ASSERT_EQUAL(State::active, host.step());
    TEST_ASSERT_FALSE(host.reply.flags & drive::tick_flag::stale);
}

void test_the_command_timeout_is_latched() {
    for (const auto& c : configs) {
        for (const State from : {State::armed, State::active}) {
            Host<arm6> host(c);
            settle(host);
            host.go_to(from);
            host.silence(timeout - 1);
            TEST_ASSERT_EQUAL(from, host.loop.state());
            host.silence(1);
            TEST_ASSERT_EQUAL(State::fault, host.reply.state);
            TEST_ASSERT_EQUAL(Fault::command_timeout, host.reply.fault);
            // without a sample that is young enough there is no feedback: hold is gravity's torque, the others are zero
            limb::Joints<arm6> expected{};
            if (c.safe_action == SafeAction::hold) expected = limb::gravity_torque<arm6>(host.tick.sample.q);
            for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(expected[i], host.reply.tau[i]);
            host.silence(1000);
            for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(expected[i], host.reply.tau[i]);
            // a late frame brings the sample back, and the safe action with it, but not the torque
            TEST_ASSERT_EQUAL(State::fault, host.step());
            const auto tau = safe_torque(c, host.tick.sample.q, host.tick.sample, 0);
            for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(tau[i], host.reply.tau[i]);
            TEST_ASSERT_EQUAL_UINT32(1, host.count(Fault::command_timeout));
            TEST_ASSERT_EQUAL(State::disarmed, host.edge(fault_reset));
        }
    }
}

void test_the_timeout_is_in_milliseconds() {
    auto slow = config;
    slow.tick_hz = 250;
    Host<arm6> host(slow);
    settle(host);
    host.go_to(State::active);
    host.silence(timeout / 4 - 1);
    TEST_ASSERT_EQUAL(State::active, host.loop.state());
    host.silence(1);
    TEST_ASSERT_EQUAL(Fault::command_timeout, host.reply.fault);
}

void test_duplicates_do_not_keep_it_alive() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    const Bytes frame = host.frame(host.tick);
    host.period(frame);
    for (int i = 0; i < timeout; ++i) {
        TEST_ASSERT_EQUAL(State::active, host.loop.state());
        host.period(frame);
    }
    TEST_ASSERT_EQUAL(Fault::command_timeout, host.reply.fault);
    TEST_ASSERT_EQUAL_UINT32(timeout, host.loop.counters().link[static_cast<std::size_t>(drive::LinkCount::old)]);
}

void test_of_two_frames_in_a_period_the_last_one_counts() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    host.silence(1);
    std::uint8_t two[400];
    host.tick.reference.q[0] += 0.5f;
    const Bytes late = host.frame(host.tick);
    std::memcpy(two, late.data(), late.size());
    const std::size_t size = late.size();
    host.tick.reference.q[0] -= 0.5f;
    const Bytes frame = host.frame(host.tick);
    std::memcpy(two + size, frame.data(), frame.size());
    const auto before = host.reply.tau;
    host.period(Bytes(two, size + frame.size()));
    TEST_ASSERT_EQUAL(State::active, host.reply.state);
    TEST_ASSERT_EQUAL_UINT32(host.sequence, host.reply.sequence);
    TEST_ASSERT_EQUAL_UINT32(1, host.loop.counters().session.superseded);
    for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(before[i], host.reply.tau[i]);
}

void test_a_restart_of_the_host() {
    for (const auto& c : configs) {
        Host<arm6> host(c);
        settle(host);
        host.go_to(State::active);
        host.sequence = 0;
        host.hello();  // the sequence begins again
        TEST_ASSERT_EQUAL(State::fault, host.reply.state);
        TEST_ASSERT_EQUAL(Fault::host_restart, host.reply.fault);
        const auto tau = safe_torque(c, host.tick.sample.q, host.tick.sample, 0);
        for (std::size_t i = 0; i < joints; ++i) TEST_ASSERT_EQUAL_FLOAT(tau[i], host.reply.tau[i]);
        TEST_ASSERT_EQUAL(State::disarmed, host.edge(fault_reset));
        TEST_ASSERT_EQUAL(State::armed, host.edge(arm));
        TEST_ASSERT_EQUAL(State::active, host.edge(activate));
    }
    Host<arm6> host(config);  // without a hello its frames are old
    settle(host);
    host.go_to(State::active);
    host.sequence = 0;
    host.step();
    TEST_ASSERT_TRUE(host.reply.flags & drive::tick_flag::stale);
}

void test_another_robots_host() {
    static constexpr auto weaker =
        limb::tree(small_robots::changed(arm6.given, [](limb::Row& row) { row.effort_limit = 1; }).row);
    TEST_ASSERT_NOT_EQUAL(drive::robot_hash<arm6>, drive::robot_hash<weaker>);
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    host.send(drive::Hello{drive::robot_hash<arm6> + 1, 0});
    TEST_ASSERT_EQUAL(State::fault, host.loop.state());
    TEST_ASSERT_EQUAL_UINT32(1, host.count(Fault::wrong_robot));
    TEST_ASSERT_EQUAL_HEX32(drive::robot_hash<arm6>, host.hello_reply.robot_hash);
    host.step();  // not taken: the answer is another greeting
    TEST_ASSERT_EQUAL_INT(0, host.answers.tick);
    TEST_ASSERT_EQUAL_INT(1, host.answers.hello);
    TEST_ASSERT_EQUAL_UINT32(1, host.loop.counters().session.not_greeted);
    host.hello();
    host.step();
    TEST_ASSERT_EQUAL(State::disarmed, host.edge(fault_reset));
}

void test_what_is_no_message_is_counted() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    std::uint8_t out[64];
    for (const std::uint8_t type : {2, 4, 99}) host.period(drive::make_frame(out, type, ++host.sequence, 3));
    host.period(drive::make_frame(out, static_cast<std::uint8_t>(drive::Type::tick), ++host.sequence, 3));
    const auto session = host.loop.counters().session;
    TEST_ASSERT_EQUAL_UINT32(3, session.unknown_type);
    TEST_ASSERT_EQUAL_UINT32(1, session.bad_payload);
    TEST_ASSERT_EQUAL(State::active, host.loop.state());
    host.send(drive::GetCounters{});
    TEST_ASSERT_EQUAL_INT(1, host.answers.counters);
    TEST_ASSERT_EQUAL_UINT32(3, host.counters.session.unknown_type);
}

void test_requests_beyond_the_room_for_answers_are_not_carried_out() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::disarmed);
    std::uint8_t many[1000];
    std::size_t size = 0;
    constexpr int requests = 40;
    for (int i = 0; i < requests; ++i) {
        const Bytes frame =
            host.frame(drive::Set{static_cast<std::uint8_t>(drive::Parameter::kp), 0, static_cast<float>(i)});
        std::memcpy(many + size, frame.data(), frame.size());
        size += frame.size();
    }
    host.period(Bytes(many, size));
    TEST_ASSERT_EQUAL_INT(1, host.answers.tick);
    TEST_ASSERT_TRUE(host.answers.set > 0 && host.answers.set < requests);
    TEST_ASSERT_EQUAL_UINT32(requests - host.answers.set, host.loop.counters().session.unanswered);
    TEST_ASSERT_EQUAL_FLOAT(static_cast<float>(host.answers.set - 1), host.loop.config().gains.kp[0]);
}

// --- parameters
// -------------------------------------------------------------------------------------------------------------

void test_parameters() {
    using drive::Parameter;
    using drive::SetResult;
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::disarmed);
    const auto set = [&](Parameter parameter, std::uint8_t index, float value) {
        host.send(drive::Set{static_cast<std::uint8_t>(parameter), index, value});
        TEST_ASSERT_EQUAL_INT(1, host.answers.set);
        TEST_ASSERT_EQUAL_UINT8(static_cast<std::uint8_t>(parameter), host.acknowledge.parameter);
        return host.acknowledge.result;
    };
    for (const auto gain : {Parameter::kp, Parameter::kd, Parameter::stiffness, Parameter::damping}) {
        TEST_ASSERT_EQUAL(SetResult::done, set(gain, 5, 12.5f));
        TEST_ASSERT_EQUAL(SetResult::bad_index, set(gain, 6, 12.5f));
        TEST_ASSERT_EQUAL(SetResult::out_of_range, set(gain, 0, -1));
        TEST_ASSERT_EQUAL(SetResult::out_of_range, set(gain, 0, 2e6f));
        TEST_ASSERT_EQUAL(SetResult::not_finite, set(gain, 0, nan));
    }
    const auto& gains = host.loop.config().gains;
    for (const auto& values : {gains.kp, gains.kd, gains.stiffness, gains.damping})
        TEST_ASSERT_EQUAL_FLOAT(12.5f, values[5]);

    // limits are tightened, not widened
    TEST_ASSERT_EQUAL(SetResult::done, set(Parameter::effort_limit, 3, 2));
    TEST_ASSERT_EQUAL(SetResult::done, set(Parameter::effort_limit, 3, config.effort_limit[3]));
    TEST_ASSERT_EQUAL(SetResult::out_of_range, set(Parameter::effort_limit, 3, config.effort_limit[3] + 1));
    TEST_ASSERT_EQUAL(SetResult::out_of_range, set(Parameter::velocity_limit, 3, config.velocity_limit[3] + 1));
    TEST_ASSERT_EQUAL(SetResult::out_of_range, set(Parameter::lower, 3, config.lower[3] - 1));
    TEST_ASSERT_EQUAL(SetResult::out_of_range, set(Parameter::upper, 3, config.upper[3] + 1));
    TEST_ASSERT_EQUAL(SetResult::done, set(Parameter::lower, 3, -1));
    TEST_ASSERT_EQUAL(SetResult::out_of_range, set(Parameter::upper, 3, -2));
    TEST_ASSERT_EQUAL(SetResult::done, set(Parameter::safe_action, 0, 2));
    TEST_ASSERT_EQUAL(SetResult::out_of_range, set(Parameter::safe_action, 0, 1.5f));
    TEST_ASSERT_EQUAL(SetResult::out_of_range, set(Parameter::command_timeout_ms, 0, 0));
    TEST_ASSERT_EQUAL(SetResult::out_of_range, set(Parameter::command_timeout_ms, 0, 101));
    TEST_ASSERT_EQUAL(SetResult::done, set(Parameter::command_timeout_ms, 0, 20));
    TEST_ASSERT_EQUAL(SetResult::bad_index, set(Parameter::base_motion, 1, 0));
    TEST_ASSERT_EQUAL(SetResult::unknown_parameter, set(static_cast<Parameter>(0), 0, 0));
    TEST_ASSERT_EQUAL(SetResult::unknown_parameter, set(static_cast<Parameter>(99), 0, 0));
    TEST_ASSERT_EQUAL_UINT32(4, host.loop.counters().session.not_finite);

    TEST_ASSERT_EQUAL(State::armed, host.edge(arm));
    TEST_ASSERT_EQUAL(SetResult::done, set(Parameter::kp, 0, 3));
    TEST_ASSERT_EQUAL(SetResult::not_now, set(Parameter::effort_limit, 3, 1));
}

void test_a_torque_meets_its_limit() {
    Host<arm6> host(config);
    settle(host);
    host.go_to(State::active);
    host.tick.reference.qdd[1] = -1e6f;
    host.step();
    TEST_ASSERT_EQUAL(State::active, host.reply.state);
    TEST_ASSERT_EQUAL_FLOAT(-config.effort_limit[1], host.reply.tau[1]);
    TEST_ASSERT_TRUE(host.reply.flags & drive::tick_flag::limited);
}

// --- whatever comes in
// ------------------------------------------------------------------------------------------------------

// Half of the messages are sane, so that it gets armed and active now and then; the rest is any bits at all.
void test_torques_are_finite_and_within_limits_whatever_comes_in() {
    Random random(4);
    std::uint32_t seen[5] = {}, moving = 0;
    for (const auto& c : configs) {
        Host<arm6> host(c);
        settle(host);
        host.hello();
        const auto any_float = [&] { return std::bit_cast<float>(random.bits() << 8 ^ random.bits()); };
        for (int n = 0; n < 20'000; ++n) {
            const auto sane = host.tick;
            const std::uint32_t kind = random.bits() % 64;
            host.tick.request = static_cast<std::uint8_t>(random.bits() & random.bits() & 13);
            host.tick.controller = static_cast<drive::Controller>(1 + random.bits() % 4);
            if (kind == 0) host.tick.sample.q[random.bits() % joints] = any_float();
            if (kind == 1) host.tick.sample.qd[random.bits() % joints] = any_float();
            if (kind <= 3) host.tick.reference.qdd[random.bits() % joints] = any_float();
            if (kind <= 3) host.tick.reference.qd[random.bits() % joints] = any_float();
            if (kind <= 3) host.tick.reference.q[random.bits() % joints] = any_float();
            if (kind == 4) host.tick.controller = static_cast<drive::Controller>(random.bits());
            if (kind == 5)
                host.send(drive::Set{static_cast<std::uint8_t>(random.bits() % 16),
                                     static_cast<std::uint8_t>(random.bits() % 8), any_float()});
            else if (kind == 6)
                host.hello();
            else if (kind == 7)
                host.silence(static_cast<int>(random.bits() % 120));
            else if (kind == 8) {
                std::uint8_t junk[40];
                for (auto& byte : junk) byte = static_cast<std::uint8_t>(random.bits());
                host.period(junk);
            } else
                host.send(host.tick);
            host.tick = sane;

            ++seen[static_cast<std::size_t>(host.loop.state())];
            for (std::size_t i = 0; i < joints; ++i) {
                const float tau = host.loop.torque()[i];
                TEST_ASSERT_TRUE(limb::is_finite(tau));
                TEST_ASSERT_TRUE(tau <= c.effort_limit[i] && -tau <= c.effort_limit[i]);
                if (host.loop.state() != State::active && host.loop.state() != State::fault)
                    TEST_ASSERT_EQUAL_FLOAT(0, tau);
                moving += tau != 0;
            }
        }
    }
    for (const State state : {State::disarmed, State::armed, State::active, State::fault})
        TEST_ASSERT_TRUE(seen[static_cast<std::size_t>(state)] > 500);
    TEST_ASSERT_TRUE(moving > 5000);
}

void test_every_fault_has_its_rule() {
    for (std::size_t i = 0; i < drive::faults; ++i) {
        TEST_ASSERT_EQUAL_size_t(i, static_cast<std::size_t>(drive::fault_rules[i].fault));
        TEST_ASSERT_TRUE(drive::fault_rules[i].name[0] != 0);
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_it_boots_disarmed_and_without_torque);
    RUN_TEST(test_a_boot_fault_is_shown_until_it_is_armed_or_reset);
    RUN_TEST(test_every_transition);
    RUN_TEST(test_levels_do_nothing);
    RUN_TEST(test_a_message_makes_one_transition);
    RUN_TEST(test_disarm_is_a_level);
    RUN_TEST(test_it_is_not_armed_with_a_bad_sample);
    RUN_TEST(test_not_a_number);
    RUN_TEST(test_infinity);
    RUN_TEST(test_jump);
    RUN_TEST(test_wrap);
    RUN_TEST(test_stuck);
    RUN_TEST(test_velocity_limit);
    RUN_TEST(test_position_limit);
    RUN_TEST(test_an_angle_beyond_the_sines);
    RUN_TEST(test_the_first_fault_of_a_sample_is_shown);
    RUN_TEST(test_a_sensor_that_rests_or_moves_now_and_then_is_not_stuck);
    RUN_TEST(test_how_far_a_joint_may_go_grows_with_time);
    RUN_TEST(test_a_second_sensor_fails_during_the_fault);
    RUN_TEST(test_a_reset_trusts_the_sensors_again);
    RUN_TEST(test_the_base_and_the_command_are_looked_at_too);
    RUN_TEST(test_a_torque_that_overflows);
    RUN_TEST(test_a_safe_action_that_overflows);
    RUN_TEST(test_a_controller_that_is_not_there);
    RUN_TEST(test_a_few_dropped_frames_keep_the_torque);
    RUN_TEST(test_the_command_timeout_is_latched);
    RUN_TEST(test_the_timeout_is_in_milliseconds);
    RUN_TEST(test_duplicates_do_not_keep_it_alive);
    RUN_TEST(test_of_two_frames_in_a_period_the_last_one_counts);
    RUN_TEST(test_a_restart_of_the_host);
    RUN_TEST(test_another_robots_host);
    RUN_TEST(test_what_is_no_message_is_counted);
    RUN_TEST(test_requests_beyond_the_room_for_answers_are_not_carried_out);
    RUN_TEST(test_parameters);
    RUN_TEST(test_a_torque_meets_its_limit);
    RUN_TEST(test_torques_are_finite_and_within_limits_whatever_comes_in);
    RUN_TEST(test_every_fault_has_its_rule);
    return UNITY_END();
}
