// The oracle that random robots are judged by (oracle/maximal_coordinates.hpp) is itself judged here: by the numbers of other
// engines, by formulas from textbooks, and by mechanisms that can be described in two ways.
#include "oracle/maximal_coordinates.hpp"

#include <cmath>
#include <iterator>

#include "measure.hpp"
#include "random.hpp"
#include "robots/arm6.hpp"
#include "robots/arm7.hpp"
#include "robots/chain16.hpp"
#include "robots/chain8.hpp"
#include "robots/gimbal3.hpp"
#include "robots/go2.hpp"
#include "robots/hya6_trusted.hpp"
#include "robots/quad18.hpp"
#include "robots/stanford6.hpp"
#include "robots/tree15.hpp"
#include "robots/xarm7.hpp"
#include "small_robots.hpp"
#include "unity.h"

void setUp() {}
void tearDown() {}

namespace {

using namespace oracle;
using measure::Error, measure::Worst;
using Rows = std::vector<limb::Row>;

// Of the largest element: what other engines left of their digits, and what long double leaves. Of one unit or the largest
// element: what differences leave.
constexpr double engines = 1e-12, exact = 1e-15, differences = 1e-11;

Error error_of(const Numbers& got, const Numbers& expected) {
    TEST_ASSERT_EQUAL_size_t(expected.size(), got.size());
    Error error;
    for (std::size_t i = 0; i < got.size(); ++i) error.see(static_cast<double>(got[i] - expected[i]), 0);
    for (const Real x : expected) error.at_least(static_cast<double>(x));
    return error;
}
Numbers flat(Vec v) { return {v.x, v.y, v.z}; }
Numbers flat(const Wrench& w) { return {w.moment.x, w.moment.y, w.moment.z, w.force.x, w.force.y, w.force.z}; }

void same(const Numbers& got, const Numbers& expected, double tolerance, const char* what) {
    Error e = error_of(got, expected);
    if (tolerance == differences) e.at_least(1);
    const double error = e.relative();
    if (error > tolerance) measure::Line() << "  " << what << ": " << error << " of " << tolerance;
    TEST_ASSERT_TRUE_MESSAGE(error <= tolerance, what);
}
void same(Vec got, Vec expected, double tolerance, const char* what) { same(flat(got), flat(expected), tolerance, what); }
void same(Real got, Real expected, double tolerance, const char* what) { same(Numbers{got}, Numbers{expected}, tolerance, what); }

// ---- other engines: reference/README.md

template <class Tree> Robot robot_of(const Tree& tree) { return Robot(Rows(std::begin(tree.given), std::end(tree.given))); }

class Record {
  public:
    explicit Record(const char* path) : file_(path) { TEST_ASSERT_TRUE_MESSAGE(file_.is_open(), path); }
    Numbers next(std::size_t count) {
        Numbers numbers;
        for (std::size_t i = 0; i < count; ++i) {
            double x = 0;
            TEST_ASSERT_EQUAL_size_t(sizeof x, file_.read(&x, sizeof x));
            numbers.push_back(x);
        }
        return numbers;
    }
    Vec vec() {
        const Numbers v = next(3);
        return {v[0], v[1], v[2]};
    }

