// C++17: Simbody's headers do not compile as C++20.
#include "simbody.hpp"

#include <Simbody.h>

namespace simbody {

namespace {

using SimTK::Rotation, SimTK::UnitVec3, SimTK::Vec3, SimTK::Vector;

Vec3 vec(const double (&v)[3]) { return {v[0], v[1], v[2]}; }
int freedoms(Joint j) { return j == Joint::weld ? 0 : j == Joint::ball ? 3 : j == Joint::universal ? 2 : 1; }

// Pins turn about z, slides move along x, universal joints turn about x and then y of a frame of their own.
Rotation own_frame(const Row& row) {
    const Vec3 axis = vec(row.axis);
    switch (row.joint) {
        case Joint::pin: return Rotation(UnitVec3(axis), SimTK::ZAxis);
        case Joint::slider: return Rotation(UnitVec3(axis), SimTK::XAxis);
        case Joint::universal: return Rotation(UnitVec3(axis), SimTK::XAxis, vec(row.axis2), SimTK::YAxis);
        default: return Rotation();
    }
}

SimTK::MobilizedBody hung(SimTK::MobilizedBody& parent, const Row& row) {
    const double(&R)[9] = row.rotation;
    const double(&I)[6] = row.inertia;
    const Rotation own = own_frame(row);
    const SimTK::Transform in(own),
        on(Rotation(SimTK::Mat33(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), true) * own, vec(row.at));
    const SimTK::Inertia about_com(I[0], I[1], I[2], I[3], I[4], I[5]);
    const SimTK::Body::Rigid body(SimTK::MassProperties(row.mass, vec(row.com), about_com.shiftFromMassCenter(-vec(row.com), row.mass)));
    switch (row.joint) {
        case Joint::pin: return SimTK::MobilizedBody::Pin(parent, on, body, in);
        case Joint::slider: return SimTK::MobilizedBody::Slider(parent, on, body, in);
        case Joint::ball: return SimTK::MobilizedBody::Ball(parent, on, body, in);
        case Joint::universal: return SimTK::MobilizedBody::Universal(parent, on, body, in);
        default: return SimTK::MobilizedBody::Weld(parent, on, body, in);
    }
}

}  // namespace

Motion accelerate(const std::vector<Row>& rows, const Loop& loop, const double* q, const double* qd, const double* tau) {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter(system);
    SimTK::GeneralForceSubsystem forces(system);
    SimTK::Force::Gravity gravity(forces, matter, -SimTK::ZAxis, 9.81);
    SimTK::Force::DiscreteForces torques(forces, matter);
    std::vector<SimTK::MobilizedBody> body;
    const auto on = [&](int row) -> SimTK::MobilizedBody& { return row < 0 ? matter.Ground() : body[row]; };
    body.reserve(rows.size());
    for (const Row& row : rows) body.push_back(hung(on(row.parent), row));
    SimTK::Constraint closed;
    if (loop.rod) closed = SimTK::Constraint::Rod(on(loop.a), vec(loop.a_at), on(loop.b), vec(loop.b_at), loop.distance);
    else closed = SimTK::Constraint::Ball(on(loop.a), vec(loop.a_at), on(loop.b), vec(loop.b_at));

    system.realizeTopology();
    SimTK::State state = system.getDefaultState();
    system.realizeModel(state);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const int n = freedoms(rows[r].joint) + (rows[r].joint == Joint::ball);
        if (n > 0) body[r].setQFromVector(state, Vector(n, q));
        q += n;
    }
    system.realize(state, SimTK::Stage::Position);
    // a ball's numbers are in its body's axes in limb, in its joint's in Simbody
    const auto turned = [&](std::size_t r, Vector v, bool back) {
        if (rows[r].joint == Joint::ball) {
            const Rotation R = body[r].getMobilizerTransform(state).R();
            const Vec3 own(v[0], v[1], v[2]), there = back ? ~R * own : R * own;
            for (int k = 0; k < 3; ++k) v[k] = there[k];
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
        const Vector a = turned(r, body[r].getUDotAsVector(state), true);
        for (int k = 0; k < n; ++k) motion.qdd.push_back(a[k]);
    }
    // what a constraint exerts stands on the left in Simbody: M udot + G'lambda = f
    SimTK::Vector_<SimTK::SpatialVec> exerted = closed.getConstrainedBodyForcesAsVector(state);
    for (int k = 0; k < 3; ++k) motion.on_b[k] = -exerted[1][1][k];
    return motion;
}

}  // namespace simbody
