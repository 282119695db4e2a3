#pragma once
// Which options a function takes. Every public function says so in its first line,
//   static_assert(accepts<robot, Takes<GravityOption, PayloadOption>, Options...>);
// and what it does not know, what is given twice and what is another robot's does not compile: nothing is swallowed.
#include <type_traits>

namespace limb::internal {

// the kinds: options.hpp, carried.hpp, loops.hpp
struct GravityOption; struct BaseOption; struct ImuOption; struct WrenchesOption; struct PayloadOption; struct CarriedOption;
struct StabilisationOption;

template <class... Kinds> struct Takes {};
using TakesForces = Takes<GravityOption, BaseOption, ImuOption, WrenchesOption, PayloadOption>;   // what inverse dynamics takes
using TakesForcesAndCarried = Takes<GravityOption, BaseOption, ImuOption, WrenchesOption, PayloadOption, CarriedOption>;

template <class O> concept Option = requires { typename O::option; };
template <class O, class Kind> constexpr bool is_of() {
    if constexpr (Option<O>) return std::is_same_v<typename O::option, Kind>;
    else return false;
}
// is a row that it names one of the robot's, and a table of rows the robot's own?
template <class O, const auto& robot> constexpr bool names_a_row() {
    if constexpr (requires { O::row; }) return O::row >= 0 && O::row < robot.rows;
    else return true;
}
template <class O, const auto& robot> constexpr bool belongs_to() {
    if constexpr (requires { O::of_robot; }) return static_cast<const void*>(&O::of_robot) == &robot;
    else return true;
}

template <const auto& robot, class Known, class... Options> struct Accepted;
template <const auto& robot, class... Kinds, class... Options> struct Accepted<robot, Takes<Kinds...>, Options...> {
    template <class Kind> static constexpr int given = (0 + ... + int(is_of<Options, Kind>()));
    template <class Kind> static constexpr bool known = given<Kind> == 0 || (std::is_same_v<Kind, Kinds> || ...);

    static_assert((Option<Options> && ...), "limb: that is no option: write limb::Gravity{{x, y, z}}, limb::no_gravity, limb::Base<T>{...}, "
                                            "limb::Imu<T>{...}, limb::Wrenches<robot, T> or limb::Payload<row, T>{...}, never a bare number or array");
    static_assert(known<GravityOption>,  "limb: gravity changes nothing here: leave limb::Gravity or limb::no_gravity out");
    static_assert(known<BaseOption>,     "limb: this function takes no limb::Base, its result is that of a base at rest: leave it out");
    static_assert(known<ImuOption>,      "limb: this function takes no limb::Imu, an accelerometer cannot tell acceleration from gravity: "
                                         "pass limb::Base where it takes one");
    static_assert(known<WrenchesOption>, "limb: external wrenches change nothing here: leave limb::Wrenches out");
    static_assert(known<PayloadOption>,  "limb: this function knows no limb::Payload: add its numbers to those of its row, in the table or in pi");
    static_assert(known<CarriedOption>,  "limb: only articulated bodies (forward_dynamics, grip_of) know limb::Carried");
    static_assert(known<StabilisationOption>, "limb: limb::Stabilisation is for loop_forward_dynamics only: leave it out");

    static_assert(given<GravityOption> <= 1,  "limb: gravity is given twice: leave one of them out");
    static_assert(given<BaseOption> <= 1,     "limb: limb::Base is given twice: leave one of them out");
    static_assert(given<ImuOption> <= 1,      "limb: limb::Imu is given twice: leave one of them out");
    static_assert(given<WrenchesOption> <= 1, "limb: limb::Wrenches are given twice: add them up, row by row, and pass the sum");
    static_assert(given<StabilisationOption> <= 1, "limb: limb::Stabilisation is given twice: leave one of them out");
    static_assert(given<ImuOption> == 0 || given<GravityOption> + given<BaseOption> == 0,
                  "limb: limb::Imu is the base's motion and gravity in one: leave limb::Gravity, limb::no_gravity and limb::Base out");

    static_assert((belongs_to<Options, robot>() && ...), "limb: these limb::Wrenches are another robot's: write limb::Wrenches<robot, T> with the robot of the call");
    static_assert((names_a_row<Options, robot>() && ...), "limb: this robot has no row of that number: write limb::Payload<robot.row(\"name\"), T>");
    static constexpr bool yes = true;
};
template <const auto& robot, class Known, class... Options> inline constexpr bool accepts = Accepted<robot, Known, Options...>::yes;

}  // namespace limb::internal
