// Every sweep of a fixed-base and of a floating robot in one firmware, for tests/checks/elf.py to look at.
#include "limb/limb.hpp"
#include "robots/arm6.hpp"
#include "robots/gimbal3.hpp"
#include "robots/quad18.hpp"

// Of external linkage: what is computed from and into these cannot be optimised away.
template <const auto& robot> struct Memory {
    limb::Positions<robot> q;
    limb::Joints<robot> qd, qdd, tau;
    limb::Matrix<robot> M;
    float energy;
    limb::Vector<float> acceleration;
};
template <const auto& robot> Memory<robot> memory;

namespace {

template <const auto& robot> void sweep() {
    constexpr auto tip = robot.rows - 1;
    auto& m = memory<robot>;
    m.tau = limb::inverse_dynamics<robot>(m.q, m.qd, m.qdd);
    m.qdd = limb::forward_dynamics<robot>(m.q, m.qd, m.tau);
    m.qdd = limb::forward_dynamics_aba<robot>(m.q, m.qd, m.tau);
    m.qdd = limb::forward_dynamics_ltdl<robot>(m.q, m.qd, m.tau);
    m.M = limb::mass_matrix<robot>(m.q);
    m.tau = limb::gravity_torque<robot>(m.q);
    m.tau = limb::bias_torque<robot>(m.q, m.qd);
    m.energy = limb::kinetic_energy<robot>(m.q, m.qd) + limb::potential_energy<robot>(m.q);
    m.acceleration = limb::kinematics<robot, tip>(m.q, m.qd, m.qdd).acceleration;
    m.tau = limb::Joints<robot>::from(limb::jacobian<robot, tip>(m.q)[0]);
    m.tau = limb::inverse_dynamics<robot>(m.q, m.qd, m.qdd, limb::Gravity<float>{{0, 0, -1.62f}},
                                          limb::Wrenches<robot, float>{}, limb::Payload<tip, float>{.mass = 1.0f});
}

// What is made of them: motion over time, small motions, modes.
template <const auto& robot> void move() {
    auto& m = memory<robot>;
    const auto acceleration = [&](const auto& q, const auto& qd) {
        return limb::forward_dynamics<robot>(q, qd, m.tau);
    };
    const limb::State<robot> now{m.q, m.qd};
    m.q = limb::runge_kutta<robot>(now, 1e-3f, acceleration).q;
    const auto there = limb::implicit_midpoint<robot>(now, 1e-3f, acceleration);
    if (there.converged) m.qd = limb::difference<robot>(m.q, there.state.q);
    m.q = limb::semi_implicit_euler<robot>(now, 1e-3f, acceleration).q;
}
template <const auto& robot> void swing() {
    auto& m = memory<robot>;
    const auto l = limb::linearise<robot>(m.q, m.qd, m.qdd);
    const auto s = limb::state_space<robot>(l, m.qd);
    if (s.solved) m.qd[0] = s.A[robot.dof][0] + s.B[robot.dof][0];
    const auto modes = limb::modes(l.K, l.M);
    if (modes.status == limb::ModesStatus::ok) m.q = limb::Positions<robot>::from(modes.shape[0]);
    m.M = limb::forward_dynamics_derivatives<robot>(m.q, m.qd, m.tau).by_q;
}

}  // namespace

int main() {
    sweep<robots::arm6>();
    sweep<robots::quad18>();
    move<robots::arm6>();
    move<robots::quad18>();
    swing<robots::gimbal3>();
    return 0;
}
