// The design of 004, section 6.3: Newton's method with eigenvalue sensitivities gives the triple pendulum the
// eigenvalues that are wanted of it. Tables 6.1 and 6.2 print what two steps reach; the design variables are the
// distances from each joint to the centre of mass beyond it, dl22, dl33 and dl44.
#include "limb/linearise.hpp"
#include "unity.h"

namespace {

using enum limb::Joint;

struct Lengths {
    double of[3];  // m
};
// The printed tables belong to a tenth of the printed lengths and a hundredth of the inertias.
constexpr double sl = 0.05;
constexpr limb::Inertia inertia{0.002, 0.001, 0.002};

constexpr auto pendulum(Lengths d) {
    const auto [d2, d3, d4] = d.of;
    // clang-format off
    const limb::Row rows[] = {
        {.name = "2", .joint = revolute_z,                          .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .mass = 1, .com = {0, -d2, 0}, .inertia = inertia},
        {.name = "3", .joint = revolute_z, .at = {0, -d2 - sl, 0}, .rotation = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, .mass = 1, .com = {0, -d3, 0}, .inertia = inertia},
        {.name = "4", .joint = revolute_z, .at = {0, -d3 - sl, 0}, .rotation = {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}, .mass = 1, .com = {0, -d4, 0}, .inertia = inertia},
    };
    // clang-format on
    return limb::tree(rows, limb::Form::looped);
}

constexpr double step = 1e-4;
constexpr Lengths moved(Lengths d, int which, double by) {
    d.of[which] += by;
    return d;
}
// a design, and its neighbours on both sides
template <const Lengths& d> constexpr auto robot = pendulum(d);
template <const Lengths& d, int which> constexpr auto shorter = pendulum(moved(d, which, -step));
template <const Lengths& d, int which> constexpr auto longer = pendulum(moved(d, which, step));

template <const auto& robot> auto hanging() {
    const limb::Joints<robot, double> still{};
    return limb::linearise<robot>(limb::Positions<robot, double>{}, still, still);
}
template <const Lengths& d> auto modes() {
    const auto l = hanging<robot<d>>();
    const auto m = limb::modes(l.K, l.M);
    TEST_ASSERT_TRUE(m.status == limb::ModesStatus::ok);
    return m;
}
// one step towards the wanted eigenvalues
template <const Lengths& d> Lengths improved(const double (&wanted)[3]) {
    const auto m = modes<d>();
    const limb::Column<double, 3> slope[3] = {
        limb::sensitivities(m, hanging<shorter<d, 0>>(), hanging<longer<d, 0>>(), step),
        limb::sensitivities(m, hanging<shorter<d, 1>>(), hanging<longer<d, 1>>(), step),
        limb::sensitivities(m, hanging<shorter<d, 2>>(), hanging<longer<d, 2>>(), step)};
    limb::Dense<double, 3, 3> S{};
    limb::Column<double, 3> missing{};
    for (int i = 0; i < 3; ++i) {
        missing[i] = wanted[i] - m.eigenvalue[i];
        for (int j = 0; j < 3; ++j) S[i][j] = slope[j][i];
    }
    const auto change = limb::internal::Orthogonal<double, 3, 3>(S).solve(missing);
    Lengths to = d;
    for (int i = 0; i < 3; ++i) to.of[i] += change[i];
    return to;
}

void expect_eigenvalues(const double (&published)[3], const auto& m) {  // printed with one decimal
    for (int i = 0; i < 3; ++i) TEST_ASSERT_DOUBLE_WITHIN(0.06, published[i], m.eigenvalue[i]);
}

// A table is constexpr, so each step's lengths are written here; that they are the ones that Newton's method gives is
// tested.
constexpr Lengths first{0.05, 0.05, 0.05};
constexpr Lengths second{0.09508891, 0.17131013, 0.04038785};
constexpr Lengths third{0.21957403, 0.18722199, 0.03305766};

void two_steps_lead_where_the_tables_say() {
    constexpr double wanted[3] = {20, 40, 130};
    expect_eigenvalues({46.0, 67.7, 198.6}, modes<first>());
    expect_eigenvalues({28.4, 41.7, 156.7}, modes<second>());
    expect_eigenvalues({21.5, 40.0, 132.9}, modes<third>());
    const Lengths one = improved<first>(wanted), two = improved<second>(wanted);
    for (int i = 0; i < 3; ++i) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, second.of[i], one.of[i]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-7, third.of[i], two.of[i]);
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(two_steps_lead_where_the_tables_say);
    return UNITY_END();
}
