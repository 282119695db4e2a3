// Robots that nobody chose: every public function with every option that it takes, in every form, against the oracle. The tables and
// what is tried on them are drawn by tools/fuzz.py, into the header LIMB_RANDOM_ROBOTS; each is a struct:
//   number, rows[]            which it is of its seed; the table
//   row, held[2]              what kinematics ask for, and the rows that hold a payload
//   twins                     some limbs look alike: the shared form is tried, too
//   extra                     what is tried besides, since it takes long to compile:
//     Extra::derivatives      and linearise
//     Extra::closed           springs[] and loops[]
//     Extra::parts            trunk[], leg[], whose rows are those of the whole by trunk_row[], leg_row[]; mount, a row of the trunk's
#include "limb/limb.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <vector>

#include "measure.hpp"
#include "oracle/maximal_coordinates.hpp"
#include "states.hpp"
#include "unity.h"

void setUp() {}
void tearDown() {}

namespace {

using limb::Form;
using measure::Error;
using oracle::Numbers;
using oracle::Real;
using oracle::Vec;
using states::Random;

enum class Extra { none, derivatives, closed, parts };

#include LIMB_RANDOM_ROBOTS

template <class R, Form form> [[maybe_unused]] constexpr auto tree_of = limb::tree(R::rows, form);

// ---- the judge

// Of the largest element, and of the loads that a torque is what is left of. Accelerations also lose what the mass matrix
// loses when it is inverted: its condition, in units in which its diagonal is one.
template <class T> constexpr double rounding = std::is_same_v<T, float> ? 5e-6 : 1e-10;
constexpr double differences = 1e-8;   // what a numerical derivative leaves
constexpr double worst_condition = 1e8;

int failures = 0;

// what is tried, on which robot
struct Bench {
    int robot;
    const char* form;
    const char* number;
    void demand(const char* what, const Error& error, double tolerance) const {
        if (error.relative() <= tolerance) return;
        ++failures;
        measure::Line() << "robot " << static_cast<unsigned long>(robot) << ", " << form << ", " << number << ": " << what
                        << " is off by " << error.relative();
    }
};

Vec vec(const auto& v) { return {v.x, v.y, v.z}; }
Numbers numbers(const auto& v) { return Numbers(v.begin(), v.end()); }
Numbers stacked(Vec a, Vec b) { return {a.x, a.y, a.z, b.x, b.y, b.z}; }
void see(Error& error, double got, Real expected) { error.see(got, static_cast<double>(expected)); }
void see(Error& error, const auto& got, const Vec& expected) {
    see(error, static_cast<double>(got.x), expected.x);
    see(error, static_cast<double>(got.y), expected.y);
    see(error, static_cast<double>(got.z), expected.z);
}
template <class V> void see_all(Error& error, const V& got, const Numbers& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) see(error, static_cast<double>(got[i]), expected[i]);
}
void see_matrix(Error& error, const auto& got, const oracle::Matrix& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) see_all(error, got[i], expected[i]);
}
double magnitude(Real x) { return static_cast<double>(std::abs(x)); }
double largest(const Vec& v) { return std::max({magnitude(v.x), magnitude(v.y), magnitude(v.z)}); }

// ---- a state, and all that may act

