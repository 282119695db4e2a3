#pragma once
// A number that counts what is done with it: an algorithm run on it, at compile time, tells its operations.
// Upper bounds of what is executed: a compiler may find more to share. What a looped robot computes from its table's
// constants alone is not counted.
#include "limb/sweep/pose.hpp"

namespace limb::internal {

struct Operations {
    int multiplications = 0, additions = 0, divisions = 0, square_roots = 0, sin_cos = 0;
    constexpr int flops() const { return multiplications + additions; }
};

// Either a constant (no tally), or one that counts; what is computed from constants alone is a constant.
struct Count {
    using limb_scalar = void;
    Operations* tally = nullptr;
    constexpr Count() = default;
    template <std::floating_point F> constexpr explicit Count(F) {}
    constexpr explicit Count(Operations& t) : tally(&t) {}

    static constexpr Count counted(Count a, Count b, int Operations::*what) {
        Count r;
        r.tally = a.tally ? a.tally : b.tally;
        if (r.tally) ++(r.tally->*what);
        return r;
    }
    friend constexpr Count operator*(Count a, Count b) { return counted(a, b, &Operations::multiplications); }
    friend constexpr Count operator+(Count a, Count b) { return counted(a, b, &Operations::additions); }
    friend constexpr Count operator-(Count a, Count b) { return counted(a, b, &Operations::additions); }
    friend constexpr Count operator/(Count a, Count b) { return counted(a, b, &Operations::divisions); }
    friend constexpr Count operator-(Count a) { return a; }
    constexpr Count& operator-=(Count b) { return *this = *this - b; }
    friend constexpr Count sqrt(Count a) { return counted(a, a, &Operations::square_roots); }
    friend constexpr void sin_cos(Count x, Count* sc) { sc[0] = sc[1] = counted(x, x, &Operations::sin_cos); }
};

// the operations of algorithm(q, qd, in), `in` being accelerations or torques
template <const auto& robot> constexpr Operations count(auto algorithm) {
    Operations operations;
    const auto counting = [&](auto array) { for (auto& x : array) x = Count{operations}; return array; };
    const auto q = counting(Positions<robot, Count>{});
    const auto qd = counting(Joints<robot, Count>{});
    const auto in = counting(Joints<robot, Count>{});
    algorithm(q, qd, in);
    return operations;
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Operations;

}  // namespace limb