  private:
    port::File file_;
};

void agrees_with_other_engines(const Robot& robot, const char* path) {
    Worst inverse{"inverse"}, forward{"forward"}, gravity{"gravity"}, mass{"mass"}, energy{"energy"}, pose{"pose"};
    Record record(path);
    const std::size_t dof = robot.freedoms;
    const Numbers still(dof, 0);
    for (int state = 0; state < 30; ++state) {
        const Numbers q = record.next(robot.positions), qd = record.next(dof), qdd = record.next(dof), tau = record.next(dof);
        Surroundings around;
        for (std::size_t i = 0; state >= 20 && i < robot.row.size(); ++i) {
            const Vec force = record.vec(), moment = record.vec();
            around.wrenches.push_back({moment, force});
        }
        inverse.see(error_of(inverse_dynamics(robot, q, qd, qdd, around).tau, record.next(dof)));
        forward.see(error_of(forward_dynamics(robot, q, qd, tau, around).qdd, record.next(dof)));
        gravity.see(error_of(inverse_dynamics(robot, q, still, still).tau, record.next(dof)));
        Numbers triangle;
        const Matrix M = mass_matrix(robot, q);
        for (std::size_t i = 0; i < dof; ++i) triangle.insert(triangle.end(), M[i].begin(), M[i].begin() + i + 1);
        mass.see(error_of(triangle, record.next(triangle.size())));
        const Energy e = oracle::energy(robot, q, qd);
        energy.see(error_of({e.kinetic, e.potential}, record.next(2)));
        const Frame last = kinematics(robot, q, qd, qdd).back();
        Numbers place;
        for (const Vec& v : {last.rotation.x, last.rotation.y, last.rotation.z, last.position})
            for (const Real x : flat(v)) place.push_back(x);
        pose.see(error_of(place, record.next(12)));
    }
    measure::Line() << "  " << path << inverse << forward << gravity << mass << energy << pose;
    for (const auto& worst : {inverse, forward, gravity, mass, energy, pose})
        TEST_ASSERT_TRUE_MESSAGE(worst.error <= engines, worst.name);
}
void test_agrees_with_other_engines() {
#define LIMB_TEST_ENGINES(name) agrees_with_other_engines(robot_of(robots::name), "reference/" #name ".bin")
    LIMB_TEST_ENGINES(gimbal3);
    LIMB_TEST_ENGINES(arm6);
    LIMB_TEST_ENGINES(arm7);
    LIMB_TEST_ENGINES(stanford6);
    LIMB_TEST_ENGINES(xarm7);
    LIMB_TEST_ENGINES(hya6_trusted);
    LIMB_TEST_ENGINES(tree15);
    LIMB_TEST_ENGINES(quad18);
    LIMB_TEST_ENGINES(go2);
    LIMB_TEST_ENGINES(chain8);
    LIMB_TEST_ENGINES(chain16);
#undef LIMB_TEST_ENGINES
}

// ---- formulas from textbooks

using enum limb::Joint;
constexpr Real g = 9.81;

void test_pendulum() {
    const Real m = 2, l = 0.5, I = 0.03, q = 0.7, qd = 3, tau = 0.4;
    const Robot robot({{.name = "rod", .joint = revolute_x, .at = {1, 2, 3}, .mass = 2, .com = {0, 0, -0.5}, .inertia = {0.03, 0.04, 0.02}}});
    const Solution s = forward_dynamics(robot, {q}, {qd}, {tau});
    const Real qdd = (tau - m * g * l * std::sin(q)) / (I + m * l * l);
    same(s.qdd, {qdd}, exact, "pendulum");
    same(inverse_dynamics(robot, {q}, {qd}, {qdd}).tau, {tau}, exact, "pendulum's torque");
    // in the rod's axes the pin carries weight, m l qd^2 along the rod and m l qdd across it
    const Vec force{0, m * (g * std::sin(q) + l * qdd), m * (g * std::cos(q) + l * qd * qd)};
    same(s.hinge[0].force, force, exact, "pin's force");
    same(s.hinge[0].moment, {tau, 0, 0}, exact, "pin's moment");
    const Vec in_world{0, std::cos(q) * force.y - std::sin(q) * force.z, std::sin(q) * force.y + std::cos(q) * force.z};
    same(s.on_ground.force, -in_world, exact, "force on the ground");
    same(s.on_ground.moment, -(Vec{tau, 0, 0} + cross({1, 2, 3}, in_world)), exact, "moment on the ground");
}

void test_double_pendulum() {   // point masses on strings of lengths a and b, angles absolute and relative
    const Real m = 2, n = 3, a = 0.5, b = 0.8, u = 0.4, r = -1.1, ud = 2, rd = -3, udd = 5, rdd = 7;
    const Robot robot({{.name = "upper", .joint = revolute_y, .mass = 2, .com = {0, 0, -0.5}},
                       {.name = "lower", .joint = revolute_y, .at = {0, 0, -0.5}, .mass = 3, .com = {0, 0, -0.8}}});
    const Real wd = ud + rd, c = std::cos(r), s = std::sin(r);
    const Real second = n * b * b * (udd + rdd) + n * a * b * c * udd + n * a * b * s * ud * ud + n * g * b * std::sin(u + r);
    const Real first = second + (m + n) * a * a * udd + n * a * b * (c * (udd + rdd) - s * wd * wd) + (m + n) * g * a * std::sin(u);
    same(inverse_dynamics(robot, {u, r}, {ud, rd}, {udd, rdd}).tau, {first, second}, 4 * exact, "double pendulum");
}

void test_top() {   // Euler's equations of a free body; steady precession of a heavy top
    const Robot body({{.name = "body", .joint = floating, .mass = 2, .inertia = {0.1, 0.2, 0.25}}});
    const Numbers tau{1, 2, 3, 4, 5, 6}, w{1, -2, 3, 0.5, -0.25, 0.125};
    Surroundings space;
    space.gravity = {};
    const Numbers qdd = forward_dynamics(body, {1, 0, 0, 0, 3, 2, 1}, w, tau, space).qdd;
    same(qdd, {(1 - (0.25L - 0.2L) * w[1] * w[2]) / 0.1L, (2 - (0.1L - 0.25L) * w[2] * w[0]) / 0.2L, (3 - (0.2L - 0.1L) * w[0] * w[1]) / 0.25L,
               4 / 2.0L - (w[1] * w[5] - w[2] * w[4]), 5 / 2.0L - (w[2] * w[3] - w[0] * w[5]), 6 / 2.0L - (w[0] * w[4] - w[1] * w[3])},
         1e-14, "free body");

    const Real A = 0.02, C = 0.01, m = 1, l = 0.1, tilt = 0.6, precession = 2;
    const Robot top({{.name = "top", .joint = spherical, .mass = 1, .com = {0, 0, 0.1}, .inertia = {0.01, 0.01, 0.01}}});   // A = 0.01 + m l^2
    const Real spin = (m * g * l + A * precession * precession * std::cos(tilt)) / (C * precession);   // w along its own axis
    // tilted about x; in the body's axes precession is (0, sin, cos), and its direction turns against the body with the rest of the spin
    const Vec p = Vec{0, std::sin(tilt), std::cos(tilt)} * precession, own{0, 0, spin - p.z}, rate = cross(p, own);
    const Numbers found = forward_dynamics(top, {std::cos(tilt / 2), std::sin(tilt / 2), 0, 0}, flat(p + own), {0, 0, 0}).qdd;
    same(found, flat(rate), 1e-14, "steady precession");
}

void test_screw_plane_cylinder() {
    // a nut that turns down a screw by its weight
    const Robot nut({{.name = "nut", .joint = helical, .pitch = 0.02, .mass = 3, .inertia = {0.1, 0.1, 0.004}, .armature = 0.001}});
    const Solution s = forward_dynamics(nut, {1.2}, {5}, {0.1});
    const Real qdd = (0.1L - 3 * g * 0.02) / (Real{0.004} + 0.001 + Real{3} * 0.02 * 0.02);
    same(s.qdd, {qdd}, exact, "nut");
    same(s.hinge[0].force, {0, 0, 3 * (g + Real{0.02} * qdd)}, exact, "nut's force");

    // a puck on an icy slope falls; its spin does not care
    const Real slope = 0.3;
    const Robot puck({{.name = "puck", .joint = planar, .rotation = limb::rpy(0, 0.3, 0), .mass = 2, .inertia = {0.1, 0.1, 0.2}}});
    same(forward_dynamics(puck, {1, 2, 3}, {1, -1, 2}, {0, 0, 0.5}).qdd, {g * std::sin(slope), 0, 0.5L / 0.2}, 1e-14, "puck");

    const Robot tube({{.name = "tube", .joint = cylindrical, .axis = {0, 0.6, 0.8}, .mass = 2, .inertia = {0.1, 0.1, 0.1}}});
    same(forward_dynamics(tube, {1, 2}, {4, 5}, {0.3, 0.7}).qdd, {0.3L / 0.1, (0.7L - 2 * g * 0.8) / 2}, 1e-14, "tube");
}

void test_driven_base() {   // a slide on an accelerating, turning table: in its axes, a + al x r + w x (w x r) + 2 w x v
    const Robot slide({{.name = "slide", .joint = prismatic_x, .at = {0.5, 0, 0}, .mass = 2, .inertia = {1, 1, 1}, .rotor = 0.01, .gear = 5}});
    Surroundings around;
    around.angular_velocity = {0, 0, 3};
    around.angular_acceleration = {0, 0, 4};
    around.acceleration = {1, 2, 0};
    around.velocity = {0.25, 0, 0};
    const Solution s = inverse_dynamics(slide, {0.25}, {1.5}, {0.5}, around);
    same(s.tau, {2 * (0.5L + 1 - 9 * 0.75L) + 25 * Real{0.01} * 0.5L}, exact, "push");
    same(s.hinge[0].force, {2 * (0.5L + 1 - 9 * 0.75L), 2 * (2 + 4 * 0.75L + 2 * 3 * 1.5L), 2 * g}, exact, "guide");
    same(s.hinge[0].moment, {0, 0, 4}, exact, "guide's moment");
    same(s.row[0].velocity, {0.25L + 1.5L, 3 * 0.75L, 0}, exact, "velocity");
}

// ---- two descriptions of one mechanism

// Random state; a small robot with every joint
struct Sample {
    Numbers q, qd, qdd, tau;
    Sample(const Robot& robot, states::Random& random) {
        for (int i = 0; i < robot.positions; ++i) q.push_back(random.uniform(2));
        for (int i = 0; i < robot.freedoms; ++i) {
            qd.push_back(random.uniform(3));
            qdd.push_back(random.uniform(10));
            tau.push_back(random.uniform(20));
        }
        for (std::size_t i = 0; i < robot.row.size(); ++i) {
            if (robot.row[i].joint != floating && robot.row[i].joint != spherical) continue;
            Real* a = q.data() + robot.position[i];
            const Real length = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
            for (int k = 0; k < 4; ++k) a[k] /= length;
        }
    }
};
Vec random_vec(states::Random& random, float size) { return {random.uniform(size), random.uniform(size), random.uniform(size)}; }

template <std::size_t n> Rows rows_of(const limb::Row (&rows)[n]) { return Rows(std::begin(rows), std::end(rows)); }
std::vector<Rows> every_joint() {
    using namespace small_robots;
    return {rows_of(crane_rows), rows_of(walker_rows), rows_of(lamp_rows), rows_of(puck_rows)};
}

// A rotor is a wheel: another row on the parent, about the same axis, whose angle is gear times that of the joint.
void test_rotor_is_a_wheel() {
    const limb::Row base{.name = "base", .joint = spherical, .mass = 3, .com = {0.1, 0.2, -0.1}, .inertia = {0.09, 0.08, 0.03, 0.002, -0.001, 0.003}};
    for (const limb::Joint joint : {revolute, helical}) {
        limb::Row arm{.name = "arm", .joint = joint, .axis = {0.48, 0.64, 0.6}, .pitch = joint == helical ? 0.05 : 0, .at = {0.2, -0.1, 0.3},
                      .rotation = limb::rpy(0.3, 0.5, -0.2), .mass = 1, .com = {0.05, 0.03, -0.1}, .inertia = {0.01, 0.012, 0.008}};
        const limb::Row tip{.name = "tip", .joint = revolute_y, .at = {0.1, 0, 0}, .mass = 1, .inertia = {0.01, 0.01, 0.01}};
        const double J = 0.002, gear = 30;
        // its inertia across the axis, and locked along it, is the parent's: J (axis axis') is subtracted there
        const limb::Row wheel{.name = "wheel", .parent = "base", .joint = revolute, .axis = arm.axis, .at = {-0.3, 0.2, 0.1}, .rotation = arm.rotation,
                              .inertia = {J, J, J}};
        limb::Row lighter = base;
        lighter.inertia.xx -= J; lighter.inertia.yy -= J; lighter.inertia.zz -= J;
        const Robot explicitly({lighter, arm, tip, wheel});
        arm.rotor = J;
        arm.gear = gear;
        const Robot robot({base, arm, tip});

        states::Random random(3);
        const Sample s(robot, random);
        Numbers q = s.q, qd = s.qd, qdd = s.qdd;
        q.push_back(gear * s.q[4]);
        qd.push_back(gear * s.qd[3]);
        qdd.push_back(gear * s.qdd[3]);
        const Solution with = inverse_dynamics(robot, s.q, s.qd, s.qdd), without = inverse_dynamics(explicitly, q, qd, qdd);
        Numbers expected = without.tau;
        expected[3] += gear * expected[5];
        expected.pop_back();
        same(with.tau, expected, 1e-14, "torques");
        for (std::size_t i = 0; i < 3; ++i)
            if (i != 1) same(flat(with.hinge[i]), flat(without.hinge[i]), 1e-14, "hinges");
        same(forward_dynamics(robot, s.q, s.qd, with.tau).qdd, s.qdd, 1e-13, "accelerations");
        same(energy(robot, s.q, s.qd).kinetic, energy(explicitly, q, qd).kinetic, 1e-14, "energy");
        const Momentum p = momentum(robot, s.q, s.qd), e = momentum(explicitly, q, qd);
        same(p.linear, e.linear, 1e-14, "momentum");
        same(p.angular, e.angular, 1e-14, "angular momentum");
    }
}

// A driven base is a floating root that moves so.
void test_driven_base_is_a_root_that_moves() {
    for (const Rows& rows : every_joint()) {
        if (rows[0].joint == floating) continue;
        Rows on_root{{.name = "root", .joint = floating}};
        on_root.insert(on_root.end(), rows.begin(), rows.end());
        const Robot driven(rows), carried(on_root);
        states::Random random(4);
        const Sample s(driven, random);
        Surroundings around;
        around.gravity = random_vec(random, 9);
        around.angular_velocity = random_vec(random, 3);
        around.angular_acceleration = random_vec(random, 9);
        around.velocity = random_vec(random, 2);
        around.acceleration = random_vec(random, 9);
        Surroundings still;
        still.gravity = around.gravity;
        Numbers q{1, 0, 0, 0, 0, 0, 0}, qd = flat(around.angular_velocity), qdd = flat(around.angular_acceleration);
        const auto append = [](Numbers& to, const Numbers& more) { to.insert(to.end(), more.begin(), more.end()); };
        append(q, s.q);
        append(qd, flat(around.velocity));
        append(qd, s.qd);
        append(qdd, flat(around.acceleration - cross(around.angular_velocity, around.velocity)));   // its plain derivative
        append(qdd, s.qdd);
        const Solution a = inverse_dynamics(driven, s.q, s.qd, s.qdd, around), b = inverse_dynamics(carried, q, qd, qdd, still);
        same(a.tau, Numbers(b.tau.begin() + 6, b.tau.end()), 1e-14, "torques");
        same(a.on_ground.force, b.on_ground.force, 1e-14, "force on the base");
        same(a.on_ground.moment, b.on_ground.moment, 1e-14, "moment on the base");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            same(flat(a.hinge[i]), flat(b.hinge[i + 1]), 1e-13, "hinges");
            same(a.row[i].velocity, b.row[i + 1].velocity, 1e-14, "velocity");
            same(a.row[i].acceleration, b.row[i + 1].acceleration, 1e-13, "acceleration");
            const Frame frame = kinematics(driven, s.q, s.qd, s.qdd, around)[i];   // without the forces
            same(frame.acceleration, a.row[i].acceleration, 1e-14, "acceleration by kinematics");
            same(frame.angular_acceleration, a.row[i].angular_acceleration, 1e-14, "angular acceleration by kinematics");
        }
        same(energy(driven, s.q, s.qd, around).kinetic, energy(carried, q, qd, still).kinetic, 1e-14, "energy");
        same(momentum(driven, s.q, s.qd, around).angular, momentum(carried, q, qd, still).angular, 1e-14, "momentum");
    }
}

