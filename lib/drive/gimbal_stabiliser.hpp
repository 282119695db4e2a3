#pragma once
// Gimbal stabiliser: holds the inertial attitude of the last row's body, the camera, while the base moves.
// For three revolute joints. The base's motion, as an IMU on it measures it, is fed forward through inverse dynamics.
//
// Vectors in base axes. B: the base's attitude, integrated from its rate w_b, in the inertial axes that the base had at
// start(). C(q): the camera's attitude on the base; A(q) = [a1 a2 a3]: the joints' axes, so that the camera turns at
// w_b + A qd. The reference's q, qd, qdd mean the attitude S, rate w_s and angular acceleration al_s that the camera
// would have with these joints on the base as it stood at start().
//
//   attitude error     E = B'S C',  e = 2 tan(angle/2) axis of E = vee(E - E') 2 / (1 + trace E)
//   rate error         ed = B'w_s - (w_b + A qd)
//   what it shall do   al = B'al_s + feedback on e and ed
//   what joints add    al = al_b + A qdd + Ad qd + w_b x A qd   =>   qdd = A^-1 (B'al_s - al_b - Ad qd - w_b x A qd)
//   feedback           qdd += kp A^-1 e + kd A^-1 ed
//   torque             tau = inverse_dynamics(q, qd, qdd, base) - joint_elements(q, qd + A^-1 ed)
//
// On the exact model edd + kd ed + kp e = 0 for small e, whatever the base does. The attitude is as good as the rate's
// integral: a bias of the gyroscope turns the camera at that rate. What is left of a base that shakes at 2 and 7 Hz
// comes from holding a torque for a period: 2.4 mrad at 1 kHz and 0.6 at 4 kHz, against 65 without the base fed forward
// (tests).
#include <etl/expected.h>

#include "drive/fault.hpp"
#include "drive/state.hpp"
#include "limb/algebra/attitude.hpp"

namespace drive {

template <const auto& robot> inline constexpr bool is_gimbal = [] {
    bool yes = robot.dof == 3 && robot.bodies == 3;
    for (int i = 0; yes && i < 3; i++)  // a chain, its rows in order
        yes = robot.body[i].kind == limb::Kind::revolute && robot.body[i].parent == i - 1 && robot.body[i].dof == i;
    return yes;
}();

// A unit quaternion that follows an angular velocity and its derivative: Hermite's rule with coning correction.
class IntegratedAttitude {
  public:
    using Vector = limb::Vector<float>;

    void start(Vector rate, Vector acceleration) {
        w_ = 1;
        v_ = {0, 0, 0};
        rate_ = rate;
        acceleration_ = acceleration;
    }
    // the rate and its derivative now, `seconds` after the last ones, in the axes of what turns
    void follow(Vector rate, Vector acceleration, float seconds) {
        const Vector bend = limb::cross(rate_, rate) + acceleration_ - acceleration;
        const Vector half =
            (rate_ + rate) * (seconds * 0.25f) + bend * (seconds * seconds * (1.0f / 24));  // of the turn
        rate_ = rate;
        acceleration_ = acceleration;
        const float h = limb::dot(half, half), c = 1 - h * 0.5f;
        const Vector s = half * (1 - h * (1.0f / 6));
        const float w = w_ * c - limb::dot(v_, s);
        const Vector v = v_ * c + s * w_ + limb::cross(v_, s);
        const float to_unit = 1.5f - 0.5f * (w * w + limb::dot(v, v));  // Newton's step towards 1 / length
        w_ = w * to_unit;
        v_ = v * to_unit;
    }
    // an inertial vector in the axes of what turns
    Vector to_body(Vector x) const { return limb::internal::rotated_back(w_, v_, x); }

