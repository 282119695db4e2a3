// Least squares row by row against the normal equations of all rows at once, and what it does with too little, with too
// old and with bad rows. Then what it is for: a gimbal's true masses, from its torques.
#include "limb/numerics/least_squares.hpp"

#include <limits>

#include "laws.hpp"
#include "limb/identification.hpp"
#include "robots/gimbal3.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using laws::Error;
using laws::Random;
using laws::Worst;
using limb::Taken;
using T = LIMB_TEST_NUMBER;

constexpr int n = 6;
using Row = limb::Column<T, n>;
using Fit = limb::LeastSquares<T, n>;

Row random_row(Random& random) {
    Row a;
    random.fill(a, 2);
    return a;
}
constexpr Row truth{1, -2, static_cast<T>(0.5f), 3, -1, static_cast<T>(0.25f)};

T times(const Row& a, const Row& x) {
    T sum = 0;
    for (int j = 0; j < n; ++j) sum += a[j] * x[j];
    return sum;
}
void take(Fit& fit, const Row& a, T b, T deviation = 1) { TEST_ASSERT_TRUE(fit.add(a, b, deviation) == Taken::yes); }
void demand_close(const char* name, const Row& got, const Row& expected, double tolerance) {
    Worst worst{name};
    worst.see(laws::difference(got, expected));
    laws::demand<T>(worst, tolerance);
}

// The same by the textbook, in double: A'W A x = A'W b, with A'W A = sum of a a' / deviation^2 + prior.
struct Normal {
    limb::Dense<double, n, n> A{};
    limb::Column<double, n> b{};
    void add(const Row& a, T value, T deviation = 1) {
        const double weight = 1 / (static_cast<double>(deviation) * static_cast<double>(deviation));
        for (int i = 0; i < n; ++i) {
            for (int j = 0; j < n; ++j) A[i][j] += weight * static_cast<double>(a[i]) * static_cast<double>(a[j]);
            b[i] += weight * static_cast<double>(a[i]) * static_cast<double>(value);
        }
    }
    void forget(double factor) {
        for (auto& row : A)
            for (double& x : row) x *= factor;
        for (double& x : b) x *= factor;
    }
    Row solve() const {
        const auto x = limb::internal::SemiDefinite<double, n>(A).solve(b);
        Row out;
        for (int i = 0; i < n; ++i) out[i] = static_cast<T>(x[i]);
        return out;
    }
};

void rows_one_by_one_are_all_rows_at_once() {
    Random random(1);
    Fit fit;
    Normal normal;
    for (int k = 0; k < 100; ++k) {
        const Row a = random_row(random);
        const T b = times(a, truth) + static_cast<T>(random.uniform(0.5f));
        const T deviation = k % 3 == 0 ? static_cast<T>(0.5f) : static_cast<T>(2);
        take(fit, a, b, deviation);
        normal.add(a, b, deviation);
    }
    const auto solution = fit.solve();
    TEST_ASSERT_TRUE(solution.determined);
    demand_close("at once", solution.x, normal.solve(), 5e-6);

    // deviations: the inverse of A'A
    Worst worst{"deviations"};
    for (int j = 0; j < n; ++j) {
        limb::Column<double, n> unit{};
        unit[j] = 1;
        Error error;
        error.see(static_cast<double>(fit.deviation(j)),
                  std::sqrt(limb::internal::SemiDefinite<double, n>(normal.A).solve(unit)[j]));
        worst.see(error);
    }
    laws::demand<T>(worst, 5e-6);
}

void residual_is_that_of_the_solution() {
    Random random(2);
    Fit fit;
    Row rows[40];
    T values[40];
    for (int k = 0; k < 40; ++k) {
        rows[k] = random_row(random);
        values[k] = times(rows[k], truth) + static_cast<T>(random.uniform(0.5f));
        take(fit, rows[k], values[k]);
    }
    const auto x = fit.solve().x;
    double squares = 0;
    for (int k = 0; k < 40; ++k) squares += std::pow(static_cast<double>(values[k] - times(rows[k], x)), 2);
    Error error;
    error.see(static_cast<double>(fit.residual()), std::sqrt(squares / 40));
    Worst worst{"residual"};
    worst.see(error);
    laws::demand<T>(worst, 2e-5);
}