// A payload is a fixed row, and so is a grip with the inertia of a body; a wrench is a load that they lack.
void test_payload_is_a_fixed_row() {
    const limb::Row crate{.name = "crate", .parent = "arm", .joint = fixed, .mass = 2, .com = {0.1, 0.2, 0.3}, .inertia = {0.1, 0.2, 0.25, 0.01, 0.02, 0.03}};
    const Rows rows = rows_of(small_robots::lamp_rows);
    Rows longer = rows;
    longer.push_back(crate);
    const Robot bare(rows), with_row(longer);
    const Mass mass = mass_of(2, {0.1, 0.2, 0.3}, crate.inertia);
    Robot with_payload = bare;
    with_payload.carry(2, mass);
    states::Random random(5);
    const Sample s(bare, random);
    const Solution row = forward_dynamics(with_row, s.q, s.qd, s.tau), payload = forward_dynamics(with_payload, s.q, s.qd, s.tau);
    same(payload.qdd, row.qdd, 1e-14, "payload");
    same(flat(payload.hinge[1]), flat(row.hinge[1]), 1e-14, "the hinge that carries it");

    // f = m (a - g) + al x h + w x (w x h), n = I al + w x I w + h x (a - g)
    const Vec h = mass.moment, w = transpose(row.row[2].rotation) * row.row[2].angular_velocity;
    const Vec I[] = {mass.inertia.x, mass.inertia.y, mass.inertia.z}, X[] = {{0, -h.z, h.y}, {h.z, 0, -h.x}, {-h.y, h.x, 0}};
    const Vec moment = cross(w, mass.inertia * w), force = cross(w, cross(w, h));
    Grip grip{2, Matrix(6, Numbers(6, 0)), {moment.x, moment.y, moment.z, force.x, force.y, force.z}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            grip.inertia[i][j] = flat(I[i])[j];
            grip.inertia[i][3 + j] = flat(X[i])[j];
            grip.inertia[3 + j][i] = flat(X[i])[j];
        }
        grip.inertia[3 + i][3 + i] = mass.mass;
    }
    Surroundings gripped;
    gripped.grips = {grip};
    same(forward_dynamics(bare, s.q, s.qd, s.tau, gripped).qdd, row.qdd, 1e-14, "grip");

    Surroundings pushed;   // the crate's hinge seen from outside
    const Wrench& on_crate = row.hinge.back();
    pushed.wrenches.assign(bare.row.size(), {});
    pushed.wrenches[2] = {-on_crate.moment, -on_crate.force};
    same(forward_dynamics(bare, s.q, s.qd, s.tau, pushed).qdd, row.qdd, 1e-13, "wrench");
}

