// The dynamics of two sample robots, computed on the board and printed: torques for a motion, the mass matrix, and
// the motion back from the torques. Instructions are counted by port::ticks (exact on an emulated STM32F405).
#include "boards/apps/text.hpp"
#include "limb/limb.hpp"
#include "port/port.hpp"
#include "robots/arm6.hpp"
#include "robots/gimbal3.hpp"

namespace {

void write_row(std::string_view label, const auto& values) {
    port::write(label);
    for (const float value : values) text::write(value, 11);
    port::write("\n");
}

// Of external linkage, so that no computation on them moves past a reading of the clock.
template <const auto& robot> struct State {
    limb::Joints<robot> q, qd, qdd, tau, qdd_again;
    limb::Matrix<robot> M;
};
}  // namespace

template <const auto& robot> State<robot> state;

namespace {

template <class Computation> std::uint32_t instructions(Computation compute) {
    const std::uint32_t start = port::ticks();
    compute();
    return port::ticks() - start;
}

template <const auto& robot> void show(std::string_view name) {
    auto& s = state<robot>;
    for (std::size_t i = 0; i < robot.dof; ++i) {
        s.q[i] = 0.3f + 0.1f * static_cast<float>(i);
        s.qd[i] = 0.5f - 0.2f * static_cast<float>(i);
        s.qdd[i] = 1.0f;
    }
    const auto inverse = instructions([&] { s.tau = limb::inverse_dynamics<robot>(s.q, s.qd, s.qdd); });
    const auto mass = instructions([&] { s.M = limb::mass_matrix<robot>(s.q); });
    const auto forward = instructions([&] { s.qdd_again = limb::forward_dynamics<robot>(s.q, s.qd, s.tau); });

    port::write("\n");
    port::write(name);
    write_row("\n  position q             rad  ", s.q);
    write_row("  velocity qd           rad/s ", s.qd);
    write_row("  acceleration qdd     rad/s2 ", s.qdd);
    write_row("  inverse dynamics tau    Nm  ", s.tau);
    write_row("  forward dynamics qdd rad/s2 ", s.qdd_again);
    port::write("  mass matrix M         kg m2 ");
    for (const auto& row : s.M) write_row(&row == s.M.data() ? "" : "                              ", row);
    port::write("  instructions: inverse dynamics");
    text::write(inverse, 5);
    port::write(", mass matrix");
    text::write(mass, 5);
    port::write(", forward dynamics");
    text::write(forward, 5);
    port::write("\n");
}

}  // namespace

int main() {
    show<robots::gimbal3>("gimbal3, a camera gimbal with three axes");
    show<robots::arm6>("arm6, an arm with six axes");
    return 0;
}
