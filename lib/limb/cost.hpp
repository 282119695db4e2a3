#pragma once
// What an algorithm costs for a robot, counted at compile time by running it on a number that counts:
//   static_assert(limb::cost<arm>.inverse_dynamics.multiplications < 400);
// Upper bounds of what is executed: a compiler may find more to share.
#include "limb/forward_dynamics.hpp"

namespace limb {

struct Operations { int multiplications = 0, additions = 0, divisions = 0, square_roots = 0, sin_cos = 0; };

// A number that is either a constant (no tally) or counts what is done with it.
struct Count {
    using limb_scalar = void;
    Operations* tally = nullptr;
    constexpr Count() = default;
    constexpr explicit Count(double) {}
    constexpr explicit Count(Operations& t) : tally(&t) {}

    template <class F> friend constexpr Count counted(Count a, Count b, F what) {
        Count r;
        r.tally = a.tally ? a.tally : b.tally;
        if (r.tally) what(*r.tally);
        return r;
    }
    friend constexpr Count operator*(Count a, Count b) { return counted(a, b, [](Operations& o) { o.multiplications++; }); }
    friend constexpr Count operator+(Count a, Count b) { return counted(a, b, [](Operations& o) { o.additions++; }); }
    friend constexpr Count operator-(Count a, Count b) { return counted(a, b, [](Operations& o) { o.additions++; }); }
    friend constexpr Count operator/(Count a, Count b) { return counted(a, b, [](Operations& o) { o.divisions++; }); }
    friend constexpr Count operator-(Count a) { return a; }
    constexpr Count& operator-=(Count b) { return *this = *this - b; }
};
constexpr void sin_cos(Count x, Count* sc) {
    if (x.tally) x.tally->sin_cos++;
    sc[0] = sc[1] = x;
}

namespace table {
template <const auto& robot> constexpr Operations count(auto algorithm) {
    Operations o;
    Positions<robot, Count> q;
    Joints<robot, Count> qd, in;
    for (auto& x : q) x = Count{o};
    for (auto& x : qd) x = Count{o};
    for (auto& x : in) x = Count{o};
    algorithm(q, qd, in);
    return o;
}
}  // namespace table

template <const auto& robot> struct Cost {   // members are counted when they are first named
    static constexpr Operations inverse_dynamics = table::count<robot>([](auto& q, auto& qd, auto& in) { (void)limb::inverse_dynamics<robot>(q, qd, in); });
    static constexpr Operations bias_torque = table::count<robot>([](auto& q, auto& qd, auto&) { (void)limb::bias_torque<robot>(q, qd); });
    static constexpr Operations gravity_torque = table::count<robot>([](auto& q, auto&, auto&) { (void)limb::gravity_torque<robot>(q); });
    static constexpr Operations mass_matrix = table::count<robot>([](auto& q, auto&, auto&) { (void)limb::mass_matrix<robot>(q); });
    static constexpr Operations forward_dynamics_ltdl = table::count<robot>([](auto& q, auto& qd, auto& in) { (void)limb::forward_dynamics_ltdl<robot>(q, qd, in); });
    static constexpr Operations forward_dynamics_aba = table::count<robot>([](auto& q, auto& qd, auto& in) { (void)limb::forward_dynamics_aba<robot>(q, qd, in); });
    static constexpr Operations forward_dynamics = table::count<robot>([](auto& q, auto& qd, auto& in) { (void)limb::forward_dynamics<robot>(q, qd, in); });
};
template <const auto& robot> inline constexpr Cost<robot> cost{};

}  // namespace limb