// A loop that holds two equal pendulums together makes one of them.
void test_loop() {
    const limb::Row rod{.name = "one", .parent = "world", .joint = revolute_y, .mass = 2, .com = {0, 0, -0.5}, .inertia = {0.1, 0.1, 0.1}};
    limb::Row other = rod, ground{.name = "ground", .joint = fixed};
    other.name = "other";
    limb::Row first = rod;
    first.parent = "";
    other.parent = "ground";
    const Robot pair({ground, first, other}), single({rod});
    Surroundings tied;
    tied.loops = {{{1, -1}}, {0}};
    const Solution s = forward_dynamics(pair, {0.3, 0.3}, {1, 1}, {2, 0}, tied);
    const Real qdd = forward_dynamics(single, {0.3}, {1}, {1}).qdd[0];
    same(s.qdd, {qdd, qdd}, exact, "together");
    same(s.multiplier, {-1}, exact, "what holds them");
}

// ---- what must hold for all of them: derivatives by small steps

template <class F> Numbers slope(const F& f) {   // of f(t) at t = 0, to the sixth order
    constexpr Real h = 1e-3L;
    const Numbers a = f(h), b = f(-h), c = f(2 * h), d = f(-2 * h), e = f(3 * h), k = f(-3 * h);
    Numbers out;
    for (std::size_t i = 0; i < a.size(); ++i) out.push_back((45 * (a[i] - b[i]) - 9 * (c[i] - d[i]) + (e[i] - k[i])) / (60 * h));
    return out;
}

