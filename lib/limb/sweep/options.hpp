#pragma once
// What a sweep can be given besides the state: gravity, a driven base, external wrenches, a payload. Any order; what is
// not given is folded away. Vectors in the user's frames; see each field.
#include "limb/sweep/accepts.hpp"
#include "limb/sweep/pose.hpp"

namespace limb::internal {

// acceleration of gravity in the world's (the base's) axes, m/s^2
template <class T = float> struct Gravity { using option = GravityOption; Vector<T> g; };
template <class T> Gravity(Vector<T>) -> Gravity<T>;
struct StandardGravity { using option = GravityOption; };   // 9.81 m/s^2 along -z
struct NoGravity { using option = GravityOption; };
inline constexpr NoGravity no_gravity{};
struct FreeFall { using option = GravityOption; };          // of a floating root: its origin does not accelerate

// true motion of the base of a robot that does not float, at the world's origin, in the base's axes; gravity comes on top
template <class T = float> struct Base {
    using option = BaseOption;
    Vector<T> angular_velocity{};        // rad/s
    Vector<T> angular_acceleration{};    // rad/s^2
    Vector<T> acceleration{};            // m/s^2
    Vector<T> velocity{};                // m/s; no force depends on it: only kinematics add it to what they report
};
struct BaseAtRest { using option = BaseOption; };
// The same as an IMU at the world's origin reads it. What an accelerometer feels is acceleration less gravity, so gravity is in it
// and no other is looked at: 0, 0, 9.81 at rest.
template <class T = float> struct Imu {
    using option = ImuOption;
    Vector<T> angular_velocity{};        // rad/s, the gyroscope's
    Vector<T> angular_acceleration{};    // rad/s^2, its rate
    Vector<T> acceleration{};            // m/s^2, the accelerometer's
};

// what acts on a body from outside, in the axes of its row, moment about the row's origin
struct WriteItsMembersNames { constexpr explicit WriteItsMembersNames() = default; };
template <class T = float> struct Wrench {   // {.moment = ..., .force = ...}: two vectors without their names do not compile
    [[no_unique_address]] WriteItsMembersNames named{};
    Vector<T> moment{};                  // N m
    Vector<T> force{};                   // N
};
template <const auto& robot, class T = float> struct Wrenches {
    using option = WrenchesOption;
    static constexpr const auto& of_robot = robot;
    Column<Wrench<T>, robot.rows> on{};   // by row: on[robot.row("tool")]
    constexpr Wrench<T>& operator[](int row) { return on[row]; }
    constexpr const Wrench<T>& operator[](int row) const { return on[row]; }
};
struct NoWrenches { using option = WrenchesOption; };

// Something carried by the body of a row, in the row's frame; inertia about its own centre of mass. Several add up, on one row
// or on many.
template <int row_, class T = float> struct Payload {
    using option = PayloadOption;
    static constexpr int row = row_;
    T mass{};                            // kg
    Vector<T> com{};                     // m
    struct { T xx{}, yy{}, zz{}, xy{}, xz{}, yz{}; } inertia{};   // kg m^2
};
struct NoPayload { using option = PayloadOption; };
template <class P, class Rest> struct Payloads {   // several of them
    using option = PayloadOption;
    const P& one;
    Rest rest;                           // Payloads, or a reference to the last
};

// the option of a kind among those given (a reference), or the default (a value: it has nowhere else to live)
template <class Kind, class Default> LIMB_INLINE Default option_or(Default fallback) { return fallback; }
template <class Kind, class Default, class O, class... Rest>
LIMB_INLINE decltype(auto) option_or(Default fallback, const O& o, const Rest&... rest) {
    if constexpr (is_of<O, Kind>()) return (o);
    else return option_or<Kind>(fallback, rest...);
}
LIMB_INLINE StandardGravity gravity_among() { return {}; }
template <class O, class... Rest> LIMB_INLINE decltype(auto) gravity_among(const O& o, const Rest&... rest) {
    if constexpr (is_of<O, GravityOption>()) return (o);
    else if constexpr (is_of<O, ImuOption>()) return NoGravity{};   // it is in what the accelerometer reads
    else return gravity_among(rest...);
}
LIMB_INLINE BaseAtRest base_among() { return {}; }
template <class O, class... Rest> LIMB_INLINE decltype(auto) base_among(const O& o, const Rest&... rest) {
    if constexpr (is_of<O, BaseOption>() || is_of<O, ImuOption>()) return (o);
    else return base_among(rest...);
}
template <class... Options> LIMB_INLINE decltype(auto) wrenches_among(const Options&... options) {
    return option_or<WrenchesOption>(NoWrenches{}, options...);
}
LIMB_INLINE NoPayload payload_among() { return {}; }
template <class O, class... Rest> LIMB_INLINE decltype(auto) payload_among(const O& o, const Rest&... rest) {
    if constexpr (!is_of<O, PayloadOption>()) return payload_among(rest...);
    else if constexpr (!(is_of<Rest, PayloadOption>() || ...)) return (o);
    else return Payloads<O, decltype(payload_among(rest...))>{o, payload_among(rest...)};
}
// f(payload) for each of them
LIMB_INLINE void for_each_payload(const NoPayload&, const auto&) {}
template <int row, class T> LIMB_INLINE void for_each_payload(const Payload<row, T>& p, const auto& f) { f(p); }
template <class P, class Rest> LIMB_INLINE void for_each_payload(const Payloads<P, Rest>& p, const auto& f) {
    f(p.one);
    for_each_payload(p.rest, f);
}

// What acts on a row sees every angle; without it a sweep needs those only that inertia feels.
template <class O> inline constexpr bool acts_on_rows =
    (is_of<O, WrenchesOption>() || is_of<O, PayloadOption>() || is_of<O, CarriedOption>()) &&
    !std::is_same_v<O, NoWrenches> && !std::is_same_v<O, NoPayload>;
template <const auto& robot, class T, class... Options> LIMB_INLINE decltype(auto) felt_pose_of(const auto& q, const Options&...) {
    return pose_of<robot, T, (acts_on_rows<Options> || ...) ? robot.angles : robot.felt_angles>(q);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Gravity; using internal::no_gravity; using internal::Base; using internal::Imu;
using internal::Wrench; using internal::Wrenches; using internal::Payload;

}  // namespace limb
