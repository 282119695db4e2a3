#pragma once
// What the host may change in a DriveConfig while the drive runs, by `set` messages. Joint by joint unless said.
//
//   parameter               allowed values                            when
//   1 kp ... 4 damping      0 ... 1e6                                 always
//   5 lower                 the configuration's ... upper             disarmed
//   6 upper                 lower ... the configuration's             disarmed
//   7 velocity_limit        0 ... the configuration's                 disarmed
//   8 effort_limit          0 ... the configuration's                 disarmed
//   9 safe_action           SafeAction; index 0                       disarmed
//   10 command_timeout_ms   1 ... the configuration's; index 0        disarmed
//   11 base_motion          BaseMotion; index 0                       disarmed
#include "drive/config.hpp"

namespace drive {

enum class Parameter : std::uint8_t {
    kp = 1,
    kd,
    stiffness,
    damping,
    lower,
    upper,
    velocity_limit,
    effort_limit,
    safe_action,
    command_timeout_ms,
    base_motion,
};

// Changes `config`, if the value is allowed; `widest` is the configuration that the drive was built with.
template <const auto& robot> [[nodiscard]] SetResult set_parameter(DriveConfig<robot>& config,
                                                                   const DriveConfig<robot>& widest, const Set& message,
                                                                   bool disarmed) {
    if (!limb::is_finite(message.value)) return SetResult::not_finite;
    const float value = message.value;
    const std::size_t i = message.index;
    const auto parameter = Parameter(message.parameter);

    const auto allowed = [&](float least, float most) {
        if (parameter > Parameter::damping && !disarmed) return SetResult::not_now;
        return least <= value && value <= most ? SetResult::done : SetResult::out_of_range;
    };
    const auto joint = [&](limb::Joints<robot>& values, auto least, auto most) {
        if (i >= joints<robot>) return SetResult::bad_index;
        const SetResult result = allowed(least(i), most(i));
        if (result == SetResult::done) values[i] = value;
        return result;
    };
    const auto whole_number = [&](auto& into, float least, float most) {
        if (i != 0) return SetResult::bad_index;
        const SetResult result = allowed(least, most);
        if (result != SetResult::done) return result;
        const auto number = std::uint32_t(value);
        if (float(number) != value) return SetResult::out_of_range;
        into = static_cast<std::remove_reference_t<decltype(into)>>(number);
        return SetResult::done;
    };
    const auto gain = [&](limb::Joints<robot>& values) {
        return joint(
            values, [](std::size_t) { return 0.0f; }, [](std::size_t) { return 1e6f; });
    };
    const auto limit = [&](limb::Joints<robot>& values, const limb::Joints<robot>& most) {
        return joint(
            values, [](std::size_t) { return 0.0f; }, [&](std::size_t k) { return most[k]; });
    };

    switch (parameter) {
        case Parameter::kp:
            return gain(config.gains.kp);
        case Parameter::kd:
            return gain(config.gains.kd);
        case Parameter::stiffness:
            return gain(config.gains.stiffness);
        case Parameter::damping:
            return gain(config.gains.damping);
        case Parameter::lower:
            return joint(
                config.lower, [&](std::size_t k) { return widest.lower[k]; },
                [&](std::size_t k) { return config.upper[k]; });
        case Parameter::upper:
            return joint(
                config.upper, [&](std::size_t k) { return config.lower[k]; },
                [&](std::size_t k) { return widest.upper[k]; });
        case Parameter::velocity_limit:
            return limit(config.velocity_limit, widest.velocity_limit);
        case Parameter::effort_limit:
            return limit(config.effort_limit, widest.effort_limit);
        case Parameter::safe_action:
            return whole_number(config.safe_action, 0, 2);
        case Parameter::command_timeout_ms:
            return whole_number(config.command_timeout_ms, 1, float(widest.command_timeout_ms));
        case Parameter::base_motion:
            return whole_number(config.base_motion, 0, 1);
    }
    return SetResult::unknown_parameter;
}

}  // namespace drive
