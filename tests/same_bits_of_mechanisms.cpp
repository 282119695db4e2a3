// The same bits everywhere, of the sweeps of joints with several freedoms, and of what is built on the sweeps: quantities,
// reactions, loops, integrators, derivatives, modes, identification. The tests of each show that it is right; this one that host
// and boards, and two compilers, agree on it.
#include "limb/limb.hpp"

#include "hash.hpp"
#include "mechanisms.hpp"
#include "robots/triple_pendulum.hpp"
#include "small_robots.hpp"
#include "states.hpp"
#include "unity.h"

namespace {

using namespace small_robots;
using hash::Hash;

// As agreed in same_bits.cpp.
constexpr std::uint32_t agreed = 0x8e84dc64, agreed_of_joints = 0xf040bcd5;

void see(Hash& hash, const limb::Wrench<float>& w) { hash.see(w.force), hash.see(w.moment); }

template <const auto& robot> void see_quantities(Hash& hash, const auto& q, const auto& qd, const auto& in) {
    const auto com = limb::centre_of_mass<robot>(q, qd);
    const auto momentum = limb::momentum<robot>(q, qd);
    for (const auto& v : {com.position, com.velocity, momentum.linear, momentum.angular, momentum.spin}) hash.see(v);
    for (const auto& e : limb::energies<robot>(q, qd)) hash.see(e.kinetic), hash.see(e.potential);
    hash.see(limb::coriolis_matrix<robot>(q, qd));
    hash.see(limb::mass_times<robot>(q, in));
    hash.see(limb::inverse_mass_times<robot>(q, in));
    hash.see(limb::joint_elements<robot>(q, qd));
    const auto reactions = limb::reactions<robot>(q, qd, in);
    for (const auto& w : reactions.on) see(hash, w);
    see(hash, reactions.on_ground);
    hash.see(limb::regressor<robot>(q, qd, in));
}

template <const auto& robot> void see_motion(Hash& hash, const auto& q, const auto& qd, const auto& tau) {
    const auto acceleration = [&](const auto& x, const auto& xd) { return limb::forward_dynamics<robot>(x, xd, tau); };
    limb::State<robot> state{q, qd};
    for (int i = 0; i < 5; ++i) {
        state = limb::semi_implicit_euler<robot>(state, 1e-3f, acceleration);
        state = limb::runge_kutta<robot>(state, 1e-3f, acceleration);
        const auto step = limb::implicit_midpoint<robot>(state, 1e-3f, acceleration);
        TEST_ASSERT_TRUE(step.converged);
        state = step.state;
        hash.see(state.q), hash.see(state.qd);
    }
    hash.see(limb::difference<robot>(q, state.q));
}

void see_small_motions(Hash& hash, const auto& q, const auto& qd, const auto& in) {
    const auto d = limb::inverse_dynamics_derivatives<crane>(q, qd, in);
    hash.see(d.by_q), hash.see(d.by_qd), hash.see(d.by_in);
    const auto space = limb::state_space<crane>(limb::linearise<crane>(q, qd, in), qd);
    TEST_ASSERT_TRUE(space.solved);
    hash.see(space.A), hash.see(space.B);
    constexpr auto& pendulum = robots::triple_pendulum;
    const limb::Joints<robots::triple_pendulum> still{};
    const auto l = limb::linearise<robots::triple_pendulum>(limb::Positions<robots::triple_pendulum>{}, still, still);
    const auto modes = limb::modes(l.K, l.M);
    TEST_ASSERT_EQUAL_INT(pendulum.dof, modes.count);
    TEST_ASSERT_TRUE(modes.status == limb::ModesStatus::ok);
    hash.see(modes.eigenvalue), hash.see(modes.shape);
}

void see_loop(Hash& hash, float crank) {
    using namespace mechanisms;
    static constexpr auto held = limb::choose<slider_crank>({"crank"});
    const auto closed = limb::close_loops<slider_crank, slider_crank_loop, held>(limb::Positions<slider_crank>{crank, -1.3f * crank, 0.0f});
    TEST_ASSERT_TRUE(closed.status == limb::LoopStatus::ok);
    hash.see(closed.q);
    const auto moving = limb::close_velocities<slider_crank, slider_crank_loop, held>(closed.q, limb::Joints<slider_crank>{2.0f, 0.0f, 0.0f});
    TEST_ASSERT_TRUE(moving.status == limb::LoopStatus::ok);
    hash.see(moving.qd);
    const auto motion = limb::loop_forward_dynamics<slider_crank, slider_crank_loop>(closed.q, moving.qd, limb::Joints<slider_crank>{1.0f, 0.0f, 0.0f});
    TEST_ASSERT_TRUE(motion.status == limb::LoopStatus::ok);
    hash.see(motion.qdd);
    for (const auto& on_b : motion.on_b) hash.see(on_b.force), hash.see(on_b.moment);
    const auto back = limb::loop_inverse_dynamics<slider_crank, slider_crank_loop, held>(closed.q, moving.qd, motion.qdd);
    TEST_ASSERT_TRUE(back.status == limb::LoopStatus::ok);
    hash.see(back.tau);
}

void see_fit(Hash& hash, states::Random& random) {
    limb::LeastSquares<float, 4> fit(limb::Prior<float, 4>{{1, 2, 3, 4}, {1, 1, 1, 1}});
    for (int i = 0; i < 50; ++i) {
        limb::Column<float, 4> a;
        random.fill(a, 2);
        TEST_ASSERT_TRUE(fit.add(a, random.uniform(3), 0.1f) == limb::Taken::yes);
    }
    const auto x = fit.solve();
    TEST_ASSERT_TRUE(x.determined);
    hash.see(x.x);
}

void test_bits_are_the_agreed_ones() {
    Hash hash;
    states::Random random(1);
    for (int i = 0; i < 5; ++i) {
        const states::State<crane, float> c(random);
        see_quantities<crane>(hash, c.q, c.qd, c.qdd);
        see_motion<crane>(hash, c.q, c.qd, c.tau);
        see_small_motions(hash, c.q, c.qd, c.qdd);
        const states::State<puck, float> p(random);
        see_quantities<puck>(hash, p.q, p.qd, p.qdd);
        see_motion<puck>(hash, p.q, p.qd, p.tau);
        const states::State<walker, float> w(random);
        see_quantities<walker>(hash, w.q, w.qd, w.qdd);
        see_loop(hash, 0.4f + 0.5f * static_cast<float>(i));
        see_fit(hash, random);
    }
    TEST_ASSERT_TRUE(hash.count() > 5'000);
    TEST_ASSERT_EQUAL_HEX32(agreed, hash.value());
}

void test_bits_of_joints_with_several_freedoms_are_the_agreed_ones() {
    Hash hash;
    hash::see_sweeps<lamp, 4>(hash, 20);
    hash::see_sweeps<puck, 2>(hash, 20);
    TEST_ASSERT_EQUAL_HEX32(agreed_of_joints, hash.value());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_bits_of_joints_with_several_freedoms_are_the_agreed_ones);
    RUN_TEST(test_bits_are_the_agreed_ones);
    return UNITY_END();
}
