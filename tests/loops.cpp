// Closed loops: their equations, the forces in them and the motion they leave, against closed forms and laws.
#include "limb/loops.hpp"

#include <cmath>
#include <numbers>
#include <type_traits>

#include "laws.hpp"
#include "mechanisms.hpp"
#include "small_robots.hpp"

void setUp() {}
void tearDown() {}

namespace {

using T = LIMB_TEST_NUMBER;
using namespace laws;
using namespace mechanisms;
using limb::LoopStatus;
using small_robots::crane, small_robots::lamp, small_robots::walker;

// Against closed forms that are themselves differentiated by differences: no closer than 1e-8 in double.
void demand_near(const Worst& worst, double float_tolerance) {
    const double tolerance = std::is_same_v<T, float> ? float_tolerance : 1e-8;
    measure::Line() << "  " << worst.name << ": " << worst.error << " of " << tolerance;
    TEST_ASSERT_TRUE_MESSAGE(worst.error <= tolerance, worst.name);
}
void demand_status(LoopStatus got, LoopStatus expected) {
    TEST_ASSERT_EQUAL_INT(static_cast<int>(expected), static_cast<int>(got));
}

constexpr limb::Stabilisation<T> unstabilised{.alpha = 0, .beta = 0};

// clang-format off
// Of every kind, on robots in space, open in general: laws of the equations hold for open loops too.
constexpr auto crane_loops = limb::loops<crane>({
    {.name = "stay", .joint = Loop::distance, .a = "boom", .a_at = {0.1, 0.2, 0}, .b = "world", .b_at = {0.5, 1, 0.7}, .distance = 1.3},
    {.name = "pin", .joint = Loop::pin, .a = "world", .a_at = {1, 0, 0.5}, .a_axis = {0.6, 0, 0.8}, .b = "hook", .b_at = {0, 0.1, -0.2}, .b_axis = {0, 0.6, -0.8}},
});
constexpr auto walker_loops = limb::loops<walker>({
    {.name = "weld", .joint = Loop::weld, .a = "left foot", .a_at = {0, 0, -0.2}, .b = "world", .b_at = {0.3, 0.2, 0}, .rotation = limb::rpy(0.3, -0.5, 0.8)},
    {.name = "pin", .joint = Loop::pin, .a = "right hip", .a_at = {0, 0.1, 0.2}, .b = "left foot", .b_at = {0.1, 0, 0}, .b_axis = {1, 0, 0}},
});
constexpr auto walker_chain = limb::loops<walker>({
    {.name = "feet", .joint = Loop::spherical, .a = "left foot", .a_at = {0, 0.1, -0.2}, .b = "right foot", .b_at = {0, -0.1, -0.2}},
    {.name = "leash", .joint = Loop::distance, .a = "world", .a_at = {0, 0, 3}, .b = "trunk", .b_at = {0.1, 0, 0.2}, .distance = 2.5},
});
// Loops that hold moments, one at a time, so that their equations are independent.
constexpr auto walker_weld = limb::loops<walker>({walker_loops.given[0]});
constexpr auto walker_pin = limb::loops<walker>({
    {.name = "pin", .joint = Loop::pin, .a = "world", .a_at = {0.1, -0.3, 0.2}, .a_axis = {0.6, 0, 0.8}, .b = "right foot", .b_at = {0, -0.1, -0.2}, .b_axis = {0, 0.6, -0.8}},
});
constexpr auto lamp_chain = limb::loops<lamp>({
    {.name = "wire", .joint = Loop::spherical, .a = "world", .a_at = {0.3, 0.2, -0.4}, .b = "bulb", .b_at = {0, 0.1, -0.1}},
    {.name = "stay", .joint = Loop::distance, .a = "stem", .a_at = {0.2, 0, -0.1}, .b = "shade", .b_at = {0.1, 0, 0}, .distance = 0.45},
});
constexpr auto lamp_joints = limb::loops<lamp>({
    {.name = "cross", .joint = Loop::universal, .a = "world", .a_at = {0.3, 0.2, -0.4}, .a_axis = {0.6, 0, 0.8}, .b = "bulb", .b_at = {0, 0.1, -0.1}, .b_axis = {0, 0.6, -0.8}},
    {.name = "groove", .joint = Loop::slide, .a = "stem", .a_at = {0.2, 0, -0.1}, .a_axis = {0.28, 0.96, 0}, .b = "shade", .b_at = {0.1, 0, 0}},
});
// clang-format on

// ---- the equations

template <const auto& robot, const auto& loops> void jacobian_and_bias_are_rates_of_the_residual() {
    Worst first{"first rate"}, second{"second rate"};
    at_random_states<robot, double>([&](const auto& s, Random&) {
        const auto e = limb::loop_equations<robot, loops>(s.q, s.qd);
        for (int i = 0; i < loops.equations; ++i) {
            const auto change = [&](double t) {
                const auto then = later<robot>(s, t);
                const auto at = limb::loop_equations<robot, loops>(then.q, then.qd);
                double sum = 0;
                for (int k = 0; k < robot.dof; ++k) sum += at.jacobian[i][k] * then.qd[k];
                return sum;
            };
            const auto acceleration = limb::internal::product(e.jacobian[i], s.qdd);
            Error error, error2;
            error.at_least(0.1);
            error.see(rate([&](double t) {
                          return limb::loop_equations<robot, loops>(later<robot>(s, t).q).residual[i];
                      }),
                      change(0));
            error2.at_least(acceleration.size + 1);
            error2.see(rate(change), acceleration.sum + e.bias[i]);
            first.see(error);
            second.see(error2);
        }
    });
    demand_rate(first);
    demand_rate(second);
}
void equations_and_their_rates() {
    if constexpr (std::is_same_v<T, double>) {
        jacobian_and_bias_are_rates_of_the_residual<crane, crane_loops>();
        jacobian_and_bias_are_rates_of_the_residual<walker, walker_loops>();
        jacobian_and_bias_are_rates_of_the_residual<walker, walker_chain>();
        jacobian_and_bias_are_rates_of_the_residual<lamp, lamp_chain>();
        jacobian_and_bias_are_rates_of_the_residual<lamp, lamp_joints>();
    }
}

// ---- the forces

// Loop forces as wrenches on the bodies of the open tree.
template <const auto& robot, const auto& loops>
auto as_wrenches(const auto& s, const limb::LoopForces<loops, T>& on_b) {
    const auto at = limb::world_kinematics<robot>(s.q);
    limb::Wrenches<robot, T> w{};
    for (int l = 0; l < loops.count; ++l) {
        const auto& numbers = limb::internal::loop_table<loops, T>.of[l];
        const auto b = limb::internal::attachment<robot>(at, loops.b[l], numbers.b_at).position;
        const auto a = limb::internal::attachment<robot>(at, loops.a[l], numbers.a_at).position;
        const auto push = [&](int row, const limb::Vector<T>& point, T sign) {
            if (row < 0) return;
            const auto R = transpose(at.row[row].rotation);
            const auto f = R * on_b[l].force * sign, m = R * on_b[l].moment * sign;
            w[row].force = w[row].force + f;
            w[row].moment = w[row].moment + m + cross(R * (point - at.row[row].position), f);
        };
        push(loops.b[l], b, 1);
        push(loops.a[l], numbers.joint == Loop::slide ? b : a, -1);
    }
    return w;
}

template <const auto& robot, const auto& loops> void loop_forces_move_the_open_tree_alike() {
    Worst motion{"motion"}, kept{"kept"};
    at_random_states<robot, T>([&](const auto& s, Random&) {
        const auto m = limb::loop_forward_dynamics<robot, loops>(s.q, s.qd, s.tau, unstabilised);
        demand_status(m.status, LoopStatus::ok);
        TEST_ASSERT_EQUAL_INT(loops.equations, m.rank);
        const auto w = as_wrenches<robot, loops>(s, m.on_b);
        motion.see(difference(limb::forward_dynamics<robot>(s.q, s.qd, s.tau, w), m.qdd));
        const auto e = limb::loop_equations<robot, loops>(s.q, s.qd);
        Error error;
        for (int i = 0; i < loops.equations; ++i) {
            const auto [sum, size] = limb::internal::product(e.jacobian[i], m.qdd);
            error.at_least(static_cast<double>(size));
            error.see(static_cast<double>(sum), static_cast<double>(-e.bias[i]));
        }
        kept.see(error);
    });
    demand<T>(motion, 5 * conditioned<robot>);
    demand<T>(kept, 5 * conditioned<robot>);
}
void forces_move_the_open_tree() {
    loop_forces_move_the_open_tree_alike<walker, walker_chain>();
    loop_forces_move_the_open_tree_alike<lamp, lamp_chain>();
    if constexpr (std::is_same_v<T, double>) {  // slow to compile, and float has nothing to add
        loop_forces_move_the_open_tree_alike<walker, walker_weld>();
        loop_forces_move_the_open_tree_alike<walker, walker_pin>();
        loop_forces_move_the_open_tree_alike<lamp, lamp_joints>();
    }
}

// ---- Baumgarte: an open loop closes as phi'' + 2 alpha phi' + beta^2 phi = 0

template <const auto& robot, const auto& loops> void open_loops_are_pulled_together() {
    Worst pulled{"pulled together"};
    at_random_states<robot, T>([&](const auto& s, Random& random) {
        const T alpha = T(6 + random.uniform(5)), beta = T(6 + random.uniform(5));
        const auto m = limb::loop_forward_dynamics<robot, loops>(s.q, s.qd, s.tau,
                                                                 limb::Stabilisation<T>{.alpha = alpha, .beta = beta});
        demand_status(m.status, LoopStatus::ok);
        const auto e = limb::loop_equations<robot, loops>(s.q, s.qd);
        Error error;
        for (int i = 0; i < loops.equations; ++i) {
            const auto [acceleration, size] = limb::internal::product(e.jacobian[i], m.qdd);
            const T rate = limb::internal::product(e.jacobian[i], s.qd).sum;
            error.at_least(static_cast<double>(size));
            error.see(static_cast<double>(acceleration + e.bias[i]),
                      static_cast<double>(-2 * alpha * rate - beta * beta * e.residual[i]));
        }
        pulled.see(error);
    });
    demand<T>(pulled, 5 * conditioned<robot>);
}

// Gauss: of all accelerations that keep the loops closed the true one is nearest to the free one, in the metric of M.
// By Pythagoras the distance of any other, squared, is larger by the square of its distance from the true one.
template <const auto& robot, const auto& loops> void least_constraint() {
    Worst excess{"excess"};
    at_random_states<robot, T>([&](const auto& s, Random& random) {
        const auto m = limb::loop_forward_dynamics<robot, loops>(s.q, s.qd, s.tau, unstabilised);
        const auto free = limb::forward_dynamics<robot>(s.q, s.qd, s.tau);
        const auto M = limb::mass_matrix<robot>(s.q);
        const limb::internal::Orthogonal<T, robot.dof, loops.equations> factors(
            limb::internal::transposed<T, loops.equations, robot.dof>(limb::loop_equations<robot, loops>(s.q, s.qd).jacobian));
        limb::Joints<robot, T> aside{}, constraint, both;
        for (int k = factors.rank; k < robot.dof; ++k) {
            const auto z = factors.beyond(k);
            const T size = T(random.uniform(10));
            for (int i = 0; i < robot.dof; ++i) aside[i] += size * z[i];
        }
        for (int i = 0; i < robot.dof; ++i) {
            constraint[i] = m.qdd[i] - free[i];
            both[i] = constraint[i] + aside[i];
        }
        const auto square = [&](const auto& a) {
            double sum = 0;
            for (int i = 0; i < robot.dof; ++i)
                for (int j = 0; j < robot.dof; ++j) sum += static_cast<double>(a[i] * M[i][j] * a[j]);
            return sum;
        };
        TEST_ASSERT_TRUE(square(both) > square(constraint));
        Error error;
        error.see(square(both), square(constraint) + square(aside));
        excess.see(error);
    });
    demand<T>(excess, conditioned<robot>);
}
void gauss() {
    least_constraint<walker, walker_chain>();
    least_constraint<lamp, lamp_chain>();
}

// ---- mechanisms with one freedom, the crank's angle: q, inertia and height of the whole are known functions of it

struct SliderCrank {  // crank 0.1 m, rod 0.3 m
    static double phi(double th) { return std::asin(-0.1 * std::sin(th) / 0.3); }
    static double phi_rate(double th) { return -0.1 * std::cos(th) / (0.3 * std::cos(phi(th))); }
    static double slider(double th) { return 0.1 * std::cos(th) + 0.3 * std::cos(phi(th)); }
    static double slider_rate(double th) { return -0.1 * std::sin(th) - 0.3 * std::sin(phi(th)) * phi_rate(th); }
    static etl::array<double, 3> q(double th) { return {th, phi(th) - th, slider(th) - 0.4}; }
    static double inertia(double th) {
        const double vx = -0.1 * std::sin(th) - 0.12 * std::sin(phi(th)) * phi_rate(th);
        const double vz = -0.1 * std::cos(th) - 0.12 * std::cos(phi(th)) * phi_rate(th);
        const double w = phi_rate(th), vs = slider_rate(th);
        return 0.004 + 2 * 0.04 * 0.04 + 0.6 * (vx * vx + vz * vz) + 0.005 * w * w + 0.8 * vs * vs;
    }
    static double weight(double th) {
        return -9.81 * (2 * 0.04 * std::sin(th) + 0.6 * (0.1 * std::sin(th) + 0.12 * std::sin(phi(th))));
    }
};
struct RodCrank {  // the same, but the rod has no mass
    static etl::array<double, 2> q(double th) { return {th, SliderCrank::slider(th) - 0.4}; }
    static double inertia(double th) {
        const double vs = SliderCrank::slider_rate(th);
        return 0.004 + 2 * 0.04 * 0.04 + 0.8 * vs * vs;
    }
    static double weight(double th) { return -9.81 * 2 * 0.04 * std::sin(th); }
};
struct FourBar {  // source 004, section 6.2: a parallelogram
    static etl::array<double, 4> q(double th) { return {th, -th, 0, th}; }
    static double inertia(double) { return 15.3; }
    static double weight(double th) { return -197.181 * std::cos(th); }
};
struct PlanarFourBar : FourBar {  // by a spatial pin: two independent equations of five
    static etl::array<double, 3> q(double th) { return {th, -th, th}; }
};

struct QuickReturn {  // crank 0.1 m, its hinge 0.25 m from the lever's
    static double lever(double th) { return std::atan2(0.1 * std::sin(th), 0.25 + 0.1 * std::cos(th)); }
    static double lever_rate(double th) { return (0.01 + 0.025 * std::cos(th)) / (0.0725 + 0.05 * std::cos(th)); }
    static etl::array<double, 2> q(double th) { return {th, lever(th)}; }
    static double inertia(double th) {
        const double rate = lever_rate(th);
        return 0.004 + 2 * 0.04 * 0.04 + (0.03 + 1.2 * 0.3 * 0.3) * rate * rate;
    }
    static double weight(double th) { return -9.81 * (2 * 0.04 * std::sin(th) + 1.2 * 0.3 * std::sin(lever(th))); }
};
struct Shafts {  // Hooke: tan(second) = cos(tilt) tan(first)
    static constexpr double tilt = 0.6;
    static etl::array<double, 2> q(double th) { return {th, std::atan2(std::sin(th) * std::cos(tilt), std::cos(th))}; }
    static double inertia(double th) {
        const double s = std::sin(tilt) * std::sin(th), rate = std::cos(tilt) / (1 - s * s);
        return 0.006 + 2 * 0.03 * 0.03 + (0.009 + 3 * 0.02 * 0.02) * rate * rate;
    }
    static double weight(double th) { return 9.81 * 3 * 0.02 * std::cos(q(th)[1]) * std::sin(tilt); }
};

double slope(auto f, double at, double h = 1e-3) {
    return (8 * (f(at + h) - f(at - h)) - (f(at + 2 * h) - f(at - 2 * h))) / (12 * h);
}
double bend(auto f, double at, double h = 1e-3) {
    return (16 * (f(at + h) + f(at - h)) - (f(at + 2 * h) + f(at - 2 * h)) - 30 * f(at)) / (12 * h * h);
}

template <class Mechanism, const auto& robot, const auto& loops, const auto& crank>
void agrees_with_its_closed_form(int rank) {
    Worst position{"position"}, velocity{"velocity"}, acceleration{"acceleration"}, power{"power of the loop"};
    for (const double th : {0.3, 1.1, -0.7, 2.0}) {
        const double thd = 2.5, tau = 1.7;
        const auto element = [&](int k) { return [k](double x) { return Mechanism::q(x)[k]; }; };
        const double thdd = (tau - slope(Mechanism::weight, th) - slope(Mechanism::inertia, th) * thd * thd / 2) /
                            Mechanism::inertia(th);
        etl::array<double, robot.dof> q = Mechanism::q(th), qd{}, qdd{};
        for (int k = 0; k < robot.dof; ++k) {
            qd[k] = slope(element(k), th) * thd;
            qdd[k] = slope(element(k), th) * thdd + bend(element(k), th) * thd * thd;
        }

        // from a start that is off by a tenth, the crank held
        limb::Positions<robot, T> start;
        for (int k = 0; k < robot.dof; ++k) start[k] = T(q[k] + (k > 0 ? 0.1 : 0));
        const auto closed = limb::close_loops<robot, loops, crank>(start);
        demand_status(closed.status, LoopStatus::ok);
        TEST_ASSERT_TRUE(closed.q[0] == start[0]);
        position.see(difference(closed.q, q));

        const auto moving = limb::close_velocities<robot, loops, crank>(closed.q, limb::Joints<robot, T>{T(thd)});
        demand_status(moving.status, LoopStatus::ok);
        velocity.see(difference(moving.qd, qd));

        const auto motion =
            limb::loop_forward_dynamics<robot, loops>(closed.q, moving.qd, limb::Joints<robot, T>{T(tau)});
        demand_status(motion.status, LoopStatus::ok);
        TEST_ASSERT_EQUAL_INT(rank, motion.rank);
        acceleration.see(difference(motion.qdd, qdd));

        const auto s = limb::world_kinematics<robot>(closed.q, moving.qd);
        const auto a = limb::internal::attachment<robot>(s, loops.a[0], limb::internal::loop_table<loops, T>.of[0].a_at);
        const auto b = limb::internal::attachment<robot>(s, loops.b[0], limb::internal::loop_table<loops, T>.of[0].b_at);
        const auto& on_b = motion.on_b[0];
        const auto at_b = a.velocity + cross(a.angular_velocity, b.position - a.position);  // of a's body
        const auto power_of = [](const auto& x, const auto& y) {
            return std::sqrt(static_cast<double>(dot(x, x) * dot(y, y)));
        };
        Error error;
        error.at_least(power_of(on_b.force, b.velocity) + power_of(on_b.moment, b.angular_velocity));
        error.see(static_cast<double>(dot(on_b.force, b.velocity - at_b) +
                                      dot(on_b.moment, b.angular_velocity - a.angular_velocity)),
                  0);
        power.see(error);
    }
    demand_near(position, 2e-5);
    demand_near(velocity, 2e-5);
    demand_near(acceleration, 1e-3);
    demand_near(power, 1e-5);
}
template <const auto& robot> constexpr auto crank = limb::choose<robot>({"crank"});

void slider_crank_by_its_closed_form() {
    agrees_with_its_closed_form<SliderCrank, slider_crank, slider_crank_loop, crank<slider_crank>>(2);
}
void rod_crank_by_its_closed_form() {
    agrees_with_its_closed_form<RodCrank, rod_crank, rod_crank_loop, crank<rod_crank>>(1);
}
void four_bar_by_its_closed_form() {
    agrees_with_its_closed_form<FourBar, four_bar, four_bar_loop, crank<four_bar>>(3);
}
void quick_return_by_its_closed_form() {
    agrees_with_its_closed_form<QuickReturn, quick_return, quick_return_loop, crank<quick_return>>(1);
}
void shafts_by_their_closed_form() { agrees_with_its_closed_form<Shafts, shafts, shafts_loop, crank<shafts>>(1); }
void planar_four_bar_by_its_closed_form() {
    agrees_with_its_closed_form<PlanarFourBar, planar_four_bar, planar_four_bar_loop, crank<planar_four_bar>>(2);
}

// ---- runs

template <const auto& robot> using Moving = limb::State<robot, T>;
template <const auto& robot> struct Rate { limb::Joints<robot, T> qd, qdd; };

// one step of Runge and Kutta; joints that add
template <const auto& robot, const auto& loops> Moving<robot> step(const Moving<robot>& s, T dt) {
    const auto along = [](Moving<robot> from, const Rate<robot>& rate, T by) {
        for (int k = 0; k < robot.dof; ++k) {
            from.q[k] += by * rate.qd[k];
            from.qd[k] += by * rate.qdd[k];
        }
        return from;
    };
    const auto rate = [](const Moving<robot>& at) -> Rate<robot> {
        return {at.qd, limb::loop_forward_dynamics<robot, loops>(at.q, at.qd, limb::Joints<robot, T>{}).qdd};
    };
    const auto k1 = rate(s), k2 = rate(along(s, k1, dt / 2)), k3 = rate(along(s, k2, dt / 2)),
               k4 = rate(along(s, k3, dt));
    return along(along(along(along(s, k1, dt / 6), k2, dt / 3), k3, dt / 3), k4, dt / 6);
}

// The four-bar swings as its eigenvalue says, 12.8876 1/s^2: a quarter of a period from rest at 0.01 rad to the bottom.
// Pendulum of the same eigenvalue: the period is longer by 0.01^2 / 16.
void four_bar_swings_with_its_period() {
    const double quarter = 2 * std::numbers::pi / std::sqrt(197.181 / 15.3) / 4;
    Moving<four_bar> s{{T(0.01), T(-0.01), 0, T(0.01)}, {}}, before = s;
    const T dt = T(0.002);
    int steps = 0;
    for (; s.q[0] > 0 && steps < 1000; ++steps) {
        before = s;
        s = step<four_bar, four_bar_loop>(s, dt);
    }
    const double time =
        static_cast<double>(dt) * (steps - 1 + static_cast<double>(before.q[0] / (before.q[0] - s.q[0])));
    Worst period{"period"};
    period.see(difference(etl::array<double, 1>{time}, etl::array<double, 1>{quarter}));
    const double tolerance = std::is_same_v<T, float> ? 1e-4 : 1e-5;  // 0.01^2 / 16 = 6e-6
    measure::Line() << "  period " << 4 * time << "  " << period.name << ": " << period.error << " of " << tolerance;
    TEST_ASSERT_TRUE(period.error < tolerance);
}

// Undamped: energy stays, and the loop stays closed. 2 s of 1 ms (float: 0.2 s), more than one turn of the crank.
template <const auto& robot, const auto& loops> void energy_stays(Moving<robot> s, double bound) {
    const auto energy = [](const Moving<robot>& m) {
        return static_cast<double>(limb::kinetic_energy<robot>(m.q, m.qd) + limb::potential_energy<robot>(m.q));
    };
    const double start = energy(s), moving = static_cast<double>(limb::kinetic_energy<robot>(s.q, s.qd));
    Worst drift{"energy"}, open{"opening"};
    for (int i = 0; i < (std::is_same_v<T, double> ? 2000 : 200); ++i) {
        s = step<robot, loops>(s, T(1e-3));
        Error error, gap;
        error.at_least(moving);
        error.see(energy(s) - start, 0);
        drift.see(error);
        gap.at_least(1);
        for (const T& x : limb::loop_equations<robot, loops>(s.q).residual)
            gap.see(static_cast<double>(x), 0);
        open.see(gap);
    }
    measure::Line() << "  " << drift.name << ": " << drift.error << " of " << bound << "  " << open.name << ": "
                    << open.error << " m";
    TEST_ASSERT_TRUE(drift.error < bound && open.error < 1e-5);
}

// From 2 mm apart, and parting: a slider-crank follows the closed form, to the hundredth of a millimetre that is left.
void open_loop_closes_at_its_rate() {
    const double alpha = 5, beta = 13, w = std::sqrt(beta * beta - alpha * alpha);
    const auto q = SliderCrank::q(1);
    limb::State<slider_crank, T> s{{T(q[0]), T(q[1]), T(q[2] + 0.002)}, {1, T(0.5), T(-0.3)}};
    const auto residual = [](const auto& at) {
        const auto e = limb::loop_equations<slider_crank, slider_crank_loop>(at.q);
        return etl::array<double, 2>{static_cast<double>(e.residual[0]), static_cast<double>(e.residual[2])};
    };
    const auto start = residual(s);
    etl::array<double, 2> parting{};
    const auto J = limb::loop_equations<slider_crank, slider_crank_loop>(s.q).jacobian;
    for (int k = 0; k < slider_crank.dof; ++k)
        for (int i = 0; i < 2; ++i) parting[i] += static_cast<double>(J[2 * i][k] * s.qd[k]);

    const double seconds = 0.01;
    Worst closing{"closing"};
    for (int i = 1; i <= 100; ++i) {
        s = limb::runge_kutta<slider_crank>(s, T(seconds), [&](const auto& at, const auto& rate) {
            const auto m = limb::loop_forward_dynamics<slider_crank, slider_crank_loop>(
                at, rate, limb::Joints<slider_crank, T>{}, limb::Stabilisation<T>{.alpha = T(alpha), .beta = T(beta)});
            demand_status(m.status, LoopStatus::ok);
            return m.qdd;
        });
        const double t = i * seconds;
        etl::array<double, 2> expected;
        for (int k = 0; k < 2; ++k)
            expected[k] = std::exp(-alpha * t) *
                          (start[k] * std::cos(w * t) + (parting[k] + alpha * start[k]) / w * std::sin(w * t));
        Error error;
        error.at_least(0.005);  // m, what it opens to
        error.see_all(residual(s), expected);
        closing.see(error);
    }
    measure::Line() << "  " << closing.name << ": " << closing.error << ", open at the end: " << residual(s)[0] << " m";
    TEST_ASSERT_TRUE(closing.error < (std::is_same_v<T, float> ? 1e-3 : 1e-4));
}
void open_loops_close_as_told() {
    if constexpr (std::is_same_v<T, double>) {
        open_loops_are_pulled_together<walker, walker_pin>();
        open_loops_are_pulled_together<lamp, lamp_chain>();
        open_loops_are_pulled_together<lamp, lamp_joints>();
    }
    open_loop_closes_at_its_rate();
}

// ---- the five-bar: two freedoms

constexpr auto arms = limb::choose<five_bar>({"left", "right"});

// the tip, where two circles of 0.3 m about the knees meet: the one further down
struct Tip {
    double x, z;
};
Tip five_bar_tip(double left, double right) {
    const double ax = 0.2 * std::cos(left), az = -0.2 * std::sin(left), bx = 0.2 + 0.2 * std::cos(right),
                 bz = -0.2 * std::sin(right);
    const double dx = bx - ax, dz = bz - az, half = std::sqrt(dx * dx + dz * dz) / 2,
                 height = std::sqrt(0.09 - half * half);
    return {(ax + bx) / 2 + height * dz / (2 * half), (az + bz) / 2 - height * dx / (2 * half)};
}
etl::array<double, 4> five_bar_q(double left, double right) {
    const auto tip = five_bar_tip(left, right);
    const auto angle = [&](double x, double z) { return std::atan2(-(tip.z - z), tip.x - x); };
    return {left, angle(0.2 * std::cos(left), -0.2 * std::sin(left)) - left, right,
            angle(0.2 + 0.2 * std::cos(right), -0.2 * std::sin(right)) - right};
}
// closed, and moving
Moving<five_bar> five_bar_state(double left, double right, double left_rate, double right_rate) {
    auto near = five_bar_q(left, right);
    const auto closed = limb::close_loops<five_bar, five_bar_loop, arms>(
        limb::Positions<five_bar, T>{T(near[0]), T(near[1] + 0.2), T(near[2]), T(near[3] - 0.1)});
    demand_status(closed.status, LoopStatus::ok);
    const auto moving = limb::close_velocities<five_bar, five_bar_loop, arms>(
        closed.q, limb::Joints<five_bar, T>{T(left_rate), 0, T(right_rate), 0});
    demand_status(moving.status, LoopStatus::ok);
    return {closed.q, moving.qd};
}

// Positions and velocities by circles that meet; accelerations by the equations of the two free angles, whose
// directions Z come from that closed form: Z'M Z u'' = Z'(tau - c - M Z' u').
void five_bar_by_its_closed_form() {
    Worst position{"position"}, velocity{"velocity"}, acceleration{"acceleration"};
    for (const auto& angles : {etl::array<double, 2>{2.2, 0.8}, {1.7, 1.2}, {2.6, 0.3}}) {
        const double left = angles[0], right = angles[1], ld = 1.5, rd = -0.8;
        const auto s = five_bar_state(left, right, ld, rd);
        position.see(difference(s.q, five_bar_q(left, right)));
        const auto element = [&](int k, double dl, double dr) {
            return [=](double t) { return five_bar_q(left + dl * t, right + dr * t)[k]; };
        };
        etl::array<double, 4> qd;
        for (int k = 0; k < 4; ++k) qd[k] = slope(element(k, ld, rd), 0, 1e-4);
        velocity.see(difference(s.qd, qd));
        if constexpr (std::is_same_v<T, double>) {
            const limb::Joints<five_bar, T> tau{0.4, -0.2, -0.3, 0.1};
            const auto motion = limb::loop_forward_dynamics<five_bar, five_bar_loop>(s.q, s.qd, tau);
            demand_status(motion.status, LoopStatus::ok);
            TEST_ASSERT_EQUAL_INT(2, motion.rank);
            const auto M = limb::mass_matrix<five_bar>(s.q);
            const auto c = limb::bias_torque<five_bar>(s.q, s.qd);
            double Z[4][2], drift[4], A[2][2]{}, b[2]{};
            for (int k = 0; k < 4; ++k) {
                Z[k][0] = slope(element(k, 1, 0), 0);
                Z[k][1] = slope(element(k, 0, 1), 0);
                drift[k] = bend(element(k, ld, rd), 0);
            }
            for (int i = 0; i < 4; ++i)
                for (int n = 0; n < 2; ++n) {
                    b[n] += Z[i][n] * static_cast<double>(tau[i] - c[i]);
                    for (int j = 0; j < 4; ++j) {
                        b[n] -= Z[i][n] * static_cast<double>(M[i][j]) * drift[j];
                        for (int p = 0; p < 2; ++p) A[n][p] += Z[i][n] * static_cast<double>(M[i][j]) * Z[j][p];
                    }
                }
            const double det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
            const double u[2] = {(A[1][1] * b[0] - A[0][1] * b[1]) / det, (A[0][0] * b[1] - A[1][0] * b[0]) / det};
            etl::array<double, 4> qdd;
            for (int k = 0; k < 4; ++k) qdd[k] = Z[k][0] * u[0] + Z[k][1] * u[1] + drift[k];
            acceleration.see(difference(motion.qdd, qdd));
        }
    }
    demand_near(position, 1e-4);
    demand_near(velocity, 1e-4);
    demand_near(acceleration, 0);
}
void energy_of_runs() {
    const double bound = std::is_same_v<T, float> ? 5e-4 : 5e-6;  // of the kinetic energy at the start
    const auto closed = SliderCrank::q(1);
    const auto crank_only = limb::close_velocities<slider_crank, slider_crank_loop, crank<slider_crank>>(
        limb::Positions<slider_crank, T>{T(closed[0]), T(closed[1]), T(closed[2])}, limb::Joints<slider_crank, T>{6});
    demand_status(crank_only.status, LoopStatus::ok);
    energy_stays<slider_crank, slider_crank_loop>({{T(closed[0]), T(closed[1]), T(closed[2])}, crank_only.qd}, bound);
    energy_stays<five_bar, five_bar_loop>(five_bar_state(2.2, 0.8, 1, -1), bound);
}

// ---- inverse dynamics

constexpr auto one_arm = limb::choose<five_bar>({"left"});
constexpr auto three_motors = limb::choose<five_bar>({"left", "right", "left rod"});

void inverse_dynamics_returns_the_torques() {
    const auto s = five_bar_state(2.2, 0.8, 1.5, -0.8);
    const limb::Joints<five_bar, T> tau{T(0.4), 0, T(-0.3), 0};
    const auto motion = limb::loop_forward_dynamics<five_bar, five_bar_loop>(s.q, s.qd, tau, unstabilised);
    demand_status(motion.status, LoopStatus::ok);
    const auto got = limb::loop_inverse_dynamics<five_bar, five_bar_loop, arms>(s.q, s.qd, motion.qdd);
    demand_status(got.status, LoopStatus::ok);
    TEST_ASSERT_EQUAL_INT(2, got.rank);
    TEST_ASSERT_EQUAL_INT(0, got.spare);
    const auto force = [](const auto& on_b) { return etl::array<T, 2>{on_b[0].force.x, on_b[0].force.z}; };
    Worst torques{"torques"}, forces{"forces"}, again{"motion"};
    torques.see(difference(got.tau, tau));
    forces.see(difference(force(got.on_b), force(motion.on_b)));
    demand<T>(torques, 1e-4);
    demand<T>(forces, 1e-4);

    // a motor too many: the shortest torques, and the same motion
    const auto shared = limb::loop_inverse_dynamics<five_bar, five_bar_loop, three_motors>(s.q, s.qd, motion.qdd);
    demand_status(shared.status, LoopStatus::ok);
    TEST_ASSERT_EQUAL_INT(1, shared.spare);
    TEST_ASSERT_TRUE(limb::internal::product(shared.tau, shared.tau).sum < limb::internal::product(tau, tau).sum);
    const auto same = limb::loop_forward_dynamics<five_bar, five_bar_loop>(s.q, s.qd, shared.tau, unstabilised);
    demand_status(same.status, LoopStatus::ok);
    again.see(difference(same.qdd, motion.qdd));
    demand<T>(again, 1e-4);

    // a motor too few, and a motion that the loop does not allow
    const auto missing = limb::loop_inverse_dynamics<five_bar, five_bar_loop, one_arm>(s.q, s.qd, motion.qdd);
    demand_status(missing.status, LoopStatus::not_actuated);
    TEST_ASSERT_TRUE(missing.residual > T(0.05));
    demand_status(
        limb::loop_inverse_dynamics<five_bar, five_bar_loop, arms>(s.q, s.qd, limb::Joints<five_bar, T>{5}).status,
        LoopStatus::inconsistent);
}

// Gravity, payload and wrenches reach the tree: with them all, inverse and forward dynamics still undo each other.
void options_pass_through() {
    const auto s = five_bar_state(2.2, 0.8, 1.5, -0.8);
    const limb::Gravity<T> gravity{{T(3), T(1), T(-7)}};
    const limb::Payload<five_bar.row("left rod"), T> payload{
        .mass = T(0.7), .com = {T(0.2), 0, T(0.05)}, .inertia = {T(1e-3), T(1e-3), T(1e-3)}};
    limb::Wrenches<five_bar, T> wrenches{};
    wrenches[five_bar.row("right")].force = {T(3), T(-2), T(1)};
    const limb::Joints<five_bar, T> tau{T(0.4), 0, T(-0.3), 0};
    const auto motion = limb::loop_forward_dynamics<five_bar, five_bar_loop>(limb::pose<five_bar>(s.q), s.qd, tau,
                                                                             gravity, payload, wrenches, unstabilised);
    demand_status(motion.status, LoopStatus::ok);
    const auto got =
        limb::loop_inverse_dynamics<five_bar, five_bar_loop, arms>(s.q, s.qd, motion.qdd, wrenches, payload, gravity);
    demand_status(got.status, LoopStatus::ok);
    Worst torques{"torques"}, lift{"lift"};
    torques.see(difference(got.tau, tau));
    demand<T>(torques, 1e-4);

    // a base that accelerates carries what is attached to it along
    const limb::Base<T> base{.acceleration = {T(-3), T(-1), T(7)}};
    const auto lifted = limb::loop_forward_dynamics<five_bar, five_bar_loop>(s.q, s.qd, tau, limb::no_gravity, base,
                                                                             payload, wrenches, unstabilised);
    demand_status(lifted.status, LoopStatus::ok);
    lift.see(difference(lifted.qdd, motion.qdd));
    demand<T>(lift, 1e-4);
}

// ---- too many loops

// clang-format off
constexpr auto twice = limb::loops<five_bar>({five_bar_loop.given[0], {.name = "again", .joint = Loop::pin, .a = "left rod", .a_at = {0.3, 0, 0}, .a_axis = {0, 1, 0}, .b = "right rod", .b_at = {0.3, 0, 0}, .b_axis = {0, 1, 0}}});
constexpr auto welded = limb::loops<five_bar>({five_bar_loop.given[0], {.name = "weld", .joint = Loop::weld, .a = "left", .b = "world"}});
constexpr auto two_rods = limb::loops<rod_crank>({rod_crank_loop.given[0], {.name = "longer", .joint = Loop::distance, .a = "crank", .a_at = {0.1, 0, 0}, .b = "slider", .distance = 0.31}});
constexpr auto two_like_rods = limb::loops<rod_crank>({rod_crank_loop.given[0], {.name = "longer", .joint = Loop::distance, .a = "crank", .a_at = {0.1, 0, 0}, .b = "slider", .distance = 0.30005}});
constexpr auto aside = limb::loops<rod_crank>({{.name = "aside", .joint = Loop::spherical, .a = "crank", .a_at = {0.1, 0.05, 0}, .b = "world"}});
// clang-format on

void redundant_loops_change_nothing() {
    const auto s = five_bar_state(2.2, 0.8, 1.5, -0.8);
    const limb::Joints<five_bar, T> tau{T(0.4), T(0.1), T(-0.3), 0};
    const auto once = limb::loop_forward_dynamics<five_bar, five_bar_loop>(s.q, s.qd, tau);
    const auto both = limb::loop_forward_dynamics<five_bar, twice>(s.q, s.qd, tau);
    demand_status(both.status, LoopStatus::ok);
    TEST_ASSERT_EQUAL_INT(2, both.rank);
    Worst motion{"motion"}, force{"force"};
    motion.see(difference(both.qdd, once.qdd));
    const auto sum = both.on_b[0].force + both.on_b[1].force;
    force.see(difference(etl::array<T, 2>{sum.x, sum.z}, etl::array<T, 2>{once.on_b[0].force.x, once.on_b[0].force.z}));
    demand<T>(motion, 1e-4);
    demand<T>(force, 1e-4);
    const auto torques = limb::loop_inverse_dynamics<five_bar, twice, arms>(
        s.q, s.qd, limb::loop_forward_dynamics<five_bar, twice>(s.q, s.qd, {T(0.4), 0, T(-0.3), 0}, unstabilised).qdd);
    demand_status(torques.status, LoopStatus::ok);
    force.see(difference(torques.tau, etl::array<T, 4>{T(0.4), 0, T(-0.3), 0}));
    demand<T>(force, 1e-4);
}

void contradictions_are_reported() {
    const auto q = RodCrank::q(0.9);
    const limb::Positions<rod_crank, T> at{T(q[0]), T(q[1])};
    const limb::Joints<rod_crank, T> still{};
    const auto motion = limb::loop_forward_dynamics<rod_crank, two_rods>(at, still, still);
    demand_status(motion.status, LoopStatus::inconsistent);
    TEST_ASSERT_EQUAL_INT(1, motion.rank);
    TEST_ASSERT_TRUE(limb::is_finite(motion.qdd));
    // by less than the tolerance it is drift, not a contradiction
    demand_status(limb::loop_forward_dynamics<rod_crank, two_like_rods>(at, still, still).status, LoopStatus::ok);
    demand_status(limb::loop_forward_dynamics<rod_crank, two_like_rods>(
                      at, still, still, limb::Stabilisation<T>{.tolerance = T(1e-6)}).status, LoopStatus::inconsistent);
    demand_status(limb::close_loops<rod_crank, two_rods>(at).status, LoopStatus::not_converged);
    demand_status(limb::loop_forward_dynamics<rod_crank, aside>(at, still, still).status, LoopStatus::inconsistent);
    // a driven joint that another loop holds
    const auto s = five_bar_state(2.2, 0.8, 0, 0);
    demand_status(limb::close_velocities<five_bar, welded, arms>(s.q, limb::Joints<five_bar, T>{1}).status,
                  LoopStatus::inconsistent);
}

constexpr auto slider_held = limb::choose<slider_crank>({"slider"});
void what_cannot_be_closed_is_reported() {
    const auto far = limb::close_loops<slider_crank, slider_crank_loop, slider_held>(
        limb::Positions<slider_crank, T>{T(0.4), T(-0.5), T(0.3)});
    demand_status(far.status, LoopStatus::not_converged);
    TEST_ASSERT_TRUE(far.residual > T(0.2) && far.q[2] == T(0.3));
    const T nan = std::numeric_limits<T>::quiet_NaN();
    demand_status(limb::close_loops<slider_crank, slider_crank_loop>(limb::Positions<slider_crank, T>{nan}).status,
                  LoopStatus::not_finite);
    const limb::Positions<slider_crank, T> q{};
    const limb::Joints<slider_crank, T> still{};
    demand_status(limb::loop_forward_dynamics<slider_crank, slider_crank_loop>(q, still, {nan}).status,
                  LoopStatus::not_finite);
}

// A plate in space, pinned to the world by quaternion and position: it comes to the pin; from upside down, against it.
// clang-format off
constexpr auto plate = limb::tree({{.name = "plate", .joint = floating, .mass = 1, .inertia = {0.01, 0.01, 0.02}}});
constexpr auto pinned = limb::loops<plate>({{.name = "pin", .joint = Loop::pin, .a = "world", .a_at = {1, 2, 3}, .b = "plate", .b_at = {0.1, 0, 0.2}}});
constexpr auto fast = limb::loops<plate>({{.name = "fast", .joint = Loop::weld, .a = "world", .a_at = {1, 2, 3}, .b = "plate", .b_at = {0.1, -0.3, 0.2}, .rotation = limb::rpy(0.5, 0.2, -0.9)}});
// clang-format on
void bodies_in_space_come_to_their_pins() {
    const auto turned_by = [](double angle) {
        return limb::Positions<plate, T>{T(std::cos(angle / 2)), T(std::sin(angle / 2)), 0, 0, T(0.5), 0, 0};
    };
    const auto closed = limb::close_loops<plate, pinned>(turned_by(1));
    demand_status(closed.status, LoopStatus::ok);
    TEST_ASSERT_EQUAL_INT(5, closed.rank);
    const auto pose = limb::kinematics<plate, 0>(closed.q);
    Worst place{"place"};
    const auto at = pose.rotation * limb::Vector<T>{T(0.1), 0, T(0.2)} + pose.position;
    place.see(difference(stacked<T>(at, {pose.rotation.x.z, pose.rotation.y.z, pose.rotation.z.z}),
                         etl::array<double, 6>{1, 2, 3, 0, 0, 1}));
    const auto at_weld = limb::close_loops<plate, fast>(turned_by(0.3));
    demand_status(at_weld.status, LoopStatus::ok);
    const auto R = limb::kinematics<plate, 0>(at_weld.q).rotation;
    const auto wanted = limb::rpy(0.5, 0.2, -0.9);
    place.see(difference(stacked<T>(R.x, R.y), etl::array<double, 6>{wanted.x.x, wanted.x.y, wanted.x.z, wanted.y.x,
                                                                     wanted.y.y, wanted.y.z}));
    demand_near(place, 2e-5);
    demand_status(limb::close_loops<plate, pinned>(turned_by(3)).status, LoopStatus::flipped);

    const limb::Positions<lamp, T> hanging{1, 0, 0, 0, T(0.2), T(0.3), T(-0.4), T(0.6), T(0.8), 0, 0, T(0.5)};
    const auto wired = limb::close_loops<lamp, lamp_chain>(hanging);
    demand_status(wired.status, LoopStatus::ok);
    const auto of_stem = limb::Column<T, 4>{wired.q[0], wired.q[1], wired.q[2], wired.q[3]};
    TEST_ASSERT_TRUE(std::fabs(limb::internal::product(of_stem, of_stem).sum - 1) < T(1e-6));

    // the weld carries its weight, at an arm: moment = -(point - centre of mass) x force
    const auto motion =
        limb::loop_forward_dynamics<plate, fast>(at_weld.q, limb::Joints<plate, T>{}, limb::Joints<plate, T>{});
    demand_status(motion.status, LoopStatus::ok);
    Worst weight{"weight"};
    const auto& on = motion.on_b[0];
    Error error;
    const auto arm = wanted * limb::Vector<double>{0.1, -0.3, 0.2};
    error.see_all(stacked<T>(on.force, on.moment), etl::array<double, 6>{0, 0, 9.81, -9.81 * arm.y, 9.81 * arm.x, 0});
    weight.see(error);
    demand_near(weight, 1e-3);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(equations_and_their_rates);
    RUN_TEST(forces_move_the_open_tree);
    RUN_TEST(open_loops_close_as_told);
    RUN_TEST(gauss);
    RUN_TEST(slider_crank_by_its_closed_form);
    RUN_TEST(rod_crank_by_its_closed_form);
    RUN_TEST(four_bar_by_its_closed_form);
    RUN_TEST(planar_four_bar_by_its_closed_form);
    RUN_TEST(quick_return_by_its_closed_form);
    RUN_TEST(shafts_by_their_closed_form);
    RUN_TEST(five_bar_by_its_closed_form);
    RUN_TEST(four_bar_swings_with_its_period);
    RUN_TEST(energy_of_runs);
    RUN_TEST(inverse_dynamics_returns_the_torques);
    RUN_TEST(options_pass_through);
    RUN_TEST(redundant_loops_change_nothing);
    RUN_TEST(contradictions_are_reported);
    RUN_TEST(what_cannot_be_closed_is_reported);
    RUN_TEST(bodies_in_space_come_to_their_pins);
    return UNITY_END();
}
