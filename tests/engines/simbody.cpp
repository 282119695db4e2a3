// C++17: Simbody's headers do not compile as C++20.
#include "simbody.hpp"

#include <Simbody.h>

namespace simbody {

namespace {

using SimTK::Rotation, SimTK::UnitVec3, SimTK::Vec3, SimTK::Vector;

Vec3 vec(const double (&v)[3]) { return {v[0], v[1], v[2]}; }
int freedoms(Joint j) {
    return j == Joint::weld ? 0 : j == Joint::free ? 6 : j == Joint::ball ? 3 : j == Joint::universal ? 2 : 1;
}
bool turns_freely(Joint j) { return j == Joint::ball || j == Joint::free; }
Rotation rotation(const double (&R)[9]) {
    return Rotation(SimTK::Mat33(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), true);
}

// Pins turn about z, slides move along x, universal joints turn about x and then y of a frame of their own.
Rotation own_frame(const Row& row) {
    const Vec3 axis = vec(row.axis);
    switch (row.joint) {
        case Joint::pin:
            return Rotation(UnitVec3(axis), SimTK::ZAxis);
        case Joint::slider:
            return Rotation(UnitVec3(axis), SimTK::XAxis);
        case Joint::universal:
            return Rotation(UnitVec3(axis), SimTK::XAxis, vec(row.axis2), SimTK::YAxis);
        default:
            return Rotation();
    }
}

SimTK::MobilizedBody hung(SimTK::MobilizedBody& parent, const Row& row) {
    const double(&I)[6] = row.inertia;
    const Rotation own = own_frame(row);
    const SimTK::Transform in(own), on(rotation(row.rotation) * own, vec(row.at));
    const SimTK::Inertia about_com(I[0], I[1], I[2], I[3], I[4], I[5]);
    const SimTK::Body::Rigid body(
        SimTK::MassProperties(row.mass, vec(row.com), about_com.shiftFromMassCenter(-vec(row.com), row.mass)));
    switch (row.joint) {
        case Joint::pin:
            return SimTK::MobilizedBody::Pin(parent, on, body, in);
        case Joint::slider:
            return SimTK::MobilizedBody::Slider(parent, on, body, in);
        case Joint::ball:
            return SimTK::MobilizedBody::Ball(parent, on, body, in);
        case Joint::universal:
            return SimTK::MobilizedBody::Universal(parent, on, body, in);
        case Joint::free:
            return SimTK::MobilizedBody::Free(parent, on, body, in);
        default:
            return SimTK::MobilizedBody::Weld(parent, on, body, in);
    }
}

// A loop is one or more of Simbody's constraints; all have a as their first body and b as their second.
std::vector<SimTK::Constraint> closed(SimTK::MobilizedBody& a, SimTK::MobilizedBody& b, const Loop& loop) {
    const Vec3 a_at = vec(loop.a_at), b_at = vec(loop.b_at);
    const UnitVec3 a_axis(vec(loop.a_axis)), b_axis(vec(loop.b_axis));
    const auto ball = [&] { return SimTK::Constraint::Ball(a, a_at, b, b_at); };
    const auto right_angle = [&](const UnitVec3& u) { return SimTK::Constraint::ConstantAngle(a, u, b, b_axis); };
    switch (loop.kind) {
        case Loop::pin: {
            const UnitVec3 x = a_axis.perp();
            return {ball(), right_angle(x), right_angle(UnitVec3(a_axis % x))};
        }
        case Loop::weld:
            return {
                SimTK::Constraint::Weld(a, SimTK::Transform(rotation(loop.rotation), a_at), b, SimTK::Transform(b_at))};
        case Loop::rod:
            return {SimTK::Constraint::Rod(a, a_at, b, b_at, loop.distance)};
        case Loop::universal:
            return {ball(), right_angle(a_axis)};
        case Loop::point_on_line:
            return {SimTK::Constraint::PointOnLine(a, a_axis, a_at, b, b_at)};
        default:
            return {ball()};
    }
}

}  // namespace

Motion accelerate(const std::vector<Row>& rows, const std::vector<Loop>& loops, const double* q, const double* qd,
                  const double* tau) {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter(system);
    SimTK::GeneralForceSubsystem forces(system);
    SimTK::Force::Gravity gravity(forces, matter, -SimTK::ZAxis, 9.81);
    SimTK::Force::DiscreteForces torques(forces, matter);
    std::vector<SimTK::MobilizedBody> body;
    const auto on = [&](int row) -> SimTK::MobilizedBody& { return row < 0 ? matter.Ground() : body[row]; };
    body.reserve(rows.size());
    for (const Row& row : rows) body.push_back(hung(on(row.parent), row));
    std::vector<std::vector<SimTK::Constraint>> constraints;
    for (const Loop& loop : loops) constraints.push_back(closed(on(loop.a), on(loop.b), loop));

    system.realizeTopology();
    SimTK::State state = system.getDefaultState();
    system.realizeModel(state);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const int n = freedoms(rows[r].joint) + turns_freely(rows[r].joint);
        if (n > 0) body[r].setQFromVector(state, Vector(n, q));
        q += n;
    }
    system.realize(state, SimTK::Stage::Position);
    // numbers of a ball and of a free body are in the body's axes in limb, in its joint's in Simbody
    const auto turned = [&](std::size_t r, Vector v, bool back) {
        const Rotation R = body[r].getMobilizerTransform(state).R();
        for (int at = 0; at < v.size() && turns_freely(rows[r].joint); at += 3) {
            const Vec3 own(v[at], v[at + 1], v[at + 2]), there = back ? ~R * own : R * own;
            for (int k = 0; k < 3; ++k) v[at + k] = there[k];
        }
        return v;
    };
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const int n = freedoms(rows[r].joint);
        if (n == 0) continue;
        body[r].setUFromVector(state, turned(r, Vector(n, qd), false));
        const Vector torque = turned(r, Vector(n, tau), false);
        for (int k = 0; k < n; ++k) torques.setOneMobilityForce(state, body[r], SimTK::MobilizerUIndex(k), torque[k]);
        qd += n;
        tau += n;
    }
    system.realize(state, SimTK::Stage::Acceleration);
    Motion motion;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const int n = freedoms(rows[r].joint);
        if (n == 0) continue;
        Vector a = turned(r, body[r].getUDotAsVector(state), true);
        if (rows[r].joint == Joint::free) {  // limb's are plain derivatives, of numbers in axes that turn
            const Vector u = turned(r, body[r].getUAsVector(state), true);
            const Vec3 carried = Vec3(u[0], u[1], u[2]) % Vec3(u[3], u[4], u[5]);
            for (int k = 0; k < 3; ++k) a[3 + k] -= carried[k];
        }
        for (int k = 0; k < n; ++k) motion.qdd.push_back(a[k]);
    }
    for (std::size_t l = 0; l < loops.size(); ++l) {
        // what a constraint exerts, about the body's origin, stands on the left in Simbody: M udot + G'lambda = f
        SimTK::SpatialVec sum(Vec3(0), Vec3(0));
        for (const SimTK::Constraint& constraint : constraints[l])
            sum -= constraint.getConstrainedBodyForcesAsVector(state)[1];
        const Vec3 arm = on(loops[l].b).getBodyRotation(state) * vec(loops[l].b_at), moment = sum[0] - arm % sum[1];
        motion.on_b.push_back({{moment[0], moment[1], moment[2]}, {sum[1][0], sum[1][1], sum[1][2]}});
    }
    return motion;
}

}  // namespace simbody