  private:
    float w_ = 1;
    Vector v_{0, 0, 0}, rate_{0, 0, 0}, acceleration_{0, 0, 0};
};

template <const auto& robot> class GimbalStabiliser {
    static_assert(is_gimbal<robot>, "drive: the gimbal stabiliser is for three revolute joints");
    using Vector = limb::Vector<float>;
    static constexpr int camera = robot.rows - 1;

  public:
    // The base's axes are the inertial ones from now on.
    void start(const Sample<robot>& now) { base_.start(now.base.angular_velocity, now.base.angular_acceleration); }
    // The next sample, `seconds` after the last one.
    void follow(const Sample<robot>& now, float seconds) {
        base_.follow(now.base.angular_velocity, now.base.angular_acceleration, seconds);
    }

    // N m, or Fault::gimbal_lock: the axes are within 6 degrees of a plane, or the camera is nearly half a turn off.
    [[nodiscard]] etl::expected<limb::Joints<robot>, Fault> torque(
        const Gains<robot>& gains, const Sample<robot>& now, const Reference<robot>& reference,
        BaseMotion base_motion = BaseMotion::fed_forward) const {
        const auto pose = limb::pose<robot>(now.q);
        const Camera at(pose, now.qd), set(limb::pose<robot>(reference.q), reference.qd);
        const Vector w_b = now.base.angular_velocity;

        // A^-1 = [a2 x a3, a3 x a1, a1 x a2]' / det A
        const Vector n[] = {limb::cross(at.a2, at.a3), limb::cross(at.a3, at.a1), limb::cross(at.a1, at.a2)};
        const float det = limb::dot(at.a1, n[0]);
        // E = B'S C' is the sum of s c' over the columns s of B'S and c of C; vee(s c' - c s') = c x s
        const Vector sx = base_.to_body(set.x), sy = base_.to_body(set.y), sz = base_.to_body(set.z);
        const float scale = 1 + limb::dot(sx, at.x) + limb::dot(sy, at.y) + limb::dot(sz, at.z);
        if (det * det < 0.01f || scale < 0.01f) return etl::unexpected<Fault>(Fault::gimbal_lock);

        const Vector e = (limb::cross(at.x, sx) + limb::cross(at.y, sy) + limb::cross(at.z, sz)) * (2 / scale);
        const Vector ed = base_.to_body(set.rate) - w_b - at.rate;
        Vector al = base_.to_body(set.acceleration(reference.qd, reference.qdd)) - at.acceleration(now.qd, {});
        limb::Imu<float> base{.acceleration = {0, 0, 9.81f}};
        if (base_motion == BaseMotion::fed_forward) {
            al = al - now.base.angular_acceleration - limb::cross(w_b, at.rate);
            base = now.base;
        }

        limb::Joints<robot> qdd, qd;
        for (std::size_t i = 0; i < 3; i++) {
            const Vector row = n[i] * (1 / det);
            const float qd_error = limb::dot(row, ed);
            qdd[i] = limb::dot(row, al) + gains.kp[i] * limb::dot(row, e) + gains.kd[i] * qd_error;
            qd[i] = now.qd[i] + qd_error;
        }
        return less<robot>(limb::inverse_dynamics<robot>(pose, now.qd, qdd, base),
                           limb::joint_elements<robot>(now.q, qd));
    }

  private:
    // The first axis is fixed in the base, the others in the rows that they turn.
    struct Axes {
        Vector first, second, third;
    };
    static constexpr int middle = robot.body[1].row;
    static constexpr Axes axes = [] {
        constexpr limb::Positions<robot> zero{};
        const auto A = limb::jacobian<robot, camera>(zero);
        const auto axis = [&](std::size_t i) { return Vector{A[0][i], A[1][i], A[2][i]}; };
        return Axes{axis(0), limb::transpose(limb::kinematics<robot, middle>(zero).rotation) * axis(1),
                    limb::transpose(limb::kinematics<robot, camera>(zero).rotation) * axis(2)};
    }();

    // The camera on its base: attitude by columns, the joints' axes, angular velocity.
    struct Camera {
        Vector x, y, z, a1, a2, a3, w1, w12, rate;

        Camera(const limb::Pose<robot, float>& pose, const limb::Joints<robot>& qd) {
            const auto C = limb::kinematics<robot, camera>(pose).rotation;
            x = {C.x.x, C.y.x, C.z.x}, y = {C.x.y, C.y.y, C.z.y}, z = {C.x.z, C.y.z, C.z.z};
            a1 = axes.first;
            a2 = limb::kinematics<robot, middle>(pose).rotation * axes.second;
            a3 = C * axes.third;
            w1 = a1 * qd[0], w12 = w1 + a2 * qd[1], rate = w12 + a3 * qd[2];
        }
        // A qdd + Ad qd: each axis is turned by the joints before it
        Vector acceleration(const limb::Joints<robot>& qd, const limb::Joints<robot>& qdd) const {
            return a1 * qdd[0] + a2 * qdd[1] + a3 * qdd[2] + limb::cross(w1, a2) * qd[1] + limb::cross(w12, a3) * qd[2];
        }
    };

    IntegratedAttitude base_;
};

}  // namespace drive
