// A robot's first run on a board: gravity torques at rest, then inverse dynamics along a swing of all joints and
// forward dynamics back again. Prints lines of a word and numbers (floats as their bits) for tools/importer/run.py to
// read; the same on the host.
//   ROBOT, ROBOT_HEADER   robots::arm6, "robots/arm6.hpp"
#include <bit>
#include <cstdint>
#include <string_view>

#include "limb/algebra/fnv1a.hpp"
#include "limb/limb.hpp"
#include "port/port.hpp"
#include ROBOT_HEADER

namespace {

constexpr const auto& robot = ROBOT;
constexpr int samples = 100;

void print(std::uint32_t x) {
    char text[9] = {' '};
    for (int digit = 0; digit < 8; ++digit) text[8 - digit] = "0123456789abcdef"[x >> 4 * digit & 15];
    port::write({text, sizeof text});
}
void print(std::string_view word, std::uint32_t x) {
    port::write(word);
    print(x);
    port::write("\n");
}

struct State {
    limb::Positions<robot> q;
    limb::Joints<robot> qd, qdd;
};

// q = 0.5 sin(t + k), each freedom k with a phase of its own; quaternions start as they are at rest and follow no
// motion
State state(float t) {
    State s{};
    for (int row = 0; row < robot.rows; ++row) {
        const limb::Joint joint = robot.given[row].joint;
        const auto i = static_cast<std::size_t>(robot.row_position[row]),
                   k = static_cast<std::size_t>(robot.row_dof[row]);
        const int more = limb::numbers_in_q(joint) - limb::freedoms(joint);
        if (more != 0) s.q[i] = 1;
        for (int f = 0; f < limb::freedoms(joint); ++f) {
            const auto n = static_cast<std::size_t>(f);
            const auto [sin, cos] = limb::sin_cos(t + static_cast<float>(k + n));
            if (more == 0) s.q[i + n] = 0.5f * sin;
            s.qd[k + n] = 0.5f * cos;
            s.qdd[k + n] = -0.5f * sin;
        }
    }
    return s;
}

std::uint32_t least(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

}  // namespace

int main() {
    print("exact", limb::arithmetic_is_exact());
    const auto hold = limb::gravity_torque<robot>(state(0).q);
    port::write("gravity");
    for (const float x : hold) print(std::bit_cast<std::uint32_t>(x));
    port::write("\n");

    limb::internal::Fnv1a hash;
    std::uint32_t inverse = ~0u, forward = ~0u, nothing = ~0u;
    float worst = 0;
    for (int sample = 0; sample < samples; ++sample) {
        const State s = state(0.1f * static_cast<float>(sample));
        const std::uint32_t zero = port::ticks();
        const std::uint32_t start = port::ticks();
        const auto tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd);
        asm volatile("" ::"r"(&tau) : "memory");  // not before `start`, not after `middle`
        const std::uint32_t middle = port::ticks();
        const auto qdd = limb::forward_dynamics<robot>(s.q, s.qd, tau);
        asm volatile("" ::"r"(&qdd) : "memory");
        const std::uint32_t end = port::ticks();
        nothing = least(nothing, start - zero);
        inverse = least(inverse, middle - start);
        forward = least(forward, end - middle);
        for (std::size_t k = 0; k < tau.size(); ++k) {
            hash.add(tau[k]);
            hash.add(qdd[k]);
            const float off = qdd[k] - s.qdd[k];
            if (!(off < worst && -off < worst)) worst = off < 0 ? -off : off;
        }
    }
    print("hash", hash.value());
    print("worst", std::bit_cast<std::uint32_t>(worst));
    print("inverse", inverse - nothing);
    print("forward", forward - nothing);
    return 0;
}
