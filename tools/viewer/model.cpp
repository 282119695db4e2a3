// limb's sweeps of one robot, in float, for the viewer's page: compiled to WebAssembly, without a C library. The page
// writes q, qd and qdd into the arrays, calls a sweep and reads what it wrote. Compiled for the host, a program that
// prints bits(), so that a test can compare the two.
#include <cstdint>
#ifndef __wasm__
#include <cstdio>
#include <cstdlib>
#endif

#include "limb/algebra/fnv1a.hpp"
#include "limb/model/world_kinematics.hpp"
#include "tools/robot/robot.hpp"

#ifdef __wasm__
#define EXPORT(name) extern "C" [[clang::export_name(#name)]]
#else
#define EXPORT(name) static
#endif

namespace tool {
namespace {

limb::Positions<robot> q{};
limb::Joints<robot> qd{}, qdd{}, tau{};
float poses[robot.rows][12]{};  // of each row: rotation row by row, position

// numbers between -3 and 3
struct Random {
    std::uint32_t seed = 12345;
    float operator()() {
        seed = seed * 1664525u + 1013904223u;
        return static_cast<float>(seed >> 8) * (6.0f / 16777216.0f) - 3.0f;
    }
};

}  // namespace

EXPORT(q) float* positions() { return q.data(); }
EXPORT(qd) float* velocities() { return qd.data(); }
EXPORT(qdd) float* accelerations() { return qdd.data(); }
EXPORT(tau) float* torques() { return tau.data(); }
EXPORT(poses) float* all_poses() { return poses[0]; }

// poses of every row in the world, from q
EXPORT(locate) void locate() {
    const auto all = limb::world_kinematics<robot>(q);
    for (std::size_t r = 0; r < std::size_t(robot.rows); ++r) {
        float* to = poses[r];
        for (const auto& v : {all.row[r].rotation.x, all.row[r].rotation.y, all.row[r].rotation.z, all.row[r].position})
            *to++ = v.x, *to++ = v.y, *to++ = v.z;
    }
}
// tau: what holds the robot still at q
EXPORT(gravity_torque) void hold() { tau = limb::gravity_torque<robot>(q); }
// tau: what gives it qdd at q, qd
EXPORT(inverse_dynamics) void drive() { tau = limb::inverse_dynamics<robot>(q, qd, qdd); }

// a hash of every bit that the sweeps above give in this many random states
EXPORT(bits) std::uint32_t bits(int states) {
    limb::internal::Fnv1a hash;
    Random random;
    for (int i = 0; i < states; ++i) {
        for (float& x : q) x = random();
        for (float& x : qd) x = random();
        for (float& x : qdd) x = random();
        for (int row = 0; row < robot.rows; ++row) {  // unit quaternions: turns about (2, 3, 6) / 7
            if (limb::numbers_in_q(robot.given[row].joint) == limb::freedoms(robot.given[row].joint)) continue;
            float* p = &q[std::size_t(robot.row_position[row])];
            const auto [s, c] = limb::sin_cos(p[0]);
            p[0] = c, p[1] = s * (2.0f / 7), p[2] = s * (3.0f / 7), p[3] = s * (6.0f / 7);
        }
        locate();
        for (const auto& pose : poses)
            for (const float x : pose) hash.add(x);
        hold();
        for (const float x : tau) hash.add(x);
        drive();
        for (const float x : tau) hash.add(x);
    }
    return hash.value();
}

}  // namespace tool

#ifndef __wasm__
int main(int count, char** words) {
    std::printf("%08x\n", unsigned(tool::bits(count > 1 ? std::atoi(words[1]) : 1000)));
}
#endif
