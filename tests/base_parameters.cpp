// Which combinations of a table's numbers the torques can see: counts and groupings that are known.
#include "limb/base_parameters.hpp"

#include "laws.hpp"
#include "robots/arm6.hpp"
#include "robots/gimbal3.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using T = LIMB_TEST_NUMBER;
namespace parameter = limb::parameter;

template <const auto& robot, limb::Mount mount = limb::Mount::still, class... Options>
auto seen(const Options&... options) {
    states::Random random(7);
    return limb::base_parameters<robot, T, mount>([&] { return static_cast<T>(random.uniform(1)); }, options...);
}
// without damping, friction and armature
template <const auto& robot, class C> int of_bodies(const C& c) {
    int count = 0;
    for (int k = 0; k < c.count; ++k) count += c.first[k] < limb::parameter_index<robot>(0, parameter::damping);
    return count;
}

constexpr auto pendulum =
    limb::tree({{.name = "bob", .joint = revolute_y, .mass = 1, .com = {0, 0, 1}, .inertia = {0.1, 0.1, 0.1}}});
constexpr auto turntable =
    limb::tree({{.name = "table", .joint = revolute_z, .mass = 1, .com = {0, 0, 1}, .inertia = {0.1, 0.1, 0.1}}});

// About a horizontal axis: I, h_x, h_z, and two of friction; the rotor's inertia is not told from the body's. About a
// vertical one gravity shows nothing.
void of_one_joint() {
    const auto c = seen<pendulum>();
    TEST_ASSERT_EQUAL_INT(3, of_bodies<pendulum>(c));
    TEST_ASSERT_EQUAL_INT(5, c.count);
    const int first[] = {parameter::hx, parameter::hz, parameter::Iyy};
    for (int k = 0; k < 3; ++k) TEST_ASSERT_EQUAL_INT(first[k], c.first[k]);
    const T rotor = c.weight[2][limb::parameter_index<pendulum>(0, parameter::armature)];
    TEST_ASSERT_TRUE(rotor > static_cast<T>(0.9999f) && rotor < static_cast<T>(1.0001f));
    TEST_ASSERT_EQUAL_INT(1, of_bodies<turntable>(seen<turntable>()));
}

// The planar 2R arm (002, 4.7), links of 0.5 m along x: in a vertical plane six, of which three are the second link's
// own and the first link's h_x and I take up the second's mass, m2 l and m2 l^2. In a horizontal plane h of the first
// is lost.
constexpr limb::Row planar_rows[] = {
    {.name = "upper", .joint = revolute_y, .mass = 2, .com = {0.25, 0, 0}, .inertia = {0.01, 0.05, 0.05}},
    {.name = "lower",
     .joint = revolute_y,
     .at = {0.5, 0, 0},
     .mass = 1,
     .com = {0.2, 0, 0},
     .inertia = {0.01, 0.03, 0.03}},
};
constexpr auto planar = limb::tree(planar_rows);

void of_the_planar_arm() {
    const auto c = seen<planar>();
    TEST_ASSERT_EQUAL_INT(6, of_bodies<planar>(c));
    const int mass = limb::parameter_index<planar>(1, parameter::mass);
    for (int k = 0; k < c.count; ++k) {
        double expected = 0;
        if (c.first[k] == limb::parameter_index<planar>(0, parameter::hx)) expected = 0.5;
        if (c.first[k] == limb::parameter_index<planar>(0, parameter::Iyy)) expected = 0.25;
        TEST_ASSERT_TRUE(std::abs(static_cast<double>(c.weight[k][mass]) - expected) < 1e-4);
    }
    const limb::Gravity<T> across{{0, static_cast<T>(-9.81), 0}};
    TEST_ASSERT_EQUAL_INT(4, of_bodies<planar>(seen<planar>(across)));
}

// A revolute body has seven of its own, a prismatic one four, a floating root ten; what is fixed none. A revolute joint
// about the vertical, on ground that stands still, has one.
template <const auto& robot, limb::Mount mount = limb::Mount::still> void expect(int count) {
    const auto c = seen<robot, mount>();
    TEST_ASSERT_EQUAL_INT(count, of_bodies<robot>(c));
    // the combinations are all that counts: any pi with the same ones gives the same torques
    laws::Worst worst{"torques of the combinations alone"};
    laws::at_random_states<robot, T>([&](const auto& s, laws::Random&) {
        const auto pi = limb::parameters<robot, T>();
        limb::Parameters<robot, T> lumped{};
        for (int k = 0; k < c.count; ++k)
            for (std::size_t j = 0; j < pi.size(); ++j) lumped[c.first[k]] += c.weight[k][j] * pi[j];
        const auto Y = limb::regressor<robot>(s.q, s.qd, s.qdd);
        laws::Error error;
        for (int i = 0; i < robot.dof; ++i)
            for (std::size_t j = 0; j < pi.size(); ++j) error.at_least(static_cast<double>(Y[i][j] * lumped[j]));
        error.see_all(limb::torque_of<robot, T>(Y, lumped), limb::torque_of<robot, T>(Y, pi));
        worst.see(error);
    });
    laws::demand<T>(worst, 1e-4);  // columns count as dependent within 1e-5
}

void of_trees() {
    expect<robots::gimbal3>(1 + 7 + 7);
    expect<robots::gimbal3, limb::Mount::driven>(7 + 7 + 7);
}
template <class Number> void of_larger_trees() {
    if constexpr (std::is_same_v<Number, double>) {  // rank needs the digits
        expect<walker>(10 + 2 * (7 + 4));
        expect<robots::arm6>(1 + 5 * 7);
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(of_one_joint);
    RUN_TEST(of_the_planar_arm);
    RUN_TEST(of_trees);
    RUN_TEST(of_larger_trees<T>);
    return UNITY_END();
}