void test_motion_energy_and_momentum_have_their_rates() {
    for (const Rows& rows : every_joint()) {
        const Robot robot(rows);
        states::Random random(7);
        for (int sample = 0; sample < 5; ++sample) {
            const Sample s(robot, random);
            const Solution now = inverse_dynamics(robot, s.q, s.qd, s.qdd);
            const auto along = [&](Real t) { return integrate(robot, s.q, s.qd, t); };
            const auto faster = [&](Real t) {
                Numbers qd = s.qd;
                for (std::size_t i = 0; i < qd.size(); ++i) qd[i] += t * s.qdd[i];
                return qd;
            };
            // positions move with the velocities, and velocities with the accelerations
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const Frame &row = now.row[i];
                same(slope([&](Real t) { return flat(kinematics(robot, along(t), s.qd, s.qdd)[i].position); }), flat(row.velocity), differences, "velocity");
                const Numbers turned = slope([&](Real t) { return flat(kinematics(robot, along(t), s.qd, s.qdd)[i].rotation * Vec{1, 2, 3}); });
                same(turned, flat(cross(row.angular_velocity, row.rotation * Vec{1, 2, 3})), differences, "angular velocity");
                const Matrix J = jacobian(robot, static_cast<int>(i), s.q);
                Numbers v;
                for (int k = 0; k < 6; ++k) {
                    Real sum = 0;
                    for (int d = 0; d < robot.freedoms; ++d) sum += J[k][d] * s.qd[d];
                    v.push_back(sum);
                }
                same(Vec{v[0], v[1], v[2]}, row.angular_velocity, exact * 10, "Jacobian");
                same(Vec{v[3], v[4], v[5]}, row.velocity, exact * 10, "Jacobian");
            }
            const auto rate = [&](const auto& f) {   // d/dt of f(q, qd): by q along qd, and by qd along qdd
                const Numbers by_q = slope([&](Real t) { return f(along(t), s.qd); });
                const Numbers by_qd = slope([&](Real t) { return f(s.q, faster(t)); });
                Numbers sum;
                for (std::size_t i = 0; i < by_q.size(); ++i) sum.push_back(by_q[i] + by_qd[i]);
                return sum;
            };
            for (std::size_t i = 0; i < rows.size(); ++i) {
                same(rate([&](const Numbers& q, const Numbers& qd) { return flat(kinematics(robot, q, qd, s.qdd)[i].velocity); }),
                     flat(now.row[i].acceleration), differences, "acceleration");
                same(rate([&](const Numbers& q, const Numbers& qd) { return flat(kinematics(robot, q, qd, s.qdd)[i].angular_velocity); }),
                     flat(now.row[i].angular_acceleration), differences, "angular acceleration");
            }
            // power is the rate of energy
            Real power = 0;
            for (int d = 0; d < robot.freedoms; ++d) power += now.tau[d] * s.qd[d];
            const Numbers energy_rate = rate([&](const Numbers& q, const Numbers& qd) {
                const Energy e = energy(robot, q, qd);
                return Numbers{e.kinetic, e.potential};
            });
            same(energy_rate[0] + energy_rate[1], power, differences, "power");
            // weight and ground are the rate of momentum (a floating root's tau is what the ground would do)
            const Momentum p = momentum(robot, s.q, s.qd);
            same(rate([&](const Numbers& q, const Numbers& qd) { return flat(momentum(robot, q, qd).linear); }),
                 flat(Vec{0, 0, -g} * p.mass - now.on_ground.force), differences, "momentum");
            same(rate([&](const Numbers& q, const Numbers& qd) { return flat(momentum(robot, q, qd).angular); }),
                 flat(cross(p.com, Vec{0, 0, -g} * p.mass) - now.on_ground.moment), differences, "angular momentum");
            // half the square of speed in the mass matrix is kinetic energy
            const Matrix M = mass_matrix(robot, s.q);
            Real square = 0;
            for (int i = 0; i < robot.freedoms; ++i)
                for (int j = 0; j < robot.freedoms; ++j) square += s.qd[i] * M[i][j] * s.qd[j];
            same(square / 2, energy(robot, s.q, s.qd).kinetic, 1e-15, "mass matrix");
        }
    }
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_pendulum);
    RUN_TEST(test_double_pendulum);
    RUN_TEST(test_top);
    RUN_TEST(test_screw_plane_cylinder);
    RUN_TEST(test_driven_base);
    RUN_TEST(test_rotor_is_a_wheel);
    RUN_TEST(test_driven_base_is_a_root_that_moves);
    RUN_TEST(test_payload_is_a_fixed_row);
    RUN_TEST(test_loop);
    RUN_TEST(test_motion_energy_and_momentum_have_their_rates);
    RUN_TEST(test_agrees_with_other_engines);
    return UNITY_END();
}
