// The same bits everywhere: thousands of results of every sweep, on every kind of joint, root and form, hashed. One
// value is stored here; host and boards, compilers and optimisation levels must all come to it.
#include "hash.hpp"
#include "limb/limb.hpp"
#include "states.hpp"
#include "robots/chain16.hpp"
#include "robots/gimbal3.hpp"
#include "small_robots.hpp"
#include "unity.h"

namespace {

using hash::Hash;

// Agreed by g++ (-O0, -O2, -O3, sanitized), clang++ and arm-none-eabi-g++ on both emulated boards. Whoever changes the
// order of the arithmetic changes it: store the printed value, but only if every stage of `tools/limb test` prints the
// same one.
constexpr std::uint32_t agreed = 0xb21c0bdc, agreed_of_joints = 0xf040bcd5;

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
            if (!states::has_quaternion(robot.given[row_].joint)) continue;
            float* p = &q[static_cast<std::size_t>(robot.row_position[row_])];
            const auto [s, c] = limb::sin_cos(p[0]);
            p[0] = c, p[1] = s * (2.0f / 7), p[2] = s * (3.0f / 7), p[3] = s * (6.0f / 7);
        }
        limb::Wrenches<robot> wrenches{};
        for (auto& [force, moment] : wrenches.on) {
            force = {random.uniform(20), 0, 1};
            moment = {0, random.uniform(5), 2};
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

std::uint32_t hash_of_all(int states) {
    Hash hash;
    see_sweeps<robots::gimbal3, 2>(hash, states);
    see_sweeps<small_robots::crane, 3>(hash, states);
    see_sweeps<small_robots::walker, 4>(hash, states);
    see_sweeps<robots::chain16, 15>(hash, states);
    TEST_ASSERT_TRUE(hash.count() > 10'000);
    return hash.value();
}

void test_bits_are_the_agreed_ones() {
    const std::uint32_t hash = hash_of_all(20);
    TEST_ASSERT_EQUAL_HEX32(agreed, hash);
}
void test_bits_of_joints_with_several_freedoms_are_the_agreed_ones() {
    Hash hash;
    see_sweeps<small_robots::lamp, 4>(hash, 20);
    see_sweeps<small_robots::puck, 2>(hash, 20);
    TEST_ASSERT_EQUAL_HEX32(agreed_of_joints, hash.value());
}

// One wrong last bit anywhere is seen.
void test_the_hash_sees_a_bit() {
    Hash a, b, c;
    a.see(1.0f);
    b.see(std::bit_cast<float>(std::bit_cast<std::uint32_t>(1.0f) + 1));
    c.see(-0.0f);
    Hash zero;
    zero.see(0.0f);
    TEST_ASSERT_TRUE(a.value() != b.value());
    TEST_ASSERT_TRUE(c.value() != zero.value());
}

}  // namespace

int main() {
    UNITY_BEGIN();
    RUN_TEST(test_the_hash_sees_a_bit);
    RUN_TEST(test_bits_are_the_agreed_ones);
    RUN_TEST(test_bits_of_joints_with_several_freedoms_are_the_agreed_ones);
    return UNITY_END();
}
