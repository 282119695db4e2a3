#pragma once

// Two ways to describe one mechanism: what the sweeps compute for the one must be what they compute for the other.

#include <cstddef>

#include "laws.hpp"
#include "limb/limb.hpp"

namespace compare {

template <class T, int n> struct Results {
    limb::Column<T, n> inverse, aba, ltdl;
    limb::Dense<T, n, n> mass;
    T kinetic, potential;
};

template <const auto& robot, class T, class... Options>
Results<T, robot.dof> results(const limb::Positions<robot, T>& q, const limb::Joints<robot, T>& qd,
                              const limb::Joints<robot, T>& qdd, const limb::Joints<robot, T>& tau,
                              const Options&... options) {
    return {
        .inverse = limb::inverse_dynamics<robot>(q, qd, qdd, options...),
        .aba = limb::forward_dynamics_aba<robot>(q, qd, tau, options...),
        .ltdl = limb::forward_dynamics_ltdl<robot>(q, qd, tau, options...),
        .mass = limb::mass_matrix<robot>(q, options...),
        .kinetic = limb::kinetic_energy<robot>(q, qd, options...),
        .potential = limb::potential_energy<robot>(q, options...),
    };
}
template <const auto& robot, class T, class... Options>
auto results(const states::State<robot, T>& s, const Options&... options) {
    return results<robot, T>(s.q, s.qd, s.qdd, s.tau, options...);
}

// The largest differences between two sets of results, over many states.
template <class T> class Differences {
  public:
    template <int n> void see(const Results<T, n>& a, const Results<T, n>& b) {
        inverse_.see(laws::difference(a.inverse, b.inverse));
        aba_.see(laws::difference(a.aba, b.aba));
        ltdl_.see(laws::difference(a.ltdl, b.ltdl));
        measure::Error mass, energy;
        for (int i = 0; i < n; ++i) mass.see_all(a.mass[i], b.mass[i]);
        mass_.see(mass);
        energy.see(static_cast<double>(a.kinetic), static_cast<double>(b.kinetic));
        energy.see(static_cast<double>(a.potential), static_cast<double>(b.potential));
        energy_.see(energy);
    }
    void demand() const {
        for (const auto& worst : {inverse_, mass_, energy_}) laws::demand<T>(worst, laws::rounding);
        for (const auto& worst : {aba_, ltdl_}) laws::demand<T>(worst, 1e-4);
    }

  private:
    measure::Worst inverse_{"inverse"}, aba_{"aba"}, ltdl_{"ltdl"}, mass_{"mass"}, energy_{"energy"};
};

// Robots a and b with the same joints in the same order.
template <const auto& a, const auto& b> void same_mechanism() {
    using T = LIMB_TEST_NUMBER;
    Differences<T> differences;
    laws::at_random_states<a, T>(
        [&](const auto& s, auto&) { differences.see(results<a, T>(s), results<b, T>(states::State<b, T>(s))); });
    differences.demand();
}

}  // namespace compare
