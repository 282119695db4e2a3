// Springs, dampers and friction of the joints: their laws, for every kind of joint and number type.
#include "limb/elements.hpp"

#include <cmath>
#include <type_traits>

#include "laws.hpp"
#include "small_robots.hpp"

void setUp() {}
void tearDown() {}

namespace {

using T = LIMB_TEST_NUMBER;
using namespace laws;

// every joint of the crane and of the walker with elements of its own; a floating root has no spring
template <std::size_t n> constexpr auto with_elements(const limb::Row (&rows)[n]) {
    double size = 1;
    return small_robots::changed(rows, [&](limb::Row& row) {
        size *= 1.3;
        if (row.joint == limb::Joint::fixed) return;
        row.damping = 0.7 * size;
        row.friction = 2 * size;
        row.friction_velocity = 0.05 * size;
        if (row.joint != limb::Joint::floating) {
            row.stiffness = 30 / size;
            row.rest = 0.2 * size;
        }
    });
}
constexpr auto crane = limb::tree(with_elements(small_robots::crane_rows).row);
constexpr auto walker = limb::tree(with_elements(small_robots::walker_rows).row);

constexpr auto lamp = limb::tree(small_robots::changed(small_robots::lamp_rows,
                                                       [](limb::Row& row) {  // balls turn back to no turn
                                                           row.damping = 0.3;
                                                           row.stiffness = 5;
                                                       })
                                     .row);

template <const auto& robot> void dissipation_is_what_the_springs_lose() {
    Worst power{"power"};
    at_random_states<robot, double>([&](const auto& s, Random&) {
        const auto tau = limb::joint_elements<robot>(s.q, s.qd);
        Error error;
        double given = 0, lost = 0;
        for (int r = 0; r < robot.rows; ++r) {
            const limb::Row& row = robot.given[r];
            for (int k = robot.row_dof[r]; k < robot.row_dof[r] + limb::freedoms(row.joint); ++k) {
                const double v = s.qd[k];
                error.at_least(tau[k] * v);
                given += tau[k] * v;
                lost += row.damping * v * v +
                        row.friction * v * v / std::sqrt(v * v + row.friction_velocity * row.friction_velocity);
            }
        }
        error.see(rate([&](double t) { return limb::elastic_energy<robot>(later<robot>(s, t).q); }), -given - lost);
        power.see(error);
    });
    demand_rate(power);
}
void power() {
    if constexpr (std::is_same_v<T, double>) {
        dissipation_is_what_the_springs_lose<crane>();
        dissipation_is_what_the_springs_lose<walker>();
        dissipation_is_what_the_springs_lose<lamp>();
    }
}

// The crane's boom, a slide: each element alone, by hand. q = mast, boom, head.
void elements_add() {
    constexpr limb::Row boom = crane.given[1];
    const auto force = [](double q, double qd) {
        return limb::joint_elements<crane>(limb::Positions<crane, T>{0, T(q), 0},
                                           limb::Joints<crane, T>{0, T(qd), 0})[1];
    };
    const auto near = [](T got, double expected) {
        Worst worst{"boom"};
        worst.see(difference(etl::array<T, 1>{got}, etl::array<double, 1>{expected}));
        demand<T>(worst, rounding);
    };
    near(force(boom.rest, 0) + 1, 1);
    near(force(boom.rest + 0.1, 0), -boom.stiffness * 0.1);
    const double v0 = boom.friction_velocity;
    near(force(boom.rest, v0) + T(boom.damping * v0), -boom.friction / std::sqrt(2.0));
    near(force(boom.rest, -100 * v0), boom.damping * 100 * v0 + boom.friction * 100 / std::sqrt(10001.0));
}

// A number that carries a derivative, as anybody may write one: the elements' slopes are those of the closed form.
struct Slope {
    T value{}, slope{};
    Slope() = default;
    constexpr Slope(T v, T s) : value(v), slope(s) {}
    template <std::floating_point F> explicit constexpr Slope(F v) : value(T(v)) {}
    friend constexpr Slope operator+(Slope a, Slope b) { return {a.value + b.value, a.slope + b.slope}; }
    friend constexpr Slope operator-(Slope a, Slope b) { return {a.value - b.value, a.slope - b.slope}; }
    friend constexpr Slope operator-(Slope a) { return {-a.value, -a.slope}; }
    friend constexpr Slope operator*(Slope a, Slope b) {
        return {a.value * b.value, a.slope * b.value + a.value * b.slope};
    }
    friend constexpr Slope operator/(Slope a, Slope b) {
        return {a.value / b.value, (a.slope * b.value - a.value * b.slope) / (b.value * b.value)};
    }
    friend Slope square_root(Slope a) {
        const T root = limb::internal::square_root(a.value);
        return {root, a.slope / (2 * root)};
    }
};
void slopes() {
    constexpr limb::Row boom = crane.given[1];
    const T v = T(0.03);
    const double v0 = boom.friction_velocity;
    const auto by_q = limb::joint_elements<crane>(limb::Positions<crane, Slope>{Slope{}, Slope{T(0.3), 1}, Slope{}},
                                                  limb::Joints<crane, Slope>{Slope{}, Slope{v, 0}, Slope{}});
    const auto by_v = limb::joint_elements<crane>(limb::Positions<crane, Slope>{Slope{}, Slope{T(0.3), 0}, Slope{}},
                                                  limb::Joints<crane, Slope>{Slope{}, Slope{v, 1}, Slope{}});
    Worst worst{"slopes"};
    worst.see(difference(
        etl::array<T, 2>{by_q[1].slope, by_v[1].slope},
        etl::array<double, 2>{-boom.stiffness, -boom.damping - boom.friction * v0 * v0 /
                                                                   std::pow(double{v} * double{v} + v0 * v0, 1.5)}));
    demand<T>(worst, 2 * rounding);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(power);
    RUN_TEST(elements_add);
    RUN_TEST(slopes);
    return UNITY_END();
}
