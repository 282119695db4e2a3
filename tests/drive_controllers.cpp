// The controllers do what their equations say: torques go through forward dynamics, and the accelerations must obey the
// law that each controller promises. The gimbal stabiliser then holds a camera still on a shaking base, link and all.
#include "drive/computed_torque.hpp"
#include "drive/joint_impedance.hpp"
#include "drive_host.hpp"
#include "measure.hpp"
#include "robots/arm6.hpp"
#include "robots/gimbal3.hpp"
#include "small_robots.hpp"
#include "states.hpp"

namespace {

using measure::Error;
using measure::Worst;
using robots::arm6;
using robots::gimbal3;
using states::Random;
using Vector = limb::Vector<float>;

constexpr int samples = 50;

void demand(const Worst& worst, double tolerance) {
    measure::Line() << "  " << worst.name << ": " << worst.error << " of " << tolerance;
    TEST_ASSERT_TRUE_MESSAGE(worst.error <= tolerance, worst.name);
}

template <const auto& robot_> struct Case {
    static constexpr const auto& robot = robot_;
    drive::Sample<robot> now;
    drive::Reference<robot> reference;
    drive::Gains<robot> gains = drive::gains_for<robot>(30);

    explicit Case(Random& random) {
        random.fill(now.q, 1);
        random.fill(now.qd, 2);
        random.fill(reference.q, 1);
        random.fill(reference.qd, 2);
        random.fill(reference.qdd, 20);
        for (auto* gain : {&gains.kp, &gains.kd, &gains.stiffness, &gains.damping})
            for (float& x : *gain) x *= 1 + random.uniform(0.5f);
    }
};

template <const auto& robot, class Visit> void at_random(Visit visit) {
    Random random(robot.dof);
    for (int n = 0; n < samples; ++n) visit(Case<robot>(random), random);
}

// --- fixed base
// -------------------------------------------------------------------------------------------------------------

template <const auto& robot> void check_gravity_compensation_holds_still() {
    Worst worst{"qdd against what gravity alone gives"};
    at_random<robot>([&](const Case<robot>& c, Random&) {
        const limb::Joints<robot> rest{};
        const auto qdd = limb::forward_dynamics<robot>(c.now.q, rest, drive::gravity_compensation<robot>(c.now));
        const auto falling = limb::forward_dynamics<robot>(c.now.q, rest, rest);
        Error error;
        for (std::size_t i = 0; i < qdd.size(); ++i) {
            error.see(static_cast<double>(qdd[i]), 0);
            error.at_least(static_cast<double>(falling[i]));
        }
        worst.see(error);
    });
    demand(worst, 1e-4);
}

// edd + kd ed + kp e = 0
template <const auto& robot> void check_computed_torque_makes_the_error_linear() {
    Worst worst{"edd + kd ed + kp e"};
    at_random<robot>([&](const Case<robot>& c, Random&) {
        const auto qdd = limb::forward_dynamics<robot>(c.now.q, c.now.qd,
                                                       drive::computed_torque<robot>(c.gains, c.now, c.reference));
        Error error;
        for (std::size_t i = 0; i < qdd.size(); ++i) {
            const float e = c.reference.q[i] - c.now.q[i], ed = c.reference.qd[i] - c.now.qd[i];
            error.see(static_cast<double>(qdd[i]),
                      static_cast<double>(c.reference.qdd[i] + c.gains.kd[i] * ed + c.gains.kp[i] * e));
        }
        worst.see(error);
    });
    demand(worst, 1e-4);
}

// The same robot with springs, dampers and friction in all joints but the second: computed torque gives what they take,
// dampers and friction at the reference's velocity; gravity compensation what springs take.
template <std::size_t n> constexpr auto with_elements(const limb::Row (&rows)[n]) {
    double size = 0;
    return small_robots::changed(rows, [&](limb::Row& row) {
        if ((size += 0.5) == 1) return;
        row.damping = 0.4 * size;
        row.friction = 0.3 * size;
        row.friction_velocity = 0.5 / size;  // so slow to grow that its curve is seen
        row.stiffness = 2 * size;
        row.rest = 0.1 * size;
    });
}
template <const auto& robot> constexpr auto sprung = limb::tree(with_elements(robot.given).row);

template <const auto& robot> limb::Joints<robot> taken_by_elements(const auto& q, const auto& qd) {
    limb::Joints<robot> tau{};
    for (std::size_t i = 0; i < tau.size(); ++i) {
        const limb::Row& row = robot.given[i];
        const double out = static_cast<double>(q[i]) - row.rest, v = static_cast<double>(qd[i]);
        tau[i] = static_cast<float>(row.stiffness * out + row.damping * v +
                                    row.friction * v / std::hypot(v, row.friction_velocity));
    }
    return tau;
}
template <const auto& robot> void check_elements_are_fed_forward() {
    constexpr const auto& other = sprung<robot>;
    for (int n = 0; n < samples; ++n) {
        Random random(n), again(n);
        const Case<robot> c(random);
        const Case<other> d(again);
        const auto without = drive::computed_torque<robot>(c.gains, c.now, c.reference);
        const auto with = drive::computed_torque<other>(d.gains, d.now, d.reference);
        const auto taken = taken_by_elements<other>(d.now.q, d.reference.qd);
        const auto held = drive::gravity_compensation<robot>(c.now);
        const auto held_too = drive::gravity_compensation<other>(d.now);
        const auto springs = taken_by_elements<other>(d.now.q, limb::Joints<other>{});
        for (std::size_t i = 0; i < taken.size(); ++i) {
            TEST_ASSERT_FLOAT_WITHIN(1e-3f, taken[i], with[i] - without[i]);
            TEST_ASSERT_FLOAT_WITHIN(1e-4f, springs[i], held_too[i] - held[i]);
        }
    }
}

// M qdd + V(q, qd) = K e + D ed: the robot's own inertia on springs and dampers, without gravity
template <const auto& robot> void check_joint_impedance_is_a_spring_and_a_damper() {
    Worst worst{"M qdd + V - K e - D ed"};
    at_random<robot>([&](const Case<robot>& c, Random&) {
        const auto qdd = limb::forward_dynamics<robot>(c.now.q, c.now.qd,
                                                       drive::joint_impedance<robot>(c.gains, c.now, c.reference));
        const auto felt = limb::inverse_dynamics<robot>(c.now.q, c.now.qd, qdd, limb::no_gravity);
        Error error;
        error.see_all(felt, drive::pd<robot>(c.gains, c.now, c.reference));
        worst.see(error);
    });
    demand(worst, 1e-4);
}

template <const auto& robot> void check_pd() {
    at_random<robot>([&](const Case<robot>& c, Random&) {
        const auto tau = drive::pd<robot>(c.gains, c.now, c.reference);
        for (std::size_t i = 0; i < tau.size(); ++i) {
            const float expected = c.gains.stiffness[i] * (c.reference.q[i] - c.now.q[i]) +
                                   c.gains.damping[i] * (c.reference.qd[i] - c.now.qd[i]);
            TEST_ASSERT_EQUAL_FLOAT(expected, tau[i]);
        }
    });
}

// PD's gains are computed torque's, times the inertia that each joint moves.
template <const auto& robot> void check_gains_go_together() {
    constexpr auto gains = drive::gains_for<robot>(30);
    const auto M = limb::mass_matrix<robot>(limb::Positions<robot>{});
    for (std::size_t i = 0; i < M.size(); ++i) {
        TEST_ASSERT_EQUAL_FLOAT(900, gains.kp[i]);
        TEST_ASSERT_EQUAL_FLOAT(60, gains.kd[i]);
        TEST_ASSERT_FLOAT_WITHIN(1e-5f * 900 * M[i][i], 900 * M[i][i], gains.stiffness[i]);
        TEST_ASSERT_FLOAT_WITHIN(1e-5f * 60 * M[i][i], 60 * M[i][i], gains.damping[i]);
    }
}

template <const auto& robot> void check_all() {
#define CHECK(check) UnityDefaultTestRun(check<robot>, #check, __LINE__)
    CHECK(check_gravity_compensation_holds_still);
    CHECK(check_computed_torque_makes_the_error_linear);
    CHECK(check_elements_are_fed_forward);
    CHECK(check_joint_impedance_is_a_spring_and_a_damper);
    CHECK(check_pd);
    CHECK(check_gains_go_together);
}

// --- the base's motion: turns about z, y and x, each a sum of 2 Hz and 7 Hz; shaken along all axes
// ------------------------------

struct Angle {
    float value, rate, acceleration;
};
Angle shake(float t, float amplitude, float phase) {
    constexpr float w2 = 2 * 2 * std::numbers::pi_v<float>, w7 = 7 * 2 * std::numbers::pi_v<float>;
    const auto two = limb::sin_cos(w2 * t + phase), seven = limb::sin_cos(w7 * t + 2 * phase);
    const float a2 = amplitude, a7 = 0.2f * amplitude;
    return {a2 * two.s + a7 * seven.s, a2 * w2 * two.c + a7 * w7 * seven.c,
            -a2 * w2 * w2 * two.s - a7 * w7 * w7 * seven.s};
}

struct BaseState {
    limb::Rotation<float> attitude;  // Rz(yaw) Ry(pitch) Rx(roll): x_world = attitude x_base
    limb::Imu<float> imu;
};
BaseState base_at(float t, float amplitude) {
    const Angle y = shake(t, amplitude, 0.5f), p = shake(t, amplitude, 1.7f), r = shake(t, amplitude, 2.9f);
    const auto sy = limb::sin_cos(y.value), sp = limb::sin_cos(p.value), sr = limb::sin_cos(r.value);
    BaseState b;
    b.attitude = {{sy.c * sp.c, sy.c * sp.s * sr.s - sy.s * sr.c, sy.c * sp.s * sr.c + sy.s * sr.s},
                  {sy.s * sp.c, sy.s * sp.s * sr.s + sy.c * sr.c, sy.s * sp.s * sr.c - sy.c * sr.s},
                  {-sp.s, sp.c * sr.s, sp.c * sr.c}};
    b.imu.angular_velocity = {r.rate - y.rate * sp.s, p.rate * sr.c + y.rate * sp.c * sr.s,
                              y.rate * sp.c * sr.c - p.rate * sr.s};
    const float yp = y.rate * p.rate, yr = y.rate * r.rate, pr = p.rate * r.rate;
    b.imu.angular_acceleration = {
        r.acceleration - y.acceleration * sp.s - yp * sp.c,
        p.acceleration * sr.c - pr * sr.s + y.acceleration * sp.c * sr.s - yp * sp.s * sr.s + yr * sp.c * sr.c,
        y.acceleration * sp.c * sr.c - yp * sp.s * sr.c - yr * sp.c * sr.s - p.acceleration * sr.s - pr * sr.c};
    const Vector shaken{shake(t, 5e-3f, 0.1f).acceleration, shake(t, 5e-3f, 0.9f).acceleration,
                        shake(t, 5e-3f, 2.1f).acceleration + 9.81f};
    b.imu.acceleration = limb::transpose(b.attitude) * shaken;
    return b;
}

float length(Vector v) { return std::sqrt(limb::dot(v, v)); }
// the angle between two attitudes, as long as it is small
float angle_between(const limb::Rotation<float>& a, const limb::Rotation<float>& b) {
    const auto x = limb::transpose(a), y = limb::transpose(b);
    return 0.5f * length(limb::cross(x.x, y.x) + limb::cross(x.y, y.y) + limb::cross(x.z, y.z));
}

void test_the_base_of_these_tests_moves_as_it_says() {  // rates against differences of the attitude
    constexpr float h = 1e-3f;
    for (float t = 0; t < 1; t += 0.0617f) {
        const BaseState before = base_at(t - h, 0.1f), now = base_at(t, 0.1f), after = base_at(t + h, 0.1f);
        const auto E = limb::transpose(limb::transpose(before.attitude) * after.attitude);
        const Vector turned{0.5f * (E.y.z - E.z.y), 0.5f * (E.z.x - E.x.z), 0.5f * (E.x.y - E.y.x)};
        TEST_ASSERT_TRUE(length(turned * (0.5f / h) - now.imu.angular_velocity) < 5e-3f);
        const Vector al = (after.imu.angular_velocity - before.imu.angular_velocity) * (0.5f / h);
        TEST_ASSERT_TRUE(length(al - now.imu.angular_acceleration) < 0.1f);
    }
}

void test_the_attitude_follows_its_rate() {
    constexpr float dt = 1e-3f;
    drive::IntegratedAttitude attitude;
    const BaseState start = base_at(0, 0.3f);
    attitude.start(start.imu.angular_velocity, start.imu.angular_acceleration);
    float worst = 0;
    for (int n = 1; n <= 2000; ++n) {
        const BaseState now = base_at(static_cast<float>(n) * dt, 0.3f);
        attitude.follow(now.imu.angular_velocity, now.imu.angular_acceleration, dt);
        // start's axes as the body sees them, against the same from the angles
        const auto expected = limb::transpose(now.attitude) * start.attitude;
        const limb::Rotation<float> got = limb::transpose(limb::Rotation<float>{
            attitude.to_body({1, 0, 0}), attitude.to_body({0, 1, 0}), attitude.to_body({0, 0, 1})});
        worst = std::max(worst, angle_between(expected, got));
    }
    measure::Line() << "  rad off in 2 s of shaking: " << static_cast<double>(worst);
    TEST_ASSERT_TRUE(worst < 2e-5f);
}

// --- the gimbal stabiliser
// ------------------------------------------------------------------------------------------------------

// The law at random states, the base's axes being the inertial ones: al = al_s + kp e + kd ed, with one kp and kd for
// all.
void test_the_camera_obeys_its_error_equation() {
    Worst worst{"al - al_s - kd ed - kp e"};
    at_random<gimbal3>([&](Case<gimbal3> c, Random& random) {
        constexpr float kp = 400, kd = 40, off = 0.2f;
        for (std::size_t i = 0; i < 3; ++i) c.gains.kp[i] = kp, c.gains.kd[i] = kd;
        c.reference.q = c.now.q;
        c.reference.q[2] += off;  // the error is then a turn about the last axis
        for (Vector* v : {&c.now.base.angular_velocity, &c.now.base.angular_acceleration, &c.now.base.acceleration})
            *v = {random.uniform(3), random.uniform(3), random.uniform(3)};
        drive::GimbalStabiliser<gimbal3> stabiliser;
        stabiliser.start(c.now);
        const auto tau = stabiliser.torque(c.gains, c.now, c.reference);
        TEST_ASSERT_TRUE(tau.has_value());
        const auto& base = c.now.base;
        const auto qdd = limb::forward_dynamics<gimbal3>(c.now.q, c.now.qd, tau.value(), base);

        const auto at = limb::kinematics<gimbal3, 2>(c.now.q, c.now.qd, qdd),
                   set = limb::kinematics<gimbal3, 2>(c.reference.q, c.reference.qd, c.reference.qdd);
        const Vector al = base.angular_acceleration + at.angular_acceleration +
                          limb::cross(base.angular_velocity, at.angular_velocity);
        const auto J = limb::jacobian<gimbal3, 2>(c.now.q);
        const auto half = limb::sin_cos(off / 2);
        const Vector e = Vector{J[0][2], J[1][2], J[2][2]} * (2 * half.s / half.c);
        const Vector ed = set.angular_velocity - base.angular_velocity - at.angular_velocity;
        const Vector expected = set.angular_acceleration + ed * kd + e * kp;
        Error error;
        error.see(static_cast<double>(al.x), static_cast<double>(expected.x));
        error.see(static_cast<double>(al.y), static_cast<double>(expected.y));
        error.see(static_cast<double>(al.z), static_cast<double>(expected.z));
        worst.see(error);
    });
    demand(worst, 1e-4);
}

// where the camera moves as it shall, at the velocity that the joints have
void test_the_stabiliser_feeds_elements_forward() {
    constexpr const auto& other = sprung<gimbal3>;
    const auto torque = [](auto& c) {
        c.reference.q = c.now.q, c.reference.qd = c.now.qd;
        drive::GimbalStabiliser<std::remove_reference_t<decltype(c)>::robot> stabiliser;
        stabiliser.start(c.now);
        const auto tau = stabiliser.torque(c.gains, c.now, c.reference);
        TEST_ASSERT_TRUE(tau.has_value());
        return tau.value();
    };
    for (int n = 0; n < samples; ++n) {
        Random random(n), again(n);
        Case<gimbal3> c(random);
        Case<other> d(again);
        const auto without = torque(c);
        const auto with = torque(d), taken = taken_by_elements<other>(d.now.q, d.now.qd);
        for (std::size_t i = 0; i < 3; ++i) TEST_ASSERT_FLOAT_WITHIN(1e-4f, taken[i], with[i] - without[i]);
    }
}

void test_gimbal_lock_and_half_a_turn_are_refused() {
    drive::GimbalStabiliser<gimbal3> stabiliser;
    drive::Sample<gimbal3> now;
    drive::Reference<gimbal3> reference;
    const auto gains = drive::gains_for<gimbal3>(30);
    stabiliser.start(now);
    TEST_ASSERT_TRUE(stabiliser.torque(gains, now, reference).has_value());
    now.q[1] = reference.q[1] = std::numbers::pi_v<float> / 2 - 0.05f;  // pitched until roll and yaw are one
    const auto locked = stabiliser.torque(gains, now, reference);
    TEST_ASSERT_FALSE(locked.has_value());
    TEST_ASSERT_EQUAL(drive::Fault::gimbal_lock, locked.error());
    now.q[1] = reference.q[1] = 0;
    reference.q[0] = std::numbers::pi_v<float>;
    TEST_ASSERT_FALSE(stabiliser.torque(gains, now, reference).has_value());
}

// Two seconds on the shaking base: a plant of forward dynamics, the drive's whole loop, frames over its link, now and
// then one lost. Returns the largest pointing error after the first half second, rad.
float pointing_error(drive::BaseMotion base_motion) {
    constexpr int substeps = 2;
    constexpr float dt = 1e-3f, h = dt / substeps;
    drive::DriveConfig<gimbal3> config;
    config.base_motion = base_motion;
    drive_host::Host<gimbal3> host(config);
    limb::Positions<gimbal3> q{0.2f, -0.3f, 0.1f};
    limb::Joints<gimbal3> qd{}, tau{};
    const auto sense = [&](float t) {
        host.tick.sample = {q, qd, base_at(t, 0.1f).imu};
        host.tick.controller = drive::Controller::gimbal_stabiliser;
    };
    sense(0);
    host.tick.reference.q = q;
    host.go_to(drive::State::active);
    const auto wanted = base_at(0, 0.1f).attitude * limb::kinematics<gimbal3, 2>(q).rotation;

    float worst = 0;
    for (int n = 0; n < 2000; ++n) {
        const float t = static_cast<float>(n) * dt;
        sense(t);
        if (n % 100 == 99)
            host.silence(1);
        else
            host.step();
        tau = host.loop.torque();
        if (n >= 500)
            worst = std::max(
                worst, angle_between(wanted, base_at(t, 0.1f).attitude * limb::kinematics<gimbal3, 2>(q).rotation));
        for (int s = 0; s < substeps; ++s) {  // midpoint rule
            const float from = t + static_cast<float>(s) * h;
            const auto rate = [&](const auto& at_q, const auto& at_qd, float at) {
                return limb::forward_dynamics<gimbal3>(at_q, at_qd, tau, base_at(at, 0.1f).imu);
            };
            const auto a = rate(q, qd, from);
            auto mid_q = q;
            auto mid_qd = qd;
            for (std::size_t i = 0; i < 3; ++i) mid_q[i] += qd[i] * (h / 2), mid_qd[i] += a[i] * (h / 2);
            const auto b = rate(mid_q, mid_qd, from + h / 2);
            for (std::size_t i = 0; i < 3; ++i) q[i] += mid_qd[i] * h, qd[i] += b[i] * h;
        }
    }
    TEST_ASSERT_EQUAL(drive::State::active, host.loop.state());
    return worst;
}

void test_the_camera_stands_still_on_a_shaking_base() {
    const float with = pointing_error(drive::BaseMotion::fed_forward),
                without = pointing_error(drive::BaseMotion::ignored);
    measure::Line() << "  pointing error, rad: " << static_cast<double>(with) << ", without the base fed forward "
                    << static_cast<double>(without);
    TEST_ASSERT_TRUE(with < 3e-3f);
    TEST_ASSERT_TRUE(without > 20 * with);  // the test can fail
}

}  // namespace

int main() {
    UNITY_BEGIN();
    check_all<arm6>();
    check_all<gimbal3>();
    RUN_TEST(test_the_base_of_these_tests_moves_as_it_says);
    RUN_TEST(test_the_attitude_follows_its_rate);
    RUN_TEST(test_the_camera_obeys_its_error_equation);
    RUN_TEST(test_the_stabiliser_feeds_elements_forward);
    RUN_TEST(test_gimbal_lock_and_half_a_turn_are_refused);
    RUN_TEST(test_the_camera_stands_still_on_a_shaking_base);
    return UNITY_END();
}