void forgetting_follows_what_changes() {
    Random random(3);
    Fit fit;
    Normal normal;
    for (int k = 0; k < 600; ++k) {
        const Row a = random_row(random);
        Row x = truth;
        if (k >= 300) x[2] = 4;  // something was mounted
        const T factor = static_cast<T>(0.9375f);
        TEST_ASSERT_TRUE(fit.forget(factor) == Taken::yes);
        normal.forget(0.9375);
        take(fit, a, times(a, x));
        normal.add(a, times(a, x));
        if (k == 320) demand_close("between", fit.solve().x, normal.solve(), 2e-5);
    }
    Row x = truth;
    x[2] = 4;
    Worst worst{"afterwards"};
    worst.see(laws::difference(fit.solve().x, x));
    TEST_ASSERT_TRUE(worst.error < 1e-6);  // 0.9375^300 of the old ones is left
    for (const float bad : {0.0f, -0.5f, 1.5f, std::numeric_limits<float>::quiet_NaN()})
        TEST_ASSERT_TRUE(fit.forget(static_cast<T>(bad)) == Taken::refused);
    worst.see(laws::difference(fit.solve().x, x));
    TEST_ASSERT_TRUE(worst.error < 1e-6);
}

// Rows that never tell unknown 1 from unknown 4.
Row blind_row(Random& random) {
    Row a = random_row(random);
    a[4] = 2 * a[1];
    return a;
}

void what_no_row_tells_is_said() {
    Random random(4);
    Fit fit;
    TEST_ASSERT_FALSE(fit.solve().determined);
    TEST_ASSERT_EQUAL_INT(0, fit.solve().unknown);
    for (int k = 0; k < 5000; ++k) {
        const Row a = blind_row(random);
        take(fit, a, times(a, truth));
        if (k == 50 || k == 4999) {
            const auto solution = fit.solve();
            TEST_ASSERT_FALSE(solution.determined);
            TEST_ASSERT_EQUAL_INT(4, solution.unknown);
            for (int j = 0; j < n; ++j) TEST_ASSERT_TRUE(solution.x[j] == 0);
        }
    }
    const Row a = random_row(random);  // one row is enough to tell them apart
    take(fit, a, times(a, truth));
    TEST_ASSERT_TRUE(fit.solve().determined);
}

constexpr limb::Prior<T, n> prior{{1, -1, 1, 1, 1, 1}, {1, static_cast<T>(0.5f), 1, 2, 1, 0}};

void a_prior_is_one_more_row_of_each_unknown() {
    Random random(5);
    Fit fit(prior);
    Normal normal;
    const auto solution = fit.solve();
    TEST_ASSERT_TRUE(solution.determined);
    demand_close("nothing but the prior", solution.x, prior.expected, 0);
    for (int j = 0; j < n - 1; ++j) {
        Row unit{};
        unit[j] = 1;
        normal.add(unit, prior.expected[j], prior.deviation[j]);
    }
    for (int k = 0; k < 50; ++k) {
        const Row a = blind_row(random);
        take(fit, a, times(a, truth), static_cast<T>(0.1f));
        Row free = a;  // the last unknown is held where it is expected
        free[n - 1] = 0;
        normal.add(free, times(a, truth) - a[n - 1] * prior.expected[n - 1], static_cast<T>(0.1f));
    }
    Row expected = normal.solve();
    expected[n - 1] = prior.expected[n - 1];
    demand_close("rows and prior", fit.solve().x, expected, 2e-4);  // of normal equations, whose condition is a square
}

// Of unknowns 1 and 4 only a sum is seen: their difference must stay what the prior says, however long it is forgotten.
void forgetting_leaves_the_prior() {
    Random random(6);
    Fit fit(prior);
    Row x = truth;
    x[n - 1] = prior.expected[n - 1];
    for (int k = 0; k < 3000; ++k) {
        const Row a = blind_row(random);
        TEST_ASSERT_TRUE(fit.forget(static_cast<T>(0.96875f)) == Taken::yes);
        take(fit, a, times(a, x) + static_cast<T>(random.uniform(0.01f)), static_cast<T>(0.01f));
    }
    const auto got = fit.solve().x;
    const T sum = got[1] + 2 * got[4], expected = x[1] + 2 * x[4];
    TEST_ASSERT_TRUE(limb::internal::magnitude(sum - expected) < static_cast<T>(0.05f));
    // y1 and y4 as close to 0 +- 1 as the sum allows: across it, nothing has moved, but that the prior comes back one
    // unknown at a time, a share n (1 - factor) = 0.19 of it
    const T across = (got[1] - prior.expected[1]) / (prior.deviation[1] * prior.deviation[1]) * 2 -
                     (got[4] - prior.expected[4]) / (prior.deviation[4] * prior.deviation[4]);
    TEST_ASSERT_TRUE(limb::internal::magnitude(across) < static_cast<T>(0.25f));
    // and it is as open as it was when only the sum was known: 1 / (1 / 0.5^2 + 1 / 2^2)
    const T open = fit.deviation(1) / limb::internal::square_root(1 / static_cast<T>(4.25f));
    TEST_ASSERT_TRUE(open > static_cast<T>(0.9f) && open < static_cast<T>(1.1f));
}

