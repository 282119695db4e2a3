#pragma once

// A hash of results that sees every bit of every float.

#include <cstddef>
#include <cstdint>

#include "limb/algebra/fnv1a.hpp"
#include "limb/limb.hpp"
#include "states.hpp"

namespace hash {

class Hash {
  public:
    void see(float x) {
        ++count_;
        bits_.add(x);
    }
    void see(const limb::Vector<float>& v) {
        for (const float x : {v.x, v.y, v.z}) see(x);
    }
    void see(const limb::Rotation<float>& R) {
        for (const auto& v : {R.x, R.y, R.z}) see(v);
    }
    template <class T, int n> void see(const limb::Column<T, n>& array) {
        for (const auto& x : array) see(x);
    }
    std::uint32_t value() const { return bits_.value(); }
    int count() const { return count_; }

  private:
    limb::internal::Fnv1a bits_;
    int count_ = 0;
};

// every sweep of a robot, at random states
template <const auto& robot, int row> void see_sweeps(Hash& hash, int states) {
    states::Random random(robot.dof);
    for (int i = 0; i < states; ++i) {
        limb::Positions<robot> q;
        limb::Joints<robot> qd, in;
        random.fill(q, 3);
        random.fill(qd, 3);
        random.fill(in, 20);
        // unit quaternions without a square root: turns about (2, 3, 6) / 7
        for (int row_ = 0; row_ < (robot.positions > robot.dof ? robot.rows : 0); ++row_) {
            if (!limb::internal::has_quaternion(robot.given[row_].joint)) continue;
            float* p = &q[static_cast<std::size_t>(robot.row_position[row_])];
            const auto [s, c] = limb::sin_cos(p[0]);
            p[0] = c, p[1] = s * (2.0f / 7), p[2] = s * (3.0f / 7), p[3] = s * (6.0f / 7);
        }
        limb::Wrenches<robot> wrenches{};
        for (auto& wrench : wrenches.on) {
            wrench.force = {random.uniform(20), 0, 1};
            wrench.moment = {0, random.uniform(5), 2};
        }
        const limb::Gravity<float> gravity{{1, 2, random.uniform(10)}};
        const limb::Payload<row> payload{
            .mass = 1.5f, .com = {0.1f, 0.2f, random.uniform(0.1f)}, .inertia = {0.1f, 0.2f, 0.2f}};

        hash.see(limb::inverse_dynamics<robot>(q, qd, in));
        hash.see(limb::inverse_dynamics<robot>(q, qd, in, gravity, wrenches, payload));
        hash.see(limb::forward_dynamics_aba<robot>(q, qd, in));
        hash.see(limb::forward_dynamics_ltdl<robot>(q, qd, in));
        hash.see(limb::mass_matrix<robot>(q));
        hash.see(limb::gravity_torque<robot>(q));
        hash.see(limb::bias_torque<robot>(q, qd));
        hash.see(limb::kinetic_energy<robot>(q, qd));
        hash.see(limb::potential_energy<robot>(q));
        const auto body = limb::kinematics<robot, row>(q, qd, in);
        hash.see(body.rotation);
        for (const auto& v :
             {body.position, body.angular_velocity, body.velocity, body.angular_acceleration, body.acceleration})
            hash.see(v);
        hash.see(limb::jacobian<robot, row>(q));
        if constexpr (!robot.floats())
            hash.see(limb::inverse_dynamics<robot>(q, qd, in,
                                                   limb::Base<float>{.angular_velocity = {1, 2, random.uniform(3)},
                                                                     .acceleration = {3, random.uniform(3), 1}}));
    }
}

}  // namespace hash
