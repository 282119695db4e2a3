#pragma once
// What can go wrong in a drive. The numbers go over the link and into logs: they never change, new ones are appended.
// Every detection counts; one that is found while armed or active latches, and the safe action is taken in the same
// tick.
#include <etl/array.h>

#include <cstddef>
#include <cstdint>

namespace drive {

enum class Fault : std::uint8_t {
    none = 0,
    command_timeout = 1,
    sensor_not_finite = 2,
    command_not_finite = 3,
    sensor_jump = 4,
    sensor_stuck = 5,
    position_limit = 6,
    velocity_limit = 7,
    torque_not_finite = 8,
    host_restart = 9,
    wrong_robot = 10,
    unknown_controller = 11,
    gimbal_lock = 12,
    watchdog_reset = 13,
    stack_overflow = 14,
    bad_access = 15,
    bad_instruction = 16,
    unexpected_reset = 17,
    other_arithmetic = 18,
};
inline constexpr std::size_t faults = 19;

enum class Recovery : std::uint8_t {
    nothing,  // never latches
    reset,    // an edge of fault_reset, in a tick whose sample passes every check
    hello_then_reset,
    arm_or_reset,  // found at boot: shown while disarmed, until an edge of arm or fault_reset
};

struct FaultRule {
    Fault fault;
    const char* name;
    const char* cause;
    bool safe_action;  // taken within the tick; otherwise the drive is disarmed anyway
    Recovery recovery;
};

// clang-format off
inline constexpr etl::array<FaultRule, faults> fault_rules{{
    {Fault::none,               "none",               "",                                                          false, Recovery::nothing},
    {Fault::command_timeout,    "command_timeout",    "no new tick message for command_timeout_ms",                true,  Recovery::reset},
    {Fault::sensor_not_finite,  "sensor_not_finite",  "NaN or Inf in q, qd or the base's motion; message refused", true,  Recovery::reset},
    {Fault::command_not_finite, "command_not_finite", "NaN, Inf or an angle beyond 400 rad in the reference; message refused", true,  Recovery::reset},
    {Fault::sensor_jump,        "sensor_jump",        "q moved further than its velocity limit allows, or wrapped", true, Recovery::reset},
    {Fault::sensor_stuck,       "sensor_stuck",       "q has the same bits while qd says that it moves",           true,  Recovery::reset},
    {Fault::position_limit,     "position_limit",     "q outside lower ... upper, or an angle beyond 400 rad",     true,  Recovery::reset},
    {Fault::velocity_limit,     "velocity_limit",     "|qd| above velocity_limit",                                 true,  Recovery::reset},
    {Fault::torque_not_finite,  "torque_not_finite",  "a controller's result is NaN or Inf",                       true,  Recovery::reset},
    {Fault::host_restart,       "host_restart",       "a hello while armed or active",                             true,  Recovery::reset},
    {Fault::wrong_robot,        "wrong_robot",        "a hello with another robot's hash",                         true,  Recovery::hello_then_reset},
    {Fault::unknown_controller, "unknown_controller", "a controller that does not exist, or not for this robot",   true,  Recovery::reset},
    {Fault::gimbal_lock,        "gimbal_lock",        "joint axes nearly in one plane, or attitude half a turn off", true, Recovery::reset},
    {Fault::watchdog_reset,     "watchdog_reset",     "the loop hung",                                             false, Recovery::arm_or_reset},
    {Fault::stack_overflow,     "stack_overflow",     "the stack ran into its guard",                              false, Recovery::arm_or_reset},
    {Fault::bad_access,         "bad_access",         "null or bad pointer, or a write to code",                   false, Recovery::arm_or_reset},
    {Fault::bad_instruction,    "bad_instruction",    "undefined instruction, or execution of data",               false, Recovery::arm_or_reset},
    {Fault::unexpected_reset,   "unexpected_reset",   "a reset in the middle of a run, cause unknown",             false, Recovery::arm_or_reset},
    {Fault::other_arithmetic,   "other_arithmetic",   "compiled with flags that change the bits: no log is replayed", false, Recovery::arm_or_reset},
}};
// clang-format on

constexpr const FaultRule& rule(Fault fault) { return fault_rules[std::size_t(fault)]; }

using FaultCounters = etl::array<std::uint32_t, faults>;  // by code

}  // namespace drive
