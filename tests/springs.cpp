// Springs, dampers and actuators between points: what they exert is what their energy and length say.
#include "limb/springs.hpp"

#include <cmath>
#include <type_traits>

#include "laws.hpp"
#include "small_robots.hpp"

void setUp() {}
void tearDown() {}

namespace {

using T = LIMB_TEST_NUMBER;
using namespace laws;
using small_robots::crane, small_robots::walker;

// clang-format off
constexpr auto on_crane = limb::springs<crane>({
    {.name = "stay",  .from = "world", .from_at = {1, 2, 3},     .to = "hook", .to_at = {0.1, 0, 0.2},      .stiffness = 40, .damping = 3, .length = 0.7},
    {.name = "jack",  .from = "boom",  .from_at = {0.3, 0, 0.1}, .to = "mast", .to_at = {0.02, 0.03, -0.4}, .stiffness = 90, .damping = 5, .length = 0.2},
    {.name = "cable", .from = "head",                            .to = "world"},   // an actuator only
});
constexpr auto on_walker = limb::springs<walker>({
    {.name = "across", .from = "left foot", .from_at = {0, 0.1, -0.2}, .to = "right foot", .stiffness = 300, .damping = 20, .length = 0.1},
    {.name = "muscle", .from = "trunk", .from_at = {-0.1, 0.1, 0.2},   .to = "left foot",  .stiffness = 100, .damping = 4,  .length = 0.5},
});
// clang-format on

// the work that the springs do on the joints per second: J'f . qd
template <const auto& robot> double power_of(const auto& s, const auto& wrenches, Error& error) {
    const limb::Joints<robot, T> still{};
    const auto held = limb::inverse_dynamics<robot>(s.q, still, still, limb::no_gravity, wrenches);
    double power = 0;
    for (int k = 0; k < robot.dof; ++k) {
        error.at_least(static_cast<double>(held[k] * s.qd[k]));
        power -= static_cast<double>(held[k] * s.qd[k]);
    }
    return power;
}

template <const auto& robot, const auto& springs> void power_is_what_the_springs_lose() {
    Worst work{"work"}, energy{"energy"}, rates{"rate"};
    at_random_states<robot, T>([&](const auto& s, Random& random) {
        limb::SpringForces<springs, T> actuator;
        random.fill(actuator, 50);
        const auto now = limb::spring_states<robot, springs>(s.q, s.qd, actuator);
        Error error;
        const double power = power_of<robot>(s, limb::spring_wrenches<robot, springs>(s.q, s.qd, actuator), error);
        double by_tension = 0, lost = 0, given = 0;
        for (int i = 0; i < springs.count; ++i) {
            const double rate = static_cast<double>(now[i].rate), pull = static_cast<double>(actuator[i]);
            by_tension -= static_cast<double>(now[i].force) * rate;
            lost += springs.given[i].damping * rate * rate;
            given -= pull * rate;
        }
        error.see(power, by_tension);
        work.see(error);
        if constexpr (std::is_same_v<T, double>) {
            Error e;
            e.at_least(lost);
            e.see(rate([&](double t) { return limb::spring_energy<robot, springs>(later<robot>(s, t).q); }),
                  given - lost - power);
            energy.see(e);
            for (int i = 0; i < springs.count; ++i) {
                Error r;
                r.at_least(0.1);
                r.see(rate([&](double t) {
                          return limb::spring_states<robot, springs>(later<robot>(s, t).q)[i].length;
                      }),
                      now[i].rate);
                rates.see(r);
            }
        }
    });
    demand<T>(work, 2 * rounding);
    demand_rate(energy);
    demand_rate(rates);
}
void power() {
    power_is_what_the_springs_lose<crane, on_crane>();
    power_is_what_the_springs_lose<walker, on_walker>();
}

// Forces within a floating robot are equal and opposite: nothing is needed at its root to hold them.
void the_whole_does_not_feel_them() {
    Worst root{"root"};
    at_random_states<walker, T>([&](const auto& s, Random&) {
        const auto wrenches = limb::spring_wrenches<walker, on_walker>(s.q, s.qd, {T(30), T(-20)});
        const limb::Joints<walker, T> still{};
        const auto tau = limb::inverse_dynamics<walker>(s.q, still, still, limb::no_gravity, wrenches);
        Error error;
        for (const auto& spring : limb::spring_states<walker, on_walker>(s.q, s.qd, {T(30), T(-20)}))
            error.at_least(static_cast<double>(spring.force));
        for (int k = 0; k < 6; ++k) error.see(static_cast<double>(tau[k]), 0);
        root.see(error);
    });
    demand<T>(root, 4 * rounding);
}

// A bead of 2 kg slides along x; a spring hangs from 1 m above the origin: 2 x'' = -(k (l - 0.5) + c l') x / l, l^2 = 1
// + x^2.
constexpr auto bead =
    limb::tree({{.name = "bead", .joint = limb::Joint::prismatic_x, .mass = 2, .inertia = {0.1, 0.1, 0.1}}});
constexpr auto on_bead = limb::springs<bead>(
    {{.name = "spring", .from_at = {0, 0, 1}, .to = "bead", .stiffness = 80, .damping = 6, .length = 0.5}});
static_assert(on_bead.spring("spring") == 0);

void bead_on_a_rail() {
    Worst worst{"bead"};
    for (const double x : {-1.5, -0.2, 0.0, 0.7, 3.0}) {
        const double v = 0.4, l = std::sqrt(1 + x * x);
        const double expected = -(80 * (l - 0.5) + 6 * v * x / l) * x / l / 2;
        const limb::Positions<bead, T> q{T(x)};
        const limb::Joints<bead, T> qd{T(v)};
        const auto qdd = limb::forward_dynamics<bead>(q, qd, {}, limb::spring_wrenches<bead, on_bead>(q, qd));
        Error error;
        error.at_least(1);
        error.see_all(qdd, etl::array<double, 1>{expected});
        worst.see(error);
    }
    demand<T>(worst, 2 * rounding);
}

// Ends that meet: no direction, no force, no NaN.
constexpr auto to_itself =
    limb::springs<bead>({{.name = "spring", .to = "bead", .stiffness = 80, .damping = 6, .length = 0.5}});
void ends_that_meet() {
    const limb::Positions<bead, T> q{0};
    const limb::Joints<bead, T> qd{1};
    const auto w = limb::spring_wrenches<bead, to_itself>(q, qd, {T(7)});
    TEST_ASSERT_TRUE(w[0].force.x == 0 && w[0].force.y == 0 && w[0].force.z == 0);
    const auto state = limb::spring_states<bead, to_itself>(q, qd, {T(7)})[0];
    TEST_ASSERT_TRUE(state.length == 0 && state.rate == 0 && state.force == 0);
    TEST_ASSERT_TRUE((limb::spring_energy<bead, to_itself>(q)) == T(10));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(power);
    RUN_TEST(the_whole_does_not_feel_them);
    RUN_TEST(bead_on_a_rail);
    RUN_TEST(ends_that_meet);
    return UNITY_END();
}