template <const auto& robot, class R, class T> struct Trial {
    Random random{static_cast<std::uint64_t>(R::number)};
    states::State<robot, T> s{random};
    limb::Gravity<T> gravity{vector(8)};
    limb::Base<T> base{.angular_velocity = vector(2), .angular_acceleration = vector(5), .acceleration = vector(10), .velocity = vector(2)};
    limb::Wrenches<robot, T> wrenches{};
    limb::Payload<R::held[0], T> one = payload<R::held[0]>();
    limb::Payload<R::held[1], T> other = payload<R::held[1]>();

    oracle::Robot bare{{std::begin(robot.given), std::end(robot.given)}}, laden = bare;
    Numbers q = numbers(s.q), qd = numbers(s.qd), qdd = numbers(s.qdd), tau = numbers(s.tau), still = Numbers(bare.freedoms, 0);
    oracle::Surroundings earth, around, space{.gravity = {}};

    Trial() {
        for (auto& w : wrenches.on) w = {.moment = vector(2), .force = vector(5)};
        carry(one);
        carry(other);
        around.gravity = vec(gravity.g);
        if (!robot.floats()) {
            around.angular_velocity = vec(base.angular_velocity);
            around.angular_acceleration = vec(base.angular_acceleration);
            around.acceleration = vec(base.acceleration);
            around.velocity = vec(base.velocity);
        }
        for (const auto& w : wrenches.on) around.wrenches.push_back({vec(w.moment), vec(w.force)});
    }

    limb::Vector<T> vector(float size) {
        const auto x = static_cast<T>(random.uniform(size)), y = static_cast<T>(random.uniform(size));
        return {x, y, static_cast<T>(random.uniform(size))};
    }
    template <int row> limb::Payload<row, T> payload() {
        limb::Payload<row, T> p{.mass = T(0.75) + T(random.uniform(0.5f)), .com = vector(0.25f)};
        p.inertia = {T(0.03125), T(0.0390625), T(0.0234375), T(0.00390625), T(-0.0078125), T(0.001953125)};
        return p;
    }
    template <int row> void carry(const limb::Payload<row, T>& p) {
        const auto& I = p.inertia;
        laden.carry(row, oracle::mass_of(p.mass, vec(p.com), {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}));
    }
    // f(options...) with those that the base of a robot takes
    auto with_base(const auto& f, const auto&... more) const {
        if constexpr (robot.floats()) return f(more...);
        else return f(base, more...);
    }
    auto with_all(const auto& f) const { return with_base(f, gravity, wrenches, one, other); }
    limb::Imu<T> imu() const {
        return {base.angular_velocity, base.angular_acceleration, base.acceleration - gravity.g};
    }
    // how large the loads are that torques are what is left of
    static double loads(const oracle::Solution& s) {
        double size = 0.01;   // N m, N: what vanishes is a difference of such
        for (const auto& w : s.hinge) size = std::max({size, largest(w.moment), largest(w.force)});
        return size;
    }
};

// of a matrix whose diagonal is positive, in units in which it is one; infinite: singular
double condition(const oracle::Matrix& M) {
    const std::size_t n = M.size();
    oracle::Matrix A = M;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) A[i][j] /= std::sqrt(M[i][i] * M[j][j]);
    double size = 0, inverse = 0;
    for (std::size_t j = 0; j < n; ++j) {
        Numbers unit(n, 0);
        unit[j] = 1;
        Real row = 0, column = 0;
        for (const Real x : A[j]) row += std::abs(x);
        for (const Real x : oracle::solve(A, unit)) column += std::abs(x);
        if (!std::isfinite(column)) return HUGE_VAL;
        size = std::max(size, static_cast<double>(row));
        inverse = std::max(inverse, static_cast<double>(column));
    }
    return size * inverse;
}

// ---- the core, in any number type

template <const auto& robot, class R, class T> void check_core(const Bench& bench) {
    const Trial<robot, R, T> t;
    const auto& s = t.s;
    const auto demand = [&](const char* what, const Error& e, double more = 1) { bench.demand(what, e, rounding<T> * more); };
    const auto torque = [&](const char* what, const auto& got, const oracle::Solution& expected) {
        Error e;
        e.at_least(Trial<robot, R, T>::loads(expected));
        see_all(e, got, expected.tau);
        demand(what, e);
    };

    torque("inverse_dynamics", limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd), oracle::inverse_dynamics(t.bare, t.q, t.qd, t.qdd));
    torque("inverse_dynamics with options",
           t.with_all([&](const auto&... o) { return limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, o...); }),
           oracle::inverse_dynamics(t.laden, t.q, t.qd, t.qdd, t.around));
    torque("gravity_torque", limb::gravity_torque<robot>(s.q), oracle::inverse_dynamics(t.bare, t.q, t.still, t.still));

    Error mass, laden;
    see_matrix(mass, limb::mass_matrix<robot>(s.q), oracle::mass_matrix(t.bare, t.q));
    see_matrix(laden, limb::mass_matrix<robot>(s.q, t.other, t.one), oracle::mass_matrix(t.laden, t.q));
    demand("mass_matrix", mass);
    demand("mass_matrix with payloads", laden);

    const auto frames = oracle::kinematics(t.bare, t.q, t.qd, t.qdd, t.around);
    const auto& expected = frames[R::row];
    const auto got = t.with_base([&](const auto&... o) { return limb::kinematics<robot, R::row>(s.q, s.qd, s.qdd, o...); });
    Error place, rate, change;
    place.at_least(1);
    see(place, got.rotation.x, expected.rotation.x);
    see(place, got.rotation.y, expected.rotation.y);
    see(place, got.rotation.z, expected.rotation.z);
    see(place, got.position, expected.position);
    for (const auto& frame : frames) {   // what rounding is measured by
        place.at_least(largest(frame.position));
        rate.at_least(std::max(largest(frame.angular_velocity), largest(frame.velocity)));
        change.at_least(std::max(largest(frame.angular_acceleration), largest(frame.acceleration)));
    }
    see(rate, got.angular_velocity, expected.angular_velocity);
    see(rate, got.velocity, expected.velocity);
    see(change, got.angular_acceleration, expected.angular_acceleration);
    see(change, got.acceleration, expected.acceleration);
    demand("pose of a row", place);
    demand("velocity of a row", rate);
    demand("acceleration of a row", change);
}