void bad_rows_are_refused_and_change_nothing() {
    Random random(7);
    Fit fit;
    for (int k = 0; k < 20; ++k) {
        const Row a = random_row(random);
        take(fit, a, times(a, truth));
    }
    const auto before = fit.solve().x;
    const T bad[] = {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                     -std::numeric_limits<T>::infinity(), std::numeric_limits<T>::max()};
    for (const T x : bad) {
        Row a = random_row(random);
        TEST_ASSERT_TRUE(fit.add(a, x) == Taken::refused);
        TEST_ASSERT_TRUE(fit.add(a, 1, static_cast<T>(0)) == Taken::refused);
        a[3] = x;
        TEST_ASSERT_TRUE(fit.add(a, 1) == Taken::refused);
    }
    TEST_ASSERT_TRUE(fit.add(random_row(random), 1, bad[0]) == Taken::refused);
    const auto after = fit.solve().x;
    for (int j = 0; j < n; ++j) TEST_ASSERT_TRUE(before[j] == after[j]);
    TEST_ASSERT_TRUE(fit.add(Row{}, 0) == Taken::yes);  // says nothing, does no harm
    for (int j = 0; j < n; ++j) TEST_ASSERT_TRUE(before[j] == fit.solve().x[j]);
}

// --- what it is for
// ----------------------------------------------------------------------------------------------------

constexpr auto& gimbal = robots::gimbal3;
constexpr auto heavy_rows = small_robots::changed(gimbal.given, [](limb::Row& row) {
    row.mass *= 1.1;
    for (double* I :
         {&row.inertia.xx, &row.inertia.yy, &row.inertia.zz, &row.inertia.xy, &row.inertia.xz, &row.inertia.yz})
        *I *= 1.1;
    row.damping = 2e-4;
    row.friction = 1e-3;
});
constexpr auto heavy = limb::tree(heavy_rows.row);
constexpr int unknowns = limb::parameter_count<gimbal>;

// How far the table may be off: a fifth of each row's moments, and friction of some mN m; its rotors are parts of the
// bodies.
limb::Prior<T, unknowns> doubts() {
    auto prior = limb::table_prior<gimbal>(static_cast<T>(0.2f));
    for (int i = 0; i < gimbal.dof; ++i) {
        prior.deviation[limb::parameter_index<gimbal>(i, limb::parameter::damping)] = static_cast<T>(1e-3f);
        prior.deviation[limb::parameter_index<gimbal>(i, limb::parameter::friction)] = static_cast<T>(5e-3f);
    }
    return prior;
}

void masses_that_are_off_are_found() {
    Random random(8);
    limb::LeastSquares<T, unknowns> fit(doubts());
    Worst before{"torques of the table"}, after{"torques of the fit"};
    const auto torques = [&](const auto& s) {
        const laws::State<heavy, T> same(s);
        auto tau = limb::inverse_dynamics<heavy>(same.q, same.qd, same.qdd);
        for (int i = 0; i < gimbal.dof; ++i)
            tau[i] += static_cast<T>(2e-4) * s.qd[i] + static_cast<T>(1e-3) * limb::internal::smooth_sign(s.qd[i], static_cast<T>(4e-4));
        return tau;
    };
    for (int k = 0; k < 100; ++k) {
        const states::State<gimbal, T> s(random);
        const auto Y = limb::regressor<gimbal>(s.q, s.qd, s.qdd);
        const auto tau = torques(s);
        for (int i = 0; i < gimbal.dof; ++i)
            TEST_ASSERT_TRUE(fit.add(Y[i], tau[i], static_cast<T>(1e-5f)) == Taken::yes);
    }
    const auto [determined, unknown, pi] = fit.solve();
    TEST_ASSERT_TRUE(determined);
    for (int k = 0; k < 20; ++k) {  // at states that it has not seen
        const states::State<gimbal, T> s(random);
        const auto Y = limb::regressor<gimbal>(s.q, s.qd, s.qdd);
        before.see(laws::difference(limb::torque_of<gimbal, T>(Y, limb::parameters<gimbal, T>()), torques(s)));
        after.see(laws::difference(limb::torque_of<gimbal, T>(Y, pi), torques(s)));
    }
    measure::Line() << before << " " << after;
    TEST_ASSERT_TRUE(before.error > 0.05);
    TEST_ASSERT_TRUE(after.error < 1e-3);  // the prior holds back a little
    // what no torque shows stays in the table: the yaw body's mass
    constexpr int mass = limb::parameter_index<gimbal>(0, limb::parameter::mass);
    TEST_ASSERT_TRUE(pi[mass] == static_cast<T>(gimbal.given[0].mass));
    const int impossible = limb::impossible_row<gimbal, T>(pi);
    TEST_ASSERT_EQUAL_INT(-1, impossible);
}

