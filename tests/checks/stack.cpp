// Every sweep of a robot in each form as a function of its own, for stack.py to read the compiler's stack report of.
#include "limb/limb.hpp"
#include "robots/arm6.hpp"
#include "robots/chain64.hpp"

namespace {

template <const auto& robot>
struct Memory {
    limb::Positions<robot> q;
    limb::Joints<robot> qd, in, out;
    limb::Matrix<robot> M;
    limb::Jacobian<robot> J;
    limb::BodyAcceleration<float> tip;
    float energy;
};

}  // namespace

#define SWEEP(robot, name, result, ...)                                                                \
    extern "C" [[gnu::flatten, gnu::noinline]] void robot##_##name(Memory<robots::robot>& m) {         \
        m.result = limb::name<robots::robot __VA_ARGS__;                                               \
    }
#define SWEEPS(robot)                                                                                  \
    SWEEP(robot, inverse_dynamics, out, >(m.q, m.qd, m.in))                                            \
    SWEEP(robot, forward_dynamics_aba, out, >(m.q, m.qd, m.in))                                        \
    SWEEP(robot, forward_dynamics_ltdl, out, >(m.q, m.qd, m.in))                                       \
    SWEEP(robot, mass_matrix, M, >(m.q))                                                               \
    SWEEP(robot, gravity_torque, out, >(m.q))                                                          \
    SWEEP(robot, bias_torque, out, >(m.q, m.qd))                                                       \
    SWEEP(robot, kinetic_energy, energy, >(m.q, m.qd))                                                 \
    SWEEP(robot, potential_energy, energy, >(m.q))                                                     \
    SWEEP(robot, kinematics, tip, , robots::robot.rows - 1 > (m.q, m.qd, m.in))                        \
    SWEEP(robot, jacobian, J, , robots::robot.rows - 1 > (m.q))

SWEEPS(arm6)
SWEEPS(chain64)