// ---- all that is built on it, in double

template <const auto& robot, class R> void check_accelerations(const Bench& bench, const Trial<robot, R, double>& t) {
    const auto& s = t.s;
    const double bare = condition(oracle::mass_matrix(t.bare, t.q)), laden = condition(oracle::mass_matrix(t.laden, t.q));
    const auto demand = [&](const char* what, const auto& got, const Numbers& expected, double kappa) {
        Error e;
        see_all(e, got, expected);
        if (kappa < worst_condition) bench.demand(what, e, rounding<double> * std::max(1.0, kappa / 100));
    };
    demand("forward_dynamics", limb::forward_dynamics<robot>(s.q, s.qd, s.tau), oracle::forward_dynamics(t.bare, t.q, t.qd, t.tau).qdd, bare);
    const auto expected = oracle::forward_dynamics(t.laden, t.q, t.qd, t.tau, t.around).qdd;
    t.with_all([&](const auto&... o) {
        demand("forward_dynamics_aba with options", limb::forward_dynamics_aba<robot>(s.q, s.qd, s.tau, o...), expected, laden);
        demand("forward_dynamics_ltdl with options", limb::forward_dynamics_ltdl<robot>(s.q, s.qd, s.tau, o...), expected, laden);
    });
    demand("inverse_mass_times", limb::inverse_mass_times<robot>(s.q, s.tau, t.one, t.other),
           oracle::solve(oracle::mass_matrix(t.laden, t.q), t.tau), laden);
    if constexpr (!robot.floats())
        demand("forward_dynamics with an IMU", limb::forward_dynamics<robot>(s.q, s.qd, s.tau, t.imu(), t.wrenches, t.one, t.other), expected, laden);
}

template <const auto& robot, class R> void check_torques(const Bench& bench, const Trial<robot, R, double>& t) {
    const auto& s = t.s;
    const auto demand = [&](const char* what, const auto& got, const oracle::Solution& expected) {
        Error e;
        e.at_least(t.loads(expected));
        see_all(e, got, expected.tau);
        bench.demand(what, e, rounding<double>);
    };
    const auto x = limb::pose<robot>(s.q);   // serves wherever q does
    t.with_all([&](const auto&... o) {
        demand("gravity_torque with options", limb::gravity_torque<robot>(x, o...),
               oracle::inverse_dynamics(t.laden, t.q, t.still, t.still, t.around));
        demand("bias_torque with options", limb::bias_torque<robot>(x, s.qd, o...),
               oracle::inverse_dynamics(t.laden, t.q, t.qd, t.still, t.around));
        const auto held = oracle::inverse_dynamics(t.laden, t.q, t.qd, t.qdd, t.around);
        const auto reactions = limb::reactions<robot>(s.q, s.qd, s.qdd, o...);
        Error e;
        for (std::size_t i = 0; i < held.hinge.size(); ++i) {
            see(e, reactions[static_cast<int>(i)].moment, held.hinge[i].moment);
            see(e, reactions[static_cast<int>(i)].force, held.hinge[i].force);
        }
        see(e, reactions.on_ground.moment, held.on_ground.moment);
        see(e, reactions.on_ground.force, held.on_ground.force);
        bench.demand("reactions", e, rounding<double>);
    });
    if constexpr (!robot.floats())
        demand("inverse_dynamics with an IMU", limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd, t.other, t.imu(), t.wrenches, t.one),
               oracle::inverse_dynamics(t.laden, t.q, t.qd, t.qdd, t.around));
    demand("mass_times", limb::mass_times<robot>(s.q, s.qdd, t.one, t.other), oracle::inverse_dynamics(t.laden, t.q, t.still, t.qdd, t.space));

    const auto coriolis = oracle::inverse_dynamics(t.laden, t.q, t.qd, t.still, t.space);
    demand("coriolis_torque", limb::coriolis_torque<robot>(s.q, s.qd, t.one, t.other), coriolis);
    const auto C = limb::coriolis_matrix<robot>(s.q, s.qd, t.one, t.other);
    limb::Joints<robot, double> V{};
    for (int i = 0; i < robot.dof; ++i)
        for (int j = 0; j < robot.dof; ++j) V[i] += C[i][j] * s.qd[j];
    demand("coriolis_matrix times qd", V, coriolis);
    // dM/dt = C + C'
    const auto M = [&](Real dt) { return oracle::mass_matrix(t.laden, oracle::integrate(t.laden, t.q, t.qd, dt)); };
    constexpr Real h = 2e-4L;
    const auto a = M(-2 * h), b = M(-h), c = M(h), d = M(2 * h);
    Error e;
    e.at_least(1e-3);
    for (int i = 0; i < robot.dof; ++i)
        for (int j = 0; j < robot.dof; ++j) see(e, C[i][j] + C[j][i], (a[i][j] - 8 * b[i][j] + 8 * c[i][j] - d[i][j]) / (12 * h));
    bench.demand("coriolis_matrix against the rate of the mass matrix", e, differences);
}

