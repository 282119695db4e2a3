// A payload given at run time is the same as one that is written in the table, on any body and in any form; several add up.
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

// `written` is `robot` with the payload as one more fixed row on each of `rows`
template <const auto& robot, const auto& written, int... rows> void check() {
    compare::Differences<T> differences;
    laws::at_random_states<robot, T>([&](const auto& s, auto&) {
        differences.see(compare::results<robot, T>(s, payload<rows>()...),
                        compare::results<written, T>(laws::State<written, T>(s)));
    });
    differences.demand();
}

constexpr auto crane_hook = limb::tree(with(crane_rows, payload_row("hook")).row);
constexpr auto walker_foot = limb::tree(with(walker_rows, payload_row("right foot")).row);
constexpr limb::Row second(limb::Row row) {
    row.name = "second payload";
    return row;
}
constexpr auto crane_hook_and_mast =
    limb::tree(with(with(crane_rows, payload_row("hook")).row, second(payload_row("mast"))).row);
constexpr auto crane_hook_twice =
    limb::tree(with(with(crane_rows, payload_row("hook")).row, second(payload_row("hook"))).row);
constexpr auto walker_both_feet =
    limb::tree(with(with(walker_rows, payload_row("right foot")).row, second(payload_row("left foot"))).row);
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

void rows_of_two_bodies_carry_one_each() { check<crane, crane_hook_and_mast, crane.row("hook"), crane.row("mast")>(); }
void one_row_carries_two() { check<crane, crane_hook_twice, crane.row("hook"), crane.row("hook")>(); }
void two_like_limbs_carry_one_each() { check<walker, walker_both_feet, walker.row("right foot"), walker.row("left foot")>(); }
void bodies_in_a_loop_carry_one_each() {
    check<crane_looped, crane_hook_and_mast, crane.row("mast"), crane.row("hook")>();
}
// Sums over the rows, and reactions, which sum up row by row, too.
void sums_over_the_rows_count_each() {
    laws::Worst worst{"sums"};
    laws::at_random_states<crane, T>([&](const auto& s, auto&) {
        constexpr int hook = crane.row("hook"), mast = crane.row("mast");
        const auto a = payload<hook>();
        const auto b = payload<mast>();
        const laws::State<crane_hook_and_mast, T> same(s);
        const auto p = limb::momentum<crane>(s.q, s.qd, a, b), q = limb::momentum<crane_hook_and_mast>(same.q, same.qd);
        worst.see(laws::difference(laws::stacked<T>(p.linear, p.angular), laws::stacked<T>(q.linear, q.angular)));
        const auto f = limb::reactions<crane>(s.q, s.qd, s.qdd, a, b).on_ground,
                   g = limb::reactions<crane_hook_and_mast>(same.q, same.qd, same.qdd).on_ground;
        worst.see(laws::difference(laws::stacked<T>(f.moment, f.force), laws::stacked<T>(g.moment, g.force)));
        worst.see(laws::difference(etl::array<T, 1>{limb::total_mass<crane, T>(a, b)},
                                   etl::array<T, 1>{limb::total_mass<crane_hook_and_mast, T>()}));
    });
    laws::demand<T>(worst, laws::rounding);
}
// A row that is fixed to the base: no joint feels it, but it has its height.
constexpr limb::Row on_the_plate(limb::Row mast) {
    mast.parent = "plate";
    return mast;
}
constexpr auto crane_on_a_plate =
    limb::tree({{.name = "plate", .at = {0.1, 0.2, 0.3}, .rotation = limb::rpy(0.3, 0.2, 0.1)}, on_the_plate(crane_rows[0]), crane_rows[1],
                crane_rows[2], crane_rows[3]});
void a_row_on_the_base_carries_it() {
    constexpr int plate = crane_on_a_plate.row("plate");
    laws::Worst worst{"potential energy"};
    laws::at_random_states<crane_on_a_plate, T>([&](const auto& s, auto&) {
        T sum{};
        for (const auto& e : limb::energies<crane_on_a_plate>(s.q, s.qd, payload<plate>())) sum += e.potential;
        worst.see(laws::difference(etl::array<T, 1>{limb::potential_energy<crane_on_a_plate>(s.q, payload<plate>())},
                                   etl::array<T, 1>{sum}));
    });
    laws::demand<T>(worst, laws::rounding);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(a_fixed_row_carries_it);
    RUN_TEST(one_of_two_like_limbs_carries_it);
    RUN_TEST(a_body_in_a_loop_carries_it);
    RUN_TEST(a_floating_root_carries_it);
    RUN_TEST(rows_of_two_bodies_carry_one_each);
    RUN_TEST(one_row_carries_two);
    RUN_TEST(two_like_limbs_carry_one_each);
    RUN_TEST(bodies_in_a_loop_carry_one_each);
    RUN_TEST(sums_over_the_rows_count_each);
    RUN_TEST(a_row_on_the_base_carries_it);
    return UNITY_END();
}
