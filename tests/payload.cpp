// A payload given at run time is the same as one that is written in the table, on any body and in any form.
#include "compare.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using T = LIMB_TEST_NUMBER;

constexpr double mass = 1.5;
constexpr limb::Vector<double> com{0.1, -0.2, 0.05};
constexpr limb::Inertia inertia{0.02, 0.03, 0.025, 0.001, -0.002, 0.003};

constexpr limb::Row payload_row(const char* carrier) {
    return {.name = "payload", .parent = carrier, .mass = mass, .com = com, .inertia = inertia};
}

template <int row> limb::Payload<row, T> payload() {
    const auto t = [](double x) { return static_cast<T>(x); };
    return {.mass = t(mass),
            .com = {t(com.x), t(com.y), t(com.z)},
            .inertia = {t(inertia.xx), t(inertia.yy), t(inertia.zz), t(inertia.xy), t(inertia.xz), t(inertia.yz)}};
}

// `written` is `robot` with the payload as one more fixed row on `row`
template <const auto& robot, const auto& written, int row> void check() {
    compare::Differences<T> differences;
    laws::at_random_states<robot, T>([&](const auto& s, auto&) {
        differences.see(compare::results<robot, T>(s, payload<row>()),
                        compare::results<written, T>(s.q, s.qd, s.qdd, s.tau));
    });
    differences.demand();
}

constexpr auto crane_hook = limb::tree(with(crane_rows, payload_row("hook")).row);
constexpr auto walker_foot = limb::tree(with(walker_rows, payload_row("right foot")).row);
constexpr auto crane_looped = limb::in_form(limb::Form::looped, crane);
constexpr auto crane_boom_looped =
    limb::in_form(limb::Form::looped, limb::tree(with(crane_rows, payload_row("boom")).row));
constexpr auto walker_looped = limb::in_form(limb::Form::looped, walker);
constexpr auto walker_trunk_looped =
    limb::in_form(limb::Form::looped, limb::tree(with(walker_rows, payload_row("trunk")).row));

void a_fixed_row_carries_it() { check<crane, crane_hook, crane.row("hook")>(); }
void one_of_two_like_limbs_carries_it() { check<walker, walker_foot, walker.row("right foot")>(); }
void a_body_in_a_loop_carries_it() { check<crane_looped, crane_boom_looped, crane.row("boom")>(); }
void a_floating_root_carries_it() { check<walker_looped, walker_trunk_looped, walker.row("trunk")>(); }

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_fixed_row_carries_it);
    RUN_TEST(one_of_two_like_limbs_carries_it);
    RUN_TEST(a_body_in_a_loop_carries_it);
    RUN_TEST(a_floating_root_carries_it);
    return UNITY_END();
}