template <const auto& robot, class R> void check_wholes(const Bench& bench, const Trial<robot, R, double>& t) {
    const auto& s = t.s;
    Error J;
    see_matrix(J, limb::jacobian<robot, R::row>(s.q), oracle::jacobian(t.bare, R::row, t.q));
    J.at_least(1);
    bench.demand("jacobian", J, rounding<double>);
    const auto drift = oracle::kinematics(t.bare, t.q, t.qd, t.still)[R::row];
    Error bias;
    bias.at_least(1);
    see_all(bias, limb::jacobian_bias<robot, R::row>(s.q, s.qd), stacked(drift.angular_acceleration, drift.acceleration));
    bench.demand("jacobian_bias", bias, rounding<double>);

    auto down = t.earth;   // at rest
    down.gravity = t.around.gravity;
    const auto energy = oracle::energy(t.laden, t.q, t.qd, down);
    Error kinetic, potential;
    see(kinetic, limb::kinetic_energy<robot>(s.q, s.qd, t.one, t.other), energy.kinetic);
    see(potential, limb::potential_energy<robot>(s.q, t.gravity, t.one, t.other), energy.potential);
    for (const auto& part : oracle::energies(t.laden, t.q, t.qd, down)) {
        kinetic.at_least(magnitude(part.kinetic));
        potential.at_least(magnitude(part.potential));
    }
    bench.demand("kinetic_energy", kinetic, rounding<double>);
    bench.demand("potential_energy", potential, rounding<double>);
    const auto by_row = oracle::energies(t.laden, t.q, t.qd, t.around);
    const auto parts = t.with_base([&](const auto&... o) { return limb::energies<robot>(s.q, s.qd, o...); }, t.gravity, t.one, t.other);
    Error energies;
    for (std::size_t i = 0; i < by_row.size(); ++i) {
        see(energies, parts[i].kinetic, by_row[i].kinetic);
        see(energies, parts[i].potential, by_row[i].potential);
    }
    bench.demand("energies", energies, rounding<double>);

    const auto whole = oracle::momentum(t.laden, t.q, t.qd, t.around);
    t.with_base([&](const auto&... o) {
        const auto momentum = limb::momentum<robot>(s.q, s.qd, o...);
        Error e;
        see(e, momentum.angular, whole.angular);
        see(e, momentum.spin, whole.spin);
        see(e, momentum.linear, whole.linear);
        bench.demand("momentum", e, rounding<double>);
        const auto com = limb::centre_of_mass<robot>(s.q, s.qd, o...);
        Error c;
        c.at_least(1);
        see(c, com.position, whole.com);
        see(c, com.velocity, whole.velocity);
        see(c, limb::centre_of_mass<robot>(s.q, t.one, t.other), whole.com);
        see(c, limb::total_mass<robot, double>(t.one, t.other), whole.mass);
        bench.demand("centre_of_mass", c, rounding<double>);
    }, t.one, t.other);

    const auto there = limb::integrate<robot>(s.q, s.qd, 0.3);
    const auto back = limb::difference<robot>(s.q, there);
    Error way;
    way.at_least(1);
    see_all(way, there, oracle::integrate(t.bare, t.q, t.qd, Real{0.3}));
    for (int i = 0; i < robot.dof; ++i) see(way, back[i], Real{0.3} * s.qd[i]);
    bench.demand("integrate and difference", way, rounding<double>);
}

