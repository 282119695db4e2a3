// What tree() makes zero and what it keeps, probed from both sides of its threshold: joints that are all but parallel, opposite,
// at right angles, in line or round, by 1e-14 to 1e-4, in every direction, against mechanics that know no thresholds at all.
#include "limb/limb.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include "measure.hpp"
#include "oracle/maximal_coordinates.hpp"
#include "states.hpp"
#include "unity.h"

void setUp() {}
void tearDown() {}

namespace {

using enum limb::Joint;
using limb::Form;
using measure::Error;
using measure::Worst;

// What is all but nice about the second of two joints (or about the body that it carries).
enum class Role {
    parallel, opposite, right_angle,                  // its axis to the first one's
    turned,                                           // its frame, about its axis
    slide_on_hinge, hinge_on_slide, slide_on_slide,   // parallel, likewise
    in_line,                                          // parallel: where it sits
    meeting,                                          // at right angles: where it sits
    round,                                            // what it carries: its angle is then seen, but not felt
};
constexpr int roles = static_cast<int>(Role::round) + 1;

// By how much, and in which of four directions and two senses.
struct Limb { Role role; double size; int way; };
constexpr limb::Vector<double> miss(const Limb& l) {
    constexpr limb::Vector<double> direction[] = {{1, 0, 0}, {0, 1, 0}, {0.48, 0.6, 0.64}, {-0.64, 0.6, -0.48}};
    return direction[l.way / 2] * (l.way % 2 == 0 ? l.size : -l.size);
}

// Two rows each, all on one ground.
constexpr std::size_t rows_each = 2;

struct Name { char text[5]; };
template <std::size_t n> struct Names { Name of[n]; };
constexpr std::size_t most = 160;
constexpr auto names = [] {
    Names<rows_each * most> all{};
    for (std::size_t i = 0; i < rows_each * most; ++i)
        all.of[i] = {{'r', static_cast<char>('0' + i / 100), static_cast<char>('0' + i / 10 % 10), static_cast<char>('0' + i % 10), '\0'}};
    return all;
}();

template <std::size_t n> struct Rows { limb::Row row[1 + rows_each * n]; };

template <std::size_t n> constexpr Rows<n> rows_of(const Limb (&limbs)[n]) {
    static_assert(n <= most);
    constexpr double quarter = 1.5707963267948966;
    Rows<n> rows{};
    rows.row[0] = {.name = "ground"};
    for (std::size_t i = 0; i < n; ++i) {
        const auto d = miss(limbs[i]);
        const Role role = limbs[i].role;
        // along z all is exact; of an oblique axis rounding is left
        const bool oblique = limbs[i].way % 2 != 0;
        const auto along = oblique ? limb::Vector<double>{1. / 3, 2. / 3, 2. / 3} : limb::Vector<double>{0, 0, 1};
        const auto across = oblique ? limb::Vector<double>{2. / 3, 1. / 3, -2. / 3} : limb::Vector<double>{0, 1, 0};
        limb::Row& first = rows.row[1 + rows_each * i];
        limb::Row& second = rows.row[2 + rows_each * i];
        first = {.parent = "ground", .joint = revolute, .axis = along, .at = {0.1, 0.2, 0.3}, .rotation = limb::rpy(0.3, 0.4, 0.5),
                 .mass = 1, .com = {0.1, 0.02, -0.05}, .inertia = {0.01, 0.012, 0.013, 0.001, 0.002, 0.003}};
        second = {.joint = revolute, .axis = along, .at = {0.3, -0.1, 0.2}, .rotation = limb::rpy(d.x, d.y, d.z),
                  .mass = 0.7, .com = {-0.04, 0.08, 0.1}, .inertia = {0.01, 0.012, 0.013, 0.001, 0.002, 0.003}};
        constexpr auto none = limb::rpy(0, 0, 0);
        switch (role) {
            case Role::parallel:       break;
            case Role::opposite:       second.axis = -along; break;
            case Role::right_angle:    second.axis = across; break;
            case Role::slide_on_hinge: second.joint = prismatic; break;
            case Role::hinge_on_slide: first.joint = prismatic; break;
            case Role::slide_on_slide: first.joint = second.joint = prismatic; break;
            case Role::turned:         second.rotation = limb::rpy(quarter, quarter + d.x + d.y, 0); break;
            case Role::in_line:        second.at = along * 0.2 + d; second.rotation = none; break;
            case Role::meeting:        second.axis = across; second.at = d; second.rotation = none; break;
            case Role::round:
                first.axis = {0, 0, 1};
                second.axis = {0, 0, 1};
                second.rotation = limb::rpy(quarter, 0, 0);
                second.com = {d.x, d.y, 0.1};
                second.inertia = {0.012, 0.012 + d.x, 0.01, d.y, 0, d.z};
                break;
        }
        for (std::size_t k = 0; k < rows_each; ++k) rows.row[1 + rows_each * i + k].name = names.of[rows_each * i + k].text;
    }
    return rows;
}

template <class T> constexpr double tolerance = std::is_same_v<T, float> ? 5e-6 : 1e-12;   // of the largest element

oracle::Vec vec(const auto& v) { return {v.x, v.y, v.z}; }
void see(Error& error, const auto& got, const oracle::Vec& expected) {
    error.see(static_cast<double>(got.x), static_cast<double>(expected.x));
    error.see(static_cast<double>(got.y), static_cast<double>(expected.y));
    error.see(static_cast<double>(got.z), static_cast<double>(expected.z));
}

// Every limb alone, by the oracle, against all at once. A loop has its wrenches from the rows one by one, which takes long to compile.
template <const auto& robot, class T> void check() {
    constexpr std::size_t n = robot.rows / rows_each;
    Worst torques{"torques"}, accelerations{"accelerations"}, places{"places"}, motions{"motions"};
    states::Random random(n);
    const states::State<robot, T> s(random);
    const limb::Gravity<T> gravity{{T(1), T(-2), T(-9)}};
    limb::Wrenches<robot, T> wrenches{};
    const auto tau = [&] {
        if constexpr (robot.form == Form::looped) return limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, gravity);
        else {
            for (auto& w : wrenches.on) w = {.moment = {T(random.uniform(1)), T(-1), T(1)}, .force = {T(random.uniform(1)), T(1), T(-1)}};
            return limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, gravity, wrenches);
        }
    }();
    const auto qdd = limb::forward_dynamics_aba<robot>(s.q, s.qd, s.tau, gravity);
    const auto rows = limb::world_kinematics<robot>(s.q, s.qd, s.qdd).row;

    for (std::size_t i = 0; i < n; ++i) {
        const auto* row = robot.given + 1 + rows_each * i;
        const oracle::Robot alone({robot.given[0], row[0], row[1]});
        const auto two = [&](const auto& v) { return oracle::Numbers{v[2 * i], v[2 * i + 1]}; };
        oracle::Surroundings around{.gravity = {1, -2, -9}};
        const auto falls = oracle::forward_dynamics(alone, two(s.q), two(s.qd), two(s.tau), around);
        around.wrenches.resize(1 + rows_each);
        for (std::size_t k = 1; k <= rows_each; ++k) {
            const auto& w = wrenches.on[rows_each * i + k];
            around.wrenches[k] = {vec(w.moment), vec(w.force)};
        }
        const auto held = oracle::inverse_dynamics(alone, two(s.q), two(s.qd), two(s.qdd), around);

        Error torque, acceleration, place, motion;
        for (Error* e : {&torque, &motion}) e->at_least(1);  // N m, m/s^2: what they are made of
        for (std::size_t k = 0; k < 2; ++k) {
            torque.see(static_cast<double>(tau[2 * i + k]), static_cast<double>(held.tau[k]));
            acceleration.see(static_cast<double>(qdd[2 * i + k]), static_cast<double>(falls.qdd[k]));
        }
        for (std::size_t k = 1; k <= rows_each; ++k) {
            const auto& got = rows[rows_each * i + k];
            const auto& expected = held.row[k];
            see(place, got.position, expected.position);
            see(place, got.rotation.x, expected.rotation.x);
            see(place, got.rotation.y, expected.rotation.y);
            see(place, got.rotation.z, expected.rotation.z);
            see(motion, got.acceleration, expected.acceleration);
        }
        torques.see(torque);
        accelerations.see(acceleration);
        places.see(place);
        motions.see(motion);
    }
    measure::Line() << torques << accelerations << places << motions;
    for (const auto& worst : {torques, accelerations, places, motions}) TEST_ASSERT_TRUE_MESSAGE(worst.error <= tolerance<T>, worst.name);
}

