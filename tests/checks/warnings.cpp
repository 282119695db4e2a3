// A user's own warnings are silent on limb: every header instantiated, the README's way of writing a table (no float where a double
// is meant) and the sample robots. Compiled with -Werror and what is listed in tests/CMakeLists.txt.
#include "limb/limb.hpp"
using enum limb::Joint;

constexpr auto gimbal = limb::tree({
    {.name = "yaw", .joint = revolute_z, .mass = 0.20, .com = {0, 0.030, 0}, .inertia = {1e-4, 1e-4, 1e-4}},
    {.name = "roll", .joint = revolute_x, .at = {0, 0.050, 0}, .mass = 0.15, .com = {0, 0, 0.020}, .inertia = {8e-5, 8e-5, 8e-5}},
});
constexpr auto copter = limb::tree({
    {.name = "hull", .joint = floating, .mass = 3, .inertia = {0.1, 0.1, 0.1}},
    {.name = "ball", .joint = spherical, .at = {0.1, 0, 0}, .mass = 1, .com = {0, 0, 0.1}, .inertia = {0.01, 0.01, 0.01}},
    {.name = "slide", .joint = prismatic_x, .mass = 1, .inertia = {0.01, 0.01, 0.01}, .stiffness = 10},
    {.name = "tool", .at = {0, 0, 0.1}},
});
constexpr auto in_a_loop = limb::in_form(limb::Form::looped, copter);
constexpr auto spring = limb::springs<copter>({{.name = "spring", .to = "slide", .stiffness = 10}});
constexpr auto rod = limb::loops<copter>({{.name = "rod", .joint = limb::Loop::distance, .a = "slide", .distance = 1}});
constexpr auto motor = limb::choose<copter>({"slide"});

template <const auto& robot, class T> void sweep() {
    constexpr int tip = robot.rows - 1;
    limb::Positions<robot, T> q{T(1)};
    limb::Joints<robot, T> qd{}, qdd{}, tau{};
    const auto pose = limb::pose<robot>(q);
    limb::Wrenches<robot, T> wrenches{};
    const limb::Payload<tip, T> payload{.mass = T(1)};
    tau = limb::inverse_dynamics<robot>(pose, qd, qdd, wrenches, payload);
    qdd = limb::forward_dynamics<robot>(q, qd, tau);
    qdd = limb::forward_dynamics_ltdl<robot>(q, qd, tau);
    const auto M = limb::mass_matrix<robot>(q);
    const auto J = limb::jacobian<robot, tip>(q);
    const auto at = limb::kinematics<robot, tip>(q, qd, qdd);
    const auto Y = limb::regressor<robot>(q, qd, qdd);
    const auto pi = limb::regressor_transposed<robot>(q, qd, qdd, tau);
    const auto linear = limb::linearise<robot>(q, qd, qdd);
    const auto modes = limb::modes(linear.K, linear.M);
    const auto space = limb::state_space<robot>(linear, qd);
    const limb::LeastSquares<T, limb::parameter_count<robot>> fit(limb::table_prior<robot, T>(T(0.1f)));
    const auto F = limb::reactions<robot>(q, qd, qdd);
    const auto C = limb::coriolis_matrix<robot>(q, qd);
    const auto e = limb::energies<robot>(q, qd);
    const auto h = limb::momentum<robot>(q, qd);
    q = limb::integrate<robot>(q, limb::difference<robot>(q, q), T(0.1f));
    tau = limb::joint_elements<robot>(q, qd);
    const auto next = limb::runge_kutta<robot>(limb::State<robot, T>{}, T(0.1f), [&](const auto&, const auto&) { return qdd; });
    (void)M, (void)J, (void)at, (void)Y, (void)pi, (void)modes, (void)space, (void)fit, (void)F, (void)C, (void)e, (void)h, (void)next;
}
template <class T> void closed() {
    const limb::Positions<copter, T> q{T(1)};
    const limb::Joints<copter, T> qd{};
    const auto closed = limb::close_loops<copter, rod>(q);
    const auto motion = limb::loop_forward_dynamics<copter, rod>(q, qd, qd, limb::spring_wrenches<copter, spring>(q, qd));
    const auto torques = limb::loop_inverse_dynamics<copter, rod, motor>(q, qd, qd);
    (void)closed, (void)motion, (void)torques;
}

template void sweep<gimbal, float>();
template void sweep<copter, float>();
template void sweep<in_a_loop, double>();
template void closed<float>();
static_assert(limb::moved(limb::box(1, {1, 1, 1}), {0, 0, 1}).mass == 1 && limb::principal_moments(copter.given[0].inertia).moments.x > 0);
static_assert(limb::cost<gimbal>.inverse_dynamics.multiplications > 0);