// columns of the regressor: the oracle's torques of a robot of which only that parameter is not zero
template <const auto& robot, class R> void check_regressor(const Bench& bench, const Trial<robot, R, double>& t) {
    const auto& s = t.s;
    auto around = t.around;
    around.wrenches.clear();
    t.with_base([&](const auto&... o) {
        const auto Y = limb::regressor<robot>(s.q, s.qd, s.qdd, o...);
        oracle::Robot none = t.bare;
        for (auto& mass : none.mass) mass = {};
        none.armature = none.ring = Numbers(none.armature.size() + none.ring.size(), 0);
        const auto column = [&](int k, const oracle::Robot& one) {
            const auto tau = oracle::inverse_dynamics(one, t.q, t.qd, t.qdd, around).tau;
            Error e;
            e.at_least(1);
            for (int i = 0; i < robot.dof; ++i) see(e, Y[i][k], tau[i]);
            bench.demand("regressor", e, rounding<double>);
        };
        for (int r = 0; r < robot.rows; ++r)
            for (int k = 0; k < 10; ++k) {
                auto one = none;
                auto& m = one.mass[r];
                Real* const entry[][2] = {{&m.mass, &m.mass}, {&m.moment.x, &m.moment.x}, {&m.moment.y, &m.moment.y}, {&m.moment.z, &m.moment.z},
                                          {&m.inertia.x.x, &m.inertia.x.x}, {&m.inertia.y.y, &m.inertia.y.y}, {&m.inertia.z.z, &m.inertia.z.z},
                                          {&m.inertia.x.y, &m.inertia.y.x}, {&m.inertia.x.z, &m.inertia.z.x}, {&m.inertia.y.z, &m.inertia.z.y}};
                for (Real* x : entry[k]) *x = 1;
                column(10 * r + k, one);
            }
        const auto& pi = limb::parameters<robot, double>();
        const auto back = limb::regressor_transposed<robot>(s.q, s.qd, s.qdd, s.tau, o...);
        Numbers product(robot.dof, 0), transposed(pi.size(), 0);
        Error forth, across;
        for (int i = 0; i < robot.dof; ++i)
            for (std::size_t k = 0; k < pi.size(); ++k) {
                product[i] += Real{Y[i][k]} * pi[k];
                forth.at_least(magnitude(Y[i][k] * pi[k]));
                transposed[k] += Real{Y[i][k]} * s.tau[i];
            }
        // what the table's parameters give: the torques of inverse dynamics, and what damps and rubs
        auto expected = oracle::inverse_dynamics(t.bare, t.q, t.qd, t.qdd, around).tau;
        const auto& rows = t.bare.row;
        for (std::size_t r = 0; r < rows.size(); ++r)
            for (int f = 0; f < t.bare.freedoms_of(static_cast<int>(r)) && rows[r].joint != limb::Joint::floating; ++f) {
                const Real v = t.qd[t.bare.dof[r] + f], u = rows[r].friction_velocity;
                expected[t.bare.dof[r] + f] += rows[r].damping * v + rows[r].friction * v / std::sqrt(v * v + u * u);
            }
        for (int i = 0; i < robot.dof; ++i) see(forth, static_cast<double>(product[i]), expected[i]);
        see_all(across, back, transposed);
        bench.demand("regressor times parameters", forth, rounding<double>);
        bench.demand("regressor_transposed", across, rounding<double>);
    }, t.gravity);
}

template <const auto& robot, class R> void check_joints(const Bench& bench, const Trial<robot, R, double>& t) {
    Numbers tau(robot.dof, 0);
    Real energy = 0;
    for (std::size_t r = 0; r < t.bare.row.size(); ++r) {
        const auto& row = t.bare.row[r];
        const Real* q = t.q.data() + t.bare.position[r];
        const bool turns = row.joint == limb::Joint::spherical || row.joint == limb::Joint::floating;
        if (turns) energy += row.stiffness * 2 * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);   // 1 - cos(angle) = 2 sin^2(angle / 2)
        for (int f = 0; f < t.bare.freedoms_of(static_cast<int>(r)); ++f) {
            const int d = t.bare.dof[r] + f;
            const Real v = t.qd[d], u = row.friction_velocity, out = turns && f < 3 ? 2 * q[0] * q[1 + f] : q[turns ? f + 1 : f] - row.rest;
            tau[d] = -row.stiffness * out - row.damping * v - row.friction * v / std::sqrt(v * v + u * u);
            if (!(turns && f < 3)) energy += row.stiffness * out * out / 2;
        }
    }
    Error e, stored;
    e.at_least(1);
    stored.at_least(1);
    see_all(e, limb::joint_elements<robot>(t.s.q, t.s.qd), tau);
    see(stored, limb::elastic_energy<robot>(t.s.q), energy);
    bench.demand("joint_elements", e, rounding<double>);
    bench.demand("elastic_energy", stored, rounding<double>);
}

// ---- extras