// ---- one loop serves all limbs: every size in every direction and sense

constexpr double sizes[] = {1e-14, 9.9e-14, 1.01e-13, 1.5e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7, 1e-4};
template <std::size_t n> struct Limbs { Limb limb[n]; };
constexpr auto axes = [] {
    Limbs<16 * std::size(sizes)> l{};
    for (int i = 0; i < 16 * int(std::size(sizes)); ++i) l.limb[i] = {i % 2 == 0 ? Role::parallel : Role::opposite, sizes[i / 16], i / 2 % 8};
    return l;
}();
constexpr auto others = [] {
    Limbs<16 * std::size(sizes)> l{};
    for (int i = 0; i < 16 * int(std::size(sizes)); ++i) l.limb[i] = {static_cast<Role>(2 + i % (roles - 2)), sizes[i / 16], (i + 3 * (i / 8)) % 8};
    return l;
}();
constexpr auto looped_axes = limb::tree(rows_of(axes.limb).row, Form::looped);
constexpr auto looped_others = limb::tree(rows_of(others.limb).row, Form::looped);

void test_axes_in_loops() { check<looped_axes, double>(); check<looped_axes, float>(); }
void test_everything_else_in_loops() { check<looped_others, double>(); check<looped_others, float>(); }

// ---- written out, every number that is zero, one or minus one folds

