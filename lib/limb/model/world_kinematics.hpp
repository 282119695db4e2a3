#pragma once
// The whole robot in the world's axes, from one outward sweep: pose, velocity and true acceleration of every row, and the
// screw of every freedom. What is computed over all bodies or all joints at once (momentum, reactions, loops, regressors)
// starts from it. O(N), the rows looped over. m, rad, s.
#include "limb/kinematics.hpp"
#include "limb/sweep/traverse.hpp"

namespace limb::internal {

// What a unit rate of one freedom does: angular velocity, and velocity of the point `at`, which lies on the joint. The screw
// turns with the angular velocity `turning`, and `at` moves with the velocity `drift`.
template <class T> struct Screw { Vector<T> angular{}, linear{}, at{}, turning{}, drift{}; };

// the velocity that it gives to a point of any body that it moves
template <class T> LIMB_INLINE Vector<T> velocity_at(const Screw<T>& s, const Vector<T>& point) {
    return s.linear + cross(s.angular, point - s.at);
}

template <const auto& robot, class T = float> struct WorldKinematics {
    Column<BodyAcceleration<T>, robot.rows> row{};   // by row
    Column<Screw<T>, robot.dof> freedom{};           // in the order of qd
};

// does freedom dof move row?
template <const auto& robot> struct SupportTable { bool of[robot.dof][robot.rows]; };
template <const auto& robot> inline constexpr auto support_table = [] {
    SupportTable<robot> t{};
    for (int i = 0; i < robot.bodies; i++)
        for (int k = 0; k < (robot.body[i].kind == Kind::floating ? 6 : 1); k++)
            for (int r = 0; r < robot.rows; r++) t.of[robot.body[i].dof + k][r] = robot.supports(i, robot.frame[r].body);
    return t;
}();
template <const auto& robot> LIMB_INLINE bool moves(int dof, int row) { return support_table<robot>.of[dof][row]; }

// the rows' frames in their bodies, as T, and their bodies
template <const auto& robot, class T> struct RowFrames { BodyPose<T> of[robot.rows]; short body[robot.rows]; };
template <const auto& robot, class T> inline constexpr auto row_frames = [] {
    RowFrames<robot, T> t{};
    for (int r = 0; r < robot.rows; r++) {
        const RowFrame& f = robot.frame[r];
        t.of[r] = {as_numbers<T>(f.rotation), as_numbers<T>(f.origin)};
        t.body[r] = short(f.body);
    }
    return t;
}();

template <const auto& robot> struct SphericalRows { bool row[robot.rows]; short dof[robot.rows]; };
template <const auto& robot> inline constexpr auto is_spherical = [] {
    SphericalRows<robot> t{};
    for (int r = 0; r < robot.rows; r++) { t.row[r] = robot.given[r].joint == Joint::spherical; t.dof[r] = short(robot.row_dof[r]); }
    return t;
}();

// qd, qdd: arrays, or Zero where they are zero; on a base that moves as it says
template <const auto& robot, class Q, class QD, class QDD, class B>
constexpr WorldKinematics<robot, scalar_of<Q>> world_kinematics_on(const B& base, const Q& q, const QD& qd, const QDD& qdd) {
    using T = scalar_of<Q>;
    const auto& x = pose_of<robot, T>(q);
    const auto& accelerations = hinge_accelerations<robot>(qd, qdd);
    WorldKinematics<robot, T> s;
    BodyAcceleration<T> body[robot.bodies + 1]{};   // body[0] is the base

    const auto note = [&](int i, const auto& p, const auto own) LIMB_LAMBDA {
        const auto R = p.rotation;
        body[i + 1] = {{{as_numbers<T>(Mat3{unturn(own, R.x), unturn(own, R.y), unturn(own, R.z)}), as_numbers<T>(p.position)},
                        as_numbers<T>(R * p.motion.w), as_numbers<T>(R * p.velocity)},
                       as_numbers<T>(R * p.motion.al), as_numbers<T>(R * p.motion.a)};
    };
    const auto out = [&](auto i, const auto& parent) LIMB_LAMBDA {
        const auto p = step(i, x, parent, qd, accelerations);
        if constexpr (i.body().before_turn) note(i, p, turn_of(i, x));
        else note(i, p, Still{});
        const auto S = freedom_of(i).added(Twist{ZeroVec{}, ZeroVec{}}, One{});
        const auto& b = body[i + 1];
        s.freedom[i.dof()] = {as_numbers<T>(p.rotation * S.w), as_numbers<T>(p.rotation * S.v), b.position, b.angular_velocity, b.velocity};
        return Out{p, Absent{}};
    };
    const auto root = root_place<robot>(x, qd, accelerations, base);
    if constexpr (robot.floats()) {
        note(0, root, Still{});
        const auto& [R, at] = static_cast<const BodyPose<T>&>(body[1]);
        const auto &w = body[1].angular_velocity, &v = body[1].velocity;
        const Vector<T> axis[] = {{R.x.x, R.y.x, R.z.x}, {R.x.y, R.y.y, R.z.y}, {R.x.z, R.y.z, R.z.z}};
        for (int k = 0; k < 3; k++) {
            s.freedom[robot.body[0].dof + k] = {axis[k], {}, at, w, v};
            s.freedom[robot.body[0].dof + 3 + k] = {{}, axis[k], at, w, v};
        }
    } else note(-1, root, Still{});
    traverse<robot, T>(root, out, nothing_back);

    for (int r = 0; r < robot.rows; r++) {
        const auto& frame = row_frames<robot, T>.of[r];
        const auto& b = body[row_frames<robot, T>.body[r] + 1];
        const auto arm = b.rotation * frame.position;
        s.row[r] = {{{b.rotation * frame.rotation, b.position + arm}, b.angular_velocity, b.velocity + cross(b.angular_velocity, arm)},
                    b.angular_acceleration, b.acceleration + rate(b.angular_velocity, b.angular_acceleration) * arm};
        // the axes of a spherical joint are its body's
        if constexpr (robot.spherical_joints > 0) if (is_spherical<robot>.row[r])
            for (int k = 0; k < 3; k++) s.freedom[is_spherical<robot>.dof[r] + k].turning = b.angular_velocity;
    }
    return s;
}
// What is left out is zero. Options: limb::Base.
template <const auto& robot, class Q, class QD = Zero, class QDD = Zero, class... Options, class T = number_of<robot, Q, QD, QDD>>
constexpr WorldKinematics<robot, T> world_kinematics(const Q& q, const QD& qd = {}, const QDD& qdd = {}, const Options&... options) {
    static_assert(accepts<robot, Takes<BaseOption>, Options...>);
    return world_kinematics_on<robot>(base_among(options...), q, qd, qdd);
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Screw; using internal::WorldKinematics; using internal::world_kinematics;

}  // namespace limb