// by_q: along integrate; by differences of the oracle's results
template <const auto& robot, class R> void check_derivatives(const Bench& bench, const Trial<robot, R, double>& t) {
    constexpr Real h = 2e-4L;
    const auto demand = [&](const char* what, const auto& by_q, const auto& by_qd, const auto& by_in, const Numbers& in, double kappa, const auto& f) {
        Error e[3];
        for (int j = 0; j < robot.dof; ++j) {
            const auto slope = [&](const auto& at) {
                const auto a = at(-2 * h), b = at(-h), c = at(h), d = at(2 * h);
                Numbers out;
                for (std::size_t i = 0; i < a.size(); ++i) out.push_back((a[i] - 8 * b[i] + 8 * c[i] - d[i]) / (12 * h));
                return out;
            };
            const auto moved = [&](const Numbers& from, Real step) {
                auto to = from;
                to[j] += step;
                return to;
            };
            const Numbers slopes[] = {slope([&](Real step) { return f(oracle::integrate(t.bare, t.q, moved(t.still, 1), step), t.qd, in); }),
                                      slope([&](Real step) { return f(t.q, moved(t.qd, step), in); }),
                                      slope([&](Real step) { return f(t.q, t.qd, moved(in, step)); })};
            for (int i = 0; i < robot.dof; ++i) {
                see(e[0], by_q[i][j], slopes[0][i]);
                see(e[1], by_qd[i][j], slopes[1][i]);
                see(e[2], by_in[i][j], slopes[2][i]);
            }
        }
        for (auto& error : e) {
            error.at_least(1e-3);
            bench.demand(what, error, differences * std::max(1.0, kappa / 100));
        }
    };
    const auto inverse = [&](const Numbers& q, const Numbers& qd, const Numbers& qdd) {
        return oracle::inverse_dynamics(t.laden, q, qd, qdd, t.around).tau;
    };
    const auto forward = [&](const Numbers& q, const Numbers& qd, const Numbers& tau) {
        return oracle::forward_dynamics(t.laden, q, qd, tau, t.around).qdd;
    };
    const double kappa = condition(oracle::mass_matrix(t.laden, t.q));
    t.with_all([&](const auto&... o) {
        const auto d = limb::inverse_dynamics_derivatives<robot>(t.s.q, t.s.qd, t.s.qdd, o...);
        demand("inverse_dynamics_derivatives", d.by_q, d.by_qd, d.by_in, t.qdd, 1, inverse);
        const auto l = limb::linearise<robot>(t.s.q, t.s.qd, t.s.qdd, o...);
        demand("linearise", l.K, l.C, l.M, t.qdd, 1, inverse);
        if (kappa > 1e3) return;
        const auto a = limb::forward_dynamics_derivatives<robot>(t.s.q, t.s.qd, t.s.tau, o...);
        demand("forward_dynamics_derivatives", a.by_q, a.by_qd, a.by_in, t.tau, kappa, forward);
    });
}

// a point that is fixed to a row (-1: the world), how it moves, and its Jacobian
struct Point {
    Vec position, velocity, bias;
    oracle::Matrix jacobian;   // 3 x freedoms
};
template <const auto& robot, class R> Point point_of(const Trial<robot, R, double>& t, int row, Vec at) {
    if (row < 0) return {at, {}, {}, oracle::Matrix(3, t.still)};
    using oracle::cross;
    const auto f = oracle::kinematics(t.bare, t.q, t.qd, t.still)[row];
    const Vec arm = f.rotation * at, &w = f.angular_velocity;
    Point p{f.position + arm, f.velocity + cross(w, arm), f.acceleration + cross(f.angular_acceleration, arm) + cross(w, cross(w, arm)), {}};
    const auto J = oracle::jacobian(t.bare, row, t.q);
    p.jacobian.assign(3, t.still);
    for (int j = 0; j < robot.dof; ++j) {
        const Vec v = Vec{J[3][j], J[4][j], J[5][j]} + cross({J[0][j], J[1][j], J[2][j]}, arm);
        p.jacobian[0][j] = v.x;
        p.jacobian[1][j] = v.y;
        p.jacobian[2][j] = v.z;
    }
    return p;
}
template <class R, Form form> [[maybe_unused]] constexpr auto springs_of = limb::springs<tree_of<R, form>>(R::springs);
template <class R, Form form> [[maybe_unused]] constexpr auto loops_of = limb::loops<tree_of<R, form>>(R::loops);