constexpr Limb some[] = {
    {Role::parallel, 9.9e-14, 2}, {Role::parallel, 1e-9, 5},        {Role::opposite, 1e-10, 4}, {Role::turned, 1e-12, 1},
    {Role::in_line, 1e-9, 1},     {Role::slide_on_hinge, 1e-10, 6}, {Role::round, 0, 0},        {Role::round, 1e-11, 4},
};
constexpr auto written_out = limb::tree(rows_of(some).row, Form::unrolled);

void test_written_out() { check<written_out, double>(); }

// ---- limbs that look alike share one code if they lie on the same side

constexpr Limb kept[] = {{Role::parallel, 1.5e-13, 4}, {Role::parallel, 1e-11, 6}, {Role::parallel, 1e-8, 4}, {Role::parallel, 1e-4, 6}};
constexpr Limb snapped[] = {{Role::parallel, 1e-14, 4}, {Role::parallel, 9.9e-14, 6}, {Role::parallel, 0, 4}};
constexpr Limb not_round[] = {{Role::round, 1e-8, 4}, {Role::round, 1e-6, 6}, {Role::round, 1e-4, 4}};
constexpr Limb exactly_round[] = {{Role::round, 1e-16, 4}, {Role::round, 1e-15, 4}, {Role::round, 0, 4}};
template <const auto& limbs> constexpr auto shared = limb::tree(rows_of(limbs).row, Form::shared);

template <const auto& limbs, class T> void check_shared() {
    constexpr auto& robot = shared<limbs>;
    static_assert(robot.alike_limbs(0) == std::size(limbs));
    check<robot, T>();
}
void test_parallel_and_all_but_parallel_limbs() {
    static_assert(shared<kept>.body[1].constant[limb::internal::sin_alpha] != 0 && shared<snapped>.body[1].constant[limb::internal::sin_alpha] == 0);
    check_shared<kept, double>();
    check_shared<snapped, double>();
}
void test_round_and_all_but_round_limbs() {
    static_assert(shared<not_round>.felt_angles == 6 && shared<exactly_round>.felt_angles == 3);
    check_shared<not_round, double>();
    check_shared<exactly_round, double>();
    check_shared<exactly_round, float>();
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_axes_in_loops);
    RUN_TEST(test_everything_else_in_loops);
    RUN_TEST(test_written_out);
    RUN_TEST(test_parallel_and_all_but_parallel_limbs);
    RUN_TEST(test_round_and_all_but_round_limbs);
    return UNITY_END();
}
