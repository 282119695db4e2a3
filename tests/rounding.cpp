// What forward dynamics loses in float, against what no algorithm can get back: what the data lose when they become floats.
// Torques, sines, cosines and the table, each off by up to half a unit in its last place, are solved in double. On a long chain
// that is much: the first torque holds up everything, but accelerates hardly more than its own link.
#include "limb/limb.hpp"

#include <cstddef>

#include "measure.hpp"
#include "robots/arm6.hpp"
#include "robots/chain16.hpp"
#include "robots/chain64.hpp"
#include "states.hpp"
#include "unity.h"

void setUp() {}
void tearDown() {}

namespace {

using measure::Error;
using measure::Worst;

// twelve like links in a row that swing about parallel axes
template <std::size_t n> struct Rows { limb::Row row[n]; };
constexpr auto swinging_rows = [] {
    Rows<12> rows{};
    for (std::size_t i = 0; i < 12; ++i)
        rows.row[i] = {.name = robots::chain_names.text[i], .joint = limb::Joint::revolute_y, .at = {i == 0 ? 0 : 0.3, 0, 0},
                       .mass = 1, .com = {0.15, 0.003, -0.002}, .inertia = {0.0002, 0.008, 0.008, 6e-6, -4e-6, 3e-6}};
    return rows;
}();
constexpr auto swinging = limb::tree(swinging_rows.row);

// the robot whose constants are floats
template <const auto& robot> constexpr auto in_float = [] {
    auto t = robot;
    for (auto& body : t.body)
        for (double& k : body.constant) k = static_cast<double>(static_cast<float>(k));
    return t;
}();

template <class To> To converted(const auto& from) {
    To to;
    for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<typename To::value_type>(from[i]);
    return to;
}

Error error_of(const auto& got, const auto& expected) {
    Error error;
    for (std::size_t i = 0; i < expected.size(); ++i) error.see(static_cast<double>(got[i]), expected[i]);
    return error;
}

template <const auto& robot> void check(const char* name) {
    Worst data{"data"}, bodies{"articulated bodies"}, matrix{"mass matrix"};
    states::Random random(1);
    using Doubles = limb::Joints<robot, double>;
    constexpr auto& rounded = in_float<robot>;
    for (int sample = 0; sample < 20; ++sample) {
        states::State<robot, float> s(random);
        const auto q = converted<limb::Positions<robot, double>>(s.q);
        const auto qd = converted<Doubles>(s.qd), qdd = converted<Doubles>(s.qdd);
        if (sample % 2 == 0) s.tau = converted<limb::Joints<robot>>(limb::inverse_dynamics<robot>(q, qd, qdd));
        const auto exact = limb::forward_dynamics_aba<robot>(q, qd, converted<Doubles>(s.tau));

        const auto off = [&](double& x) { x *= 1 + static_cast<double>(random.uniform(0x1p-24f)); };
        auto tau = converted<limb::Joints<rounded, double>>(s.tau);
        for (double& x : tau) off(x);
        auto pose = limb::pose<rounded>(converted<limb::Positions<rounded, double>>(s.q));
        for (double& x : pose.sc) off(x);
        data.see(error_of(limb::forward_dynamics_aba<rounded>(pose, converted<limb::Joints<rounded, double>>(s.qd), tau), exact));
        bodies.see(error_of(limb::forward_dynamics_aba<robot>(s.q, s.qd, s.tau), exact));
        matrix.see(error_of(limb::forward_dynamics_ltdl<robot>(s.q, s.qd, s.tau), exact));
    }
    measure::Line() << "  " << name << ":" << data << bodies << matrix;
    TEST_ASSERT_TRUE_MESSAGE(bodies.error <= 5 * data.error, name);
    TEST_ASSERT_TRUE_MESSAGE(matrix.error <= 5 * data.error, name);
}

void test_arm() { check<robots::arm6>("arm6"); }
void test_like_links() { check<swinging>("swinging"); }
void test_long_chain() { check<robots::chain16>("chain16"); }
void test_longest_chain() { check<robots::chain64>("chain64"); }

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_arm);
    RUN_TEST(test_like_links);
    RUN_TEST(test_long_chain);
    RUN_TEST(test_longest_chain);
    return UNITY_END();
}