template <class R, Form form> void check_closed(const Bench& bench, const Trial<tree_of<R, form>, R, double>& t) {
    constexpr const auto& robot = tree_of<R, form>;
    constexpr const auto& springs = springs_of<R, form>;
    constexpr const auto& loops = loops_of<R, form>;
    // a spring pulls its ends together
    Numbers tau(robot.dof, 0);
    Real held = 0;
    double size = 1;
    for (int k = 0; k < springs.count; ++k) {
        const auto& row = springs.given[k];
        const Point a = point_of(t, springs.from[k], vec(row.from_at)), b = point_of(t, springs.to[k], vec(row.to_at));
        const Vec d = b.position - a.position;
        const Real length = std::sqrt(oracle::dot(d, d));
        const Vec u = d * (1 / length);
        const Real tension = row.stiffness * (length - row.length) + row.damping * oracle::dot(u, b.velocity - a.velocity);
        held += row.stiffness * (length - row.length) * (length - row.length) / 2;
        size = std::max(size, magnitude(tension));
        for (int j = 0; j < robot.dof; ++j)
            for (int i = 0; i < 3; ++i) {
                const Real along = i == 0 ? u.x : i == 1 ? u.y : u.z;
                tau[j] += tension * along * (a.jacobian[i][j] - b.jacobian[i][j]);
            }
    }
    auto expected = oracle::inverse_dynamics(t.bare, t.q, t.qd, t.qdd);
    for (int j = 0; j < robot.dof; ++j) expected.tau[j] -= tau[j];
    Error e, energy;
    e.at_least(std::max(size, t.loads(expected)));
    see_all(e, limb::inverse_dynamics<robot>(t.s.q, t.s.qd, t.s.qdd, limb::spring_wrenches<robot, springs>(t.s.q, t.s.qd)), expected.tau);
    see(energy, limb::spring_energy<robot, springs>(t.s.q), held);
    bench.demand("spring_wrenches", e, rounding<double>);
    bench.demand("spring_energy", energy, rounding<double>);

    // a loop by a ball or a rod: J qdd = -Jdot qd, from the points' own motion
    oracle::Surroundings around = t.earth;
    Numbers free = oracle::forward_dynamics(t.bare, t.q, t.qd, t.tau).qdd;
    for (int k = 0; k < loops.count; ++k) {
        const auto& row = R::loops[k];
        const Point a = point_of(t, loops.a[k], vec(row.a_at)), b = point_of(t, loops.b[k], vec(row.b_at));
        const Vec d = b.position - a.position, v = b.velocity - a.velocity, drift = b.bias - a.bias;
        const auto equation = [&](Vec along, Real rate) {
            Numbers J(robot.dof, 0);
            for (int j = 0; j < robot.dof; ++j)
                for (int i = 0; i < 3; ++i)
                    J[j] += (i == 0 ? along.x : i == 1 ? along.y : along.z) * (b.jacobian[i][j] - a.jacobian[i][j]);
            around.loops.jacobian.push_back(J);
            around.loops.wanted.push_back(-oracle::dot(along, drift) - rate);
        };
        if (row.joint == limb::Loop::distance) equation(d, oracle::dot(v, v));   // (d.d)'/2 = d.v
        else for (const Vec axis : {Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}) equation(axis, 0);
    }
    const auto found = limb::loop_forward_dynamics<robot, loops>(t.s.q, t.s.qd, t.s.tau, limb::Stabilisation<double>{0, 0});
    // what is ill conditioned, limb reports or leaves out as redundant
    const std::size_t m = around.loops.wanted.size();
    oracle::Matrix A(m, Numbers(m, 0));
    const auto M = oracle::mass_matrix(t.bare, t.q);
    for (std::size_t i = 0; i < m; ++i) {
        const auto x = oracle::solve(M, around.loops.jacobian[i]);
        for (std::size_t j = 0; j < m; ++j)
            for (int k = 0; k < robot.dof; ++k) A[i][j] += x[k] * around.loops.jacobian[j][k];
    }
    for (std::size_t i = 0; i < m; ++i)
        if (!(A[i][i] > 1e-9L)) return;
    const double kappa = condition(A) * condition(M);
    if (!(kappa < 1e6)) return;
    const auto moves = oracle::forward_dynamics(t.bare, t.q, t.qd, t.tau, around).qdd;
    Error loop;
    for (const Real x : free) loop.at_least(magnitude(x));
    see_all(loop, found.qdd, moves);
    bench.demand("loop_forward_dynamics", loop, rounding<double> * std::max(1.0, kappa / 100));
    Error status;
    status.see(found.status == limb::LoopStatus::ok, 1);
    bench.demand("loop_forward_dynamics's status", status, 0);
}

template <class R, Form form> [[maybe_unused]] constexpr auto trunk_of = limb::tree(R::trunk, form);
template <class R, Form form> [[maybe_unused]] constexpr auto leg_of = limb::tree(R::leg, form);

