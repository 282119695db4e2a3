#pragma once
// The bodies of a robot, moved by torques at its joints: limb in double precision, or MuJoCo as a second opinion.
// Rotors belong to the bodies here; friction, motors and sensors are the plant's (plant.hpp).
#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base.hpp"

namespace hil {

class Physics {
  public:
    explicit Physics(std::span<const double> start) : q(start.begin(), start.end()), qd(start.size()) {}
    virtual ~Physics() = default;
    // From `time` on, with these torques.
    virtual void step(double time, double seconds, std::span<const double> tau) = 0;

    std::vector<double> q, qd;  // rad (m), rad/s (m/s)
};

// How the real machine differs from the table that its controller has.
struct Truth {
    double mass = 1;      // masses and inertias of the bodies, as a factor
    double rotor = 0;     // kg m^2, of each rotor, that the table does not know of
    double friction = 1;  // as a factor
};

// M qdd + bias = tau, by fourth-order Runge-Kutta. The masses' factor is one at run time: it multiplies M, without the
// rotors', and the bias.
template <const auto& robot> class LimbPhysics : public Physics {
  public:
    using Positions = limb::Positions<robot, double>;
    using Joints = limb::Joints<robot, double>;

    LimbPhysics(std::span<const double> start, const Truth& truth, Base base)
        : Physics(start), truth_(truth), base_(base) {}

    void step(double time, double seconds, std::span<const double> tau) override {
        limb::State<robot, double> s;
        std::copy(q.begin(), q.end(), s.q.begin());
        std::copy(qd.begin(), qd.end(), s.qd.begin());
        s = limb::runge_kutta<robot>(s, seconds, [&](const Positions& x, const Joints& v, double later) {
            return acceleration(time + later, x, v, tau);
        });
        q.assign(s.q.begin(), s.q.end());
        qd.assign(s.qd.begin(), s.qd.end());
    }

  private:
    Joints acceleration(double time, const Positions& x, const Joints& v, std::span<const double> tau) const {
        const Joints bias = limb::inverse_dynamics<robot>(x, v, Joints{}, base_.at(time).imu);
        limb::Matrix<robot, double> M = limb::mass_matrix<robot>(x);
        limb::Column<double, robot.dof> b;
        for (int i = 0; i < robot.dof; ++i) {
            const double armature =
                limb::parameters<robot, double>()[limb::parameter_index<robot>(i, limb::parameter::armature)];
            for (double& m : M[i]) m *= truth_.mass;
            M[i][i] += truth_.rotor + (1 - truth_.mass) * armature;
            b[i] = tau[i] - truth_.mass * bias[i];
        }
        const auto qdd = limb::internal::SemiDefinite<double, robot.dof>(M).solve(b);
        return Joints::from(qdd.number);
    }

    const Truth truth_;
    const Base base_;
};

// The model is written to `path` as MJCF first. Ends the program, saying what to install, when it was built without
// MuJoCo.
std::unique_ptr<Physics> mujoco_physics(std::span<const limb::Row> rows, std::span<const double> start,
                                        const Truth& truth, Base base, const std::string& path);
bool has_mujoco();

}  // namespace hil
