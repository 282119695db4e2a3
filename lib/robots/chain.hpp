#pragma once

// A chain of n equal links in a row, joints turning about z, y, z, y, ...: what growth with depth is measured on.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Names: l0, l1, ...

#include <cstddef>

#include "limb/limb.hpp"

namespace robots {

inline constexpr std::size_t longest_chain = 64;

struct ChainNames {
    char text[longest_chain][4];
};

// A row keeps a pointer to its name, so the names need static storage.
inline constexpr ChainNames chain_names = [] {
    ChainNames names{};
    for (std::size_t i = 0; i < longest_chain; i++) {
        const char tens = char('0' + i / 10), ones = char('0' + i % 10);
        names.text[i][0] = 'l';
        names.text[i][1] = i < 10 ? ones : tens;
        names.text[i][2] = i < 10 ? '\0' : ones;
    }
    return names;
}();

template <std::size_t n> struct ChainRows { limb::Row rows[n]; };

template <std::size_t n> inline constexpr ChainRows<n> chain = [] {
    static_assert(n <= longest_chain);
    ChainRows<n> link{};
    for (std::size_t i = 0; i < n; i++) {
        link.rows[i] = {
            .name = chain_names.text[i],
            .joint = i % 2 == 0 ? limb::Joint::revolute_z : limb::Joint::revolute_y,
            .at = {i == 0 ? 0 : 0.12f, 0, 0},
            .mass = 0.35f,
            .com = {0.06f, 0.003f, -0.002f},
            .inertia = {0.00012f, 0.00049f, 0.00051f, 6e-06f, -4e-06f, 3e-06f},
        };
    }
    return link;
}();

}  // namespace robots