template <class R, Form form> void check_parts(const Bench& bench, const Trial<tree_of<R, form>, R, double>& t) {
    constexpr const auto& whole = tree_of<R, form>;
    constexpr const auto& trunk = trunk_of<R, form>;
    constexpr const auto& leg = leg_of<R, form>;
    // the numbers of a part, by its rows' places in the whole
    const auto part = [&](const auto& robot, const int (&row)[], auto& q, auto& qd, auto& tau) {
        for (int k = 0; k < robot.rows; ++k) {
            for (int i = 0; i < limb::numbers_in_q(robot.given[k].joint); ++i) q[robot.row_position[k] + i] = t.s.q[whole.row_position[row[k]] + i];
            for (int i = 0; i < limb::freedoms(robot.given[k].joint); ++i) {
                qd[robot.row_dof[k] + i] = t.s.qd[whole.row_dof[row[k]] + i];
                tau[robot.row_dof[k] + i] = t.s.tau[whole.row_dof[row[k]] + i];
            }
        }
    };
    limb::Positions<trunk, double> q{};
    limb::Joints<trunk, double> qd{}, tau{};
    part(trunk, R::trunk_row, q, qd, tau);
    limb::Positions<leg, double> leg_q{};
    limb::Joints<leg, double> leg_qd{}, leg_tau{};
    part(leg, R::leg_row, leg_q, leg_qd, leg_tau);

    t.with_base([&](const auto&... o) {
        const auto mount = limb::mount_motion<trunk, R::mount>(q, qd, o...);
        const limb::Carried<R::mount, double> carried{limb::grip_of<leg>(leg_q, leg_qd, leg_tau, mount)};
        const auto qdd = limb::forward_dynamics<trunk>(q, qd, tau, carried, o...);
        const auto leg_qdd = limb::forward_dynamics<leg>(leg_q, leg_qd, leg_tau, limb::mount_motion<trunk, R::mount>(q, qd, qdd, o...));
        auto around = t.around;
        around.wrenches.clear();
        const auto expected = oracle::forward_dynamics(t.bare, t.q, t.qd, t.tau, around).qdd;
        const double kappa = condition(oracle::mass_matrix(t.bare, t.q));
        if (!(kappa < worst_condition)) return;
        Error e;
        const auto see_part = [&](const auto& robot, const int (&row)[], const auto& got) {
            for (int k = 0; k < robot.rows; ++k)
                for (int i = 0; i < limb::freedoms(robot.given[k].joint); ++i)
                    see(e, got[robot.row_dof[k] + i], expected[whole.row_dof[row[k]] + i]);
        };
        see_part(trunk, R::trunk_row, qdd);
        see_part(leg, R::leg_row, leg_qdd);
        bench.demand("grip_of, Carried and mount_motion", e, rounding<double> * std::max(1.0, kappa / 10));
    }, t.gravity);
}

// ---- all of a robot

// in the test run only in one form, the next robot in the other
#ifdef LIMB_RANDOM_EVERYTHING
constexpr bool everything = true;
#else
constexpr bool everything = false;
#endif

template <class R, Form form> void check_built_on_it(const Bench& bench) {
    constexpr const auto& robot = tree_of<R, form>;
    const Trial<robot, R, double> t;
    check_torques<robot, R>(bench, t);
    check_accelerations<robot, R>(bench, t);
    check_wholes<robot, R>(bench, t);
    check_regressor<robot, R>(bench, t);
    check_joints<robot, R>(bench, t);
    if constexpr (R::extra == Extra::derivatives) check_derivatives<robot, R>(bench, t);
    if constexpr (R::extra == Extra::closed) check_closed<R, form>(bench, t);
    if constexpr (R::extra == Extra::parts) check_parts<R, form>(bench, t);
}
template <class R, Form form> void check(const char* name) {
    const Bench bench{R::number, name, "double"};
    check_core<tree_of<R, form>, R, double>(bench);
    if constexpr (everything || (R::number % 2 == 0) == (form == Form::unrolled)) {
        check_core<tree_of<R, form>, R, float>({R::number, name, "float"});
        check_built_on_it<R, form>(bench);
    }
}
template <class... R> void check_all(Robots<R...>) {
    (check<R, Form::unrolled>("unrolled"), ...);
    (check<R, Form::looped>("looped"), ...);
    ([] { if constexpr (R::twins) check<R, Form::shared>("shared"); }(), ...);
}
void test_robots_that_nobody_chose() {
    check_all(drawn);
    TEST_ASSERT_EQUAL_INT(0, failures);
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_robots_that_nobody_chose);
    return UNITY_END();
}
