#pragma once
// A machine to control: bodies (physics.hpp) with motors, friction and sensors, so that no controller meets its own
// model. Steps at a finer pace than the control tick. The same seed gives the same bits.
#include <algorithm>
#include <cstdint>
#include <random>

#include "physics.hpp"

namespace hil {

// What lies between a controller and the bodies.
struct Hardware {
    double torque_lag;            // s, first order: the current loop
    double encoder;               // rad, of one count
    double velocity;              // rad/s, standard deviation of the measured joint velocity
    double gyroscope;             // rad/s, standard deviation
    double angular_acceleration;  // rad/s^2, standard deviation: differentiated gyroscopes
    double accelerometer;         // m/s^2, standard deviation
};

// Normal numbers without the library's distribution, whose results the standard leaves open: a sum of twelve uniform
// ones.
class Noise {
  public:
    explicit Noise(std::uint64_t seed) : source_(seed) {}
    double operator()(double deviation) {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += static_cast<double>(source_() >> 11) * 0x1p-53;
        return sum * deviation;
    }

  private:
    std::mt19937_64 source_;
};

class Plant {
  public:
    static constexpr double step = 2e-4;  // s

    Plant(std::unique_ptr<Physics> physics, std::span<const limb::Row> rows, const Truth& truth,
          const Hardware& hardware, Base base, std::uint64_t seed)
        : physics_(std::move(physics)),
          truth_(truth),
          hardware_(hardware),
          base_(base),
          noise_(seed),
          tau_(physics_->q.size()) {
        for (const limb::Row& row : rows)
            if (row.joint != limb::Joint::fixed) motors_.push_back(row);
    }

    // What the sensors say now.
    template <const auto& robot> void sense(limb::Positions<robot>& q, limb::Joints<robot>& qd, limb::Imu<float>& imu) {
        for (std::size_t i = 0; i < q.size(); ++i) {
            q[i] = static_cast<float>(std::round(physics_->q[i] / hardware_.encoder) * hardware_.encoder);
            qd[i] = static_cast<float>(physics_->qd[i] + noise_(hardware_.velocity));
        }
        const limb::Imu<double> truth = base().imu;
        imu.angular_velocity = measured(truth.angular_velocity, hardware_.gyroscope);
        imu.angular_acceleration = measured(truth.angular_acceleration, hardware_.angular_acceleration);
        imu.acceleration = measured(truth.acceleration, hardware_.accelerometer);
    }

    // The motors are told these torques for so long.
    void drive(std::span<const float> wanted, double seconds) {
        const int steps = static_cast<int>(std::lround(seconds / step));
        const double follow = 1 - std::exp(-step / hardware_.torque_lag);
        std::vector<double> applied(tau_.size());
        for (int k = 0; k < steps; ++k) {
            for (std::size_t i = 0; i < tau_.size(); ++i) {
                const double limit = motors_[i].effort_limit;
                tau_[i] += (std::clamp<double>(wanted[i], -limit, limit) - tau_[i]) * follow;
                applied[i] = tau_[i] - friction(i);
            }
            physics_->step(time(), step, applied);
            ++steps_;
        }
    }

    double time() const { return static_cast<double>(steps_) * step; }
    std::span<const double> q() const { return physics_->q; }
    std::span<const double> qd() const { return physics_->qd; }
    BaseState base() const { return base_.at(time()); }

  private:
    // viscous, and Coulomb's made smooth
    double friction(std::size_t i) const {
        const double qd = physics_->qd[i];
        return truth_.friction * (motors_[i].damping * qd + motors_[i].friction * std::tanh(qd / 0.02));
    }
    limb::Vector<float> measured(const Vector& v, double deviation) {
        const auto one = [&](double x) { return static_cast<float>(x + noise_(deviation)); };
        const float x = one(v.x), y = one(v.y), z = one(v.z);
        return {x, y, z};
    }

    std::unique_ptr<Physics> physics_;
    const Truth truth_;
    const Hardware hardware_;
    const Base base_;
    Noise noise_;
    std::vector<limb::Row> motors_;  // by joint
    std::vector<double> tau_;        // N m, what the motors give
    std::int64_t steps_ = 0;
};

}  // namespace hil
