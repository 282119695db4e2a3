// limb::cost against a number that shares nothing with the one that counts there: this one runs at run time, knows its
// value, and writes down every operation that is done with it.
#include "limb/cost.hpp"

#include <cstddef>

#include "limb/limb.hpp"
#include "random.hpp"
#include "robots/chain16.hpp"
#include "robots/chain32.hpp"
#include "robots/chain64.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace written_down {

limb::Operations done;

struct Number {
    using limb_scalar = void;
    double value = 0;
    bool varies = false;  // arithmetic on constants is the compiler's work

    constexpr Number() = default;
    constexpr explicit Number(double constant) : value(constant) {}
    constexpr Number(double v, bool varying) : value(v), varies(varying) {}
};

Number result(double value, const Number& a, const Number& b, int& counter) {
    counter += a.varies || b.varies;
    return {value, a.varies || b.varies};
}
Number operator*(Number a, Number b) { return result(a.value * b.value, a, b, done.multiplications); }
Number operator/(Number a, Number b) { return result(a.value / b.value, a, b, done.divisions); }
Number operator+(Number a, Number b) { return result(a.value + b.value, a, b, done.additions); }
Number operator-(Number a, Number b) { return result(a.value - b.value, a, b, done.additions); }
Number operator-(Number a) { return {-a.value, a.varies}; }  // a sign costs nothing: it goes into the next addition
Number& operator-=(Number& a, Number b) { return a = a - b; }

void sin_cos(Number x, Number* sc) {
    done.sin_cos += x.varies;
    const auto turn = limb::sin_cos(x.value);
    sc[0] = {turn.s, x.varies};
    sc[1] = {turn.c, x.varies};
}

}  // namespace written_down

namespace {

using written_down::done;
using written_down::Number;

constexpr auto crane_looped = limb::in_form(limb::Form::looped, small_robots::crane);

template <class To, class From> To converted(const From& from) {
    To to;
    for (std::size_t i = 0; i < from.size(); ++i) to[i] = Number(from[i], true);
    return to;
}

void demand_equal(const limb::Operations& expected, const limb::Operations& got, const char* what) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected.multiplications, got.multiplications, what);
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected.additions, got.additions, what);
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected.divisions, got.divisions, what);
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected.square_roots, got.square_roots, what);
    TEST_ASSERT_EQUAL_INT_MESSAGE(expected.sin_cos, got.sin_cos, what);
}

template <const auto& robot> void check() {
    states::Random random(1);
    limb::Positions<robot, double> q;
    limb::Joints<robot, double> qd, in;
    random.fill(q, 2);
    random.fill(qd, 2);
    random.fill(in, 2);
    const auto Q = converted<limb::Positions<robot, Number>>(q);
    const auto Qd = converted<limb::Joints<robot, Number>>(qd), In = converted<limb::Joints<robot, Number>>(in);
    constexpr auto& cost = limb::cost<robot>;

#define CHECK_COUNT(algorithm, ...)                                              \
    done = {};                                                                   \
    [[maybe_unused]] const auto algorithm = limb::algorithm<robot>(__VA_ARGS__); \
    demand_equal(cost.algorithm, done, #algorithm)
    CHECK_COUNT(inverse_dynamics, Q, Qd, In);
    CHECK_COUNT(mass_matrix, Q);
    CHECK_COUNT(gravity_torque, Q);
    CHECK_COUNT(bias_torque, Q, Qd);
    CHECK_COUNT(forward_dynamics_aba, Q, Qd, In);
    CHECK_COUNT(forward_dynamics_ltdl, Q, Qd, In);
    CHECK_COUNT(forward_dynamics, Q, Qd, In);
#undef CHECK_COUNT

    // What was counted is what is computed.
    const auto tau = limb::inverse_dynamics<robot>(q, qd, in);
    for (int i = 0; i < robot.dof; ++i) TEST_ASSERT_DOUBLE_WITHIN(1e-9, tau[i], inverse_dynamics[i].value);

    // None to find a torque; to solve for an acceleration one for each freedom whose inertia is not known. The better
    // way is chosen, but for a loop.
    static_assert(cost.inverse_dynamics.divisions == 0 && cost.mass_matrix.divisions == 0);
    static_assert(cost.forward_dynamics_aba.divisions > 0 && cost.forward_dynamics_aba.divisions <= robot.dof);
    static_assert(cost.forward_dynamics_ltdl.divisions == cost.forward_dynamics_aba.divisions);
    constexpr int aba = cost.forward_dynamics_aba.multiplications + cost.forward_dynamics_aba.additions;
    constexpr int ltdl = cost.forward_dynamics_ltdl.multiplications + cost.forward_dynamics_ltdl.additions;
    constexpr int chosen = cost.forward_dynamics.multiplications + cost.forward_dynamics.additions;
    static_assert(chosen <= aba && (chosen <= ltdl || robot.form == limb::Form::looped));
    static_assert(cost.forward_dynamics_aba.square_roots + cost.forward_dynamics_ltdl.square_roots == 0);
    // Without velocity and acceleration there is less to do.
    static_assert(cost.gravity_torque.multiplications < cost.bias_torque.multiplications);
    static_assert(cost.bias_torque.additions < cost.inverse_dynamics.additions);
}

// O(N), O(N), O(N^2): from 16 to 32 to 64 bodies the second growth is twice the first where each body costs the same,
// and four times where each pair does. Multiplications and additions.
constexpr int sum(const limb::Operations& o) { return o.multiplications + o.additions; }
constexpr auto chain16 = limb::cost<robots::chain16>;
constexpr auto chain32 = limb::cost<robots::chain32>;
constexpr auto chain64 = limb::cost<robots::chain64>;
static_assert(2 * (sum(chain32.inverse_dynamics) - sum(chain16.inverse_dynamics)) ==
              sum(chain64.inverse_dynamics) - sum(chain32.inverse_dynamics));
static_assert(2 * (sum(chain32.forward_dynamics_aba) - sum(chain16.forward_dynamics_aba)) ==
              sum(chain64.forward_dynamics_aba) - sum(chain32.forward_dynamics_aba));
static_assert(4 * (sum(chain32.mass_matrix) - sum(chain16.mass_matrix)) >
              sum(chain64.mass_matrix) - sum(chain32.mass_matrix));

void test_every_body_written_out() { check<small_robots::crane>(); }
void test_two_like_limbs() { check<small_robots::walker>(); }
void test_loops() { check<crane_looped>(); }

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_every_body_written_out);
    RUN_TEST(test_two_like_limbs);
    RUN_TEST(test_loops);
    return UNITY_END();
}
