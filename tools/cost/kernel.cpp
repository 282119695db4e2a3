// One sweep of one robot as a function of its own, and one call of it before main: cost.py looks at that call.
//   ALGORITHM, ARGUMENTS   inverse_dynamics, (q, qd, in)
//   KERNEL                 the function's name
//   LOOPS                  the loops of the robot, for algorithms that want them
#include <cstdint>

#include "tools/cost/robot.hpp"

namespace tool::cost {

using Positions = limb::Positions<robot>;
using Joints = limb::Joints<robot>;

// Returned by value: the result is written in place. Aligned to a flash line: what is fetched from flash does not depend on
// what else is linked.
extern "C" [[gnu::flatten, gnu::noipa, gnu::aligned(8)]] auto KERNEL(const Positions& q, const Joints& qd,
                                                                     const Joints& in) {
#ifdef LOOPS
    return limb::ALGORITHM<robot, LOOPS> ARGUMENTS;
#else
    return limb::ALGORITHM<robot> ARGUMENTS;
#endif
}

namespace {

// Numbers between -2 and 2, the same for every kernel.
struct Random {
    std::uint32_t seed = 12345;
    float operator()() {
        seed = seed * 1664525u + 1013904223u;
        return static_cast<float>(seed >> 8) * (4.0f / 16777216.0f) - 2.0f;
    }
};

[[gnu::constructor]] void call() {
    Random random;
    Positions q;
    Joints qd, in;
    for (float& x : q) x = random();
    for (float& x : qd) x = random();
    for (float& x : in) x = random();
    if constexpr (robot.positions != robot.dof) {  // a floating root: a turn of 2 * q[0] about (2, 3, 6) / 7
        const auto [s, c] = limb::sin_cos(q[0]);
        q[0] = c, q[1] = s * (2.0f / 7), q[2] = s * (3.0f / 7), q[3] = s * (6.0f / 7);
    }
    const auto result = KERNEL(q, qd, in);
    asm volatile("" ::"r"(&result) : "memory");  // the result is used
}

}  // namespace
}  // namespace tool::cost
