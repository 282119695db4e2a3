#pragma once
// The bodies of a robot, moved by torques at its joints: limb in double precision, or MuJoCo as a second opinion.
// Rotors belong to the bodies here; friction, motors and sensors are the plant's (plant.hpp).
#include <cstddef>
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
    static constexpr std::size_t n = robot.dof;
    using Positions = limb::Positions<robot, double>;
    using Joints = limb::Joints<robot, double>;

    LimbPhysics(std::span<const double> start, const Truth& truth, Base base)
        : Physics(start), truth_(truth), base_(base) {}

    void step(double time, double seconds, std::span<const double> tau) override {
        Positions x;
        Joints v;
        for (std::size_t i = 0; i < n; ++i) x[i] = q[i], v[i] = qd[i];
        const double h = seconds;
        const Joints a1 = acceleration(time, x, v, tau);
        const Joints v2 = moved(v, a1, h / 2), a2 = acceleration(time + h / 2, moved(x, v, h / 2), v2, tau);
        const Joints v3 = moved(v, a2, h / 2), a3 = acceleration(time + h / 2, moved(x, v2, h / 2), v3, tau);
        const Joints v4 = moved(v, a3, h), a4 = acceleration(time + h, moved(x, v3, h), v4, tau);
        for (std::size_t i = 0; i < n; ++i) {
            q[i] += h / 6 * (v[i] + 2 * v2[i] + 2 * v3[i] + v4[i]);
            qd[i] += h / 6 * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i]);
        }
    }

  private:
    static auto moved(auto from, const Joints& rate, double seconds) {
        for (std::size_t i = 0; i < n; ++i) from[i] += rate[i] * seconds;
        return from;
    }

    Joints acceleration(double time, const Positions& x, const Joints& v, std::span<const double> tau) const {
        const Joints bias = limb::inverse_dynamics<robot>(x, v, Joints{}, base_.at(time).imu);
        limb::Matrix<robot, double> M = limb::mass_matrix<robot>(x);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) M[i][j] *= truth_.mass;
            M[i][i] += truth_.rotor + (1 - truth_.mass) * robot.body[body_of(i)].constant[limb::internal::armature];
        }
        Joints b;
        for (std::size_t i = 0; i < n; ++i) b[i] = tau[i] - truth_.mass * bias[i];
        return solve(M, b);
    }
    static constexpr int body_of(std::size_t dof) {
        for (int i = 0; i < robot.bodies; ++i)
            if (robot.body[i].dof == static_cast<int>(dof)) return i;
        return -1;
    }
    // Cholesky
    static Joints solve(limb::Matrix<robot, double> M, Joints b) {
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t k = 0; k < j; ++k) M[j][j] -= M[j][k] * M[j][k];
            M[j][j] = std::sqrt(M[j][j]);
            for (std::size_t i = j + 1; i < n; ++i) {
                for (std::size_t k = 0; k < j; ++k) M[i][j] -= M[i][k] * M[j][k];
                M[i][j] /= M[j][j];
            }
        }
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t k = 0; k < i; ++k) b[i] -= M[i][k] * b[k];
            b[i] /= M[i][i];
        }
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t k = i + 1; k < n; ++k) b[i] -= M[k][i] * b[k];
            b[i] /= M[i][i];
        }
        return b;
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