// Instructions, where the port's clock counts them (an emulated STM32F405).
void a_tick_of_it_has_a_budget() {
#ifdef __arm__
    if (port::ticks_per_second() != 1'000'000'000) return;
    const auto demand = [](const char* what, unsigned long budget, auto work) {
        const std::uint32_t start = port::ticks();
        work();
        const unsigned long ticks = port::ticks() - start;
        measure::Line() << "  " << what << ": " << ticks << " instructions of " << budget;
        TEST_ASSERT_TRUE_MESSAGE(ticks <= budget, what);
    };
    Random random(9);
    const states::State<gimbal, T> s(random);
    limb::LeastSquares<T, unknowns> fit(doubts());
    limb::Regressor<gimbal, T> Y;
    for (int k = 0; k < 2; ++k) {  // the second time R is full
        demand("regressor", 3500, [&] { Y = limb::regressor<gimbal>(s.q, s.qd, s.qdd); });
        demand("one row", 9000, [&] { (void)fit.add(Y[0], s.tau[0]); });
        demand("one row of the last joint", 5000, [&] { (void)fit.add(Y[2], s.tau[2]); });
        demand("forget", 6000, [&] { (void)fit.forget(static_cast<T>(0.999f)); });
        demand("solve", 20000, [&] { TEST_ASSERT_TRUE(fit.solve().determined); });
    }
#endif
}

void impossible_rows_are_seen() {
    using namespace limb::parameter;
    const auto table = limb::parameters<heavy, T>();
    const auto row_of = [](const auto& pi) { return limb::impossible_row<heavy, T>(pi); };
    TEST_ASSERT_EQUAL_INT(-1, row_of(table));
    const auto with = [&](int place, double value) {
        auto pi = table;
        pi[place] = static_cast<T>(value);
        return row_of(pi);
    };
    TEST_ASSERT_EQUAL_INT(1, with(limb::parameter_index<heavy>(1, mass), -0.1));
    TEST_ASSERT_EQUAL_INT(1, with(limb::parameter_index<heavy>(1, mass), 0));
    TEST_ASSERT_EQUAL_INT(2, with(limb::parameter_index<heavy>(2, hx), 0.3));    // outside of its own mass
    TEST_ASSERT_EQUAL_INT(0, with(limb::parameter_index<heavy>(0, Izz), 3e-3));  // longer than the two others together
    TEST_ASSERT_EQUAL_INT(0, with(limb::parameter_index<heavy>(0, Iyz), -2e-3));
    TEST_ASSERT_EQUAL_INT(2, with(limb::parameter_index<heavy>(2, friction), -1e-6));
    TEST_ASSERT_EQUAL_INT(1, with(limb::parameter_index<heavy>(1, Ixy), std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(rows_one_by_one_are_all_rows_at_once);
    RUN_TEST(residual_is_that_of_the_solution);
    RUN_TEST(forgetting_follows_what_changes);
    RUN_TEST(what_no_row_tells_is_said);
    RUN_TEST(a_prior_is_one_more_row_of_each_unknown);
    RUN_TEST(forgetting_leaves_the_prior);
    RUN_TEST(bad_rows_are_refused_and_change_nothing);
    RUN_TEST(masses_that_are_off_are_found);
    RUN_TEST(impossible_rows_are_seen);
    RUN_TEST(a_tick_of_it_has_a_budget);
    return UNITY_END();
}
