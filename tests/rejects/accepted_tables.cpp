// The control of the tables: what is next to a mistake and is none. This file must compile.
#include "limb/tree.hpp"
using enum limb::Joint;

// clang-format off

// Point masses and thin rods: every joint moves inertia.
constexpr auto double_pendulum = limb::tree({
    {.name = "upper", .joint = revolute_y, .mass = 1, .com = {0, 0, -0.5}},
    {.name = "fore",  .joint = revolute_y, .at = {0, 0, -0.5}, .mass = 1, .com = {0, 0, -0.5}},
});
constexpr auto rods = limb::tree({
    {.name = "rod",     .joint = revolute_y, .mass = 1, .com = {0, 0, -0.5}, .inertia = {0.083, 0.083, 0}},
    {.name = "oblique", .joint = revolute, .axis = {0.6, 0.8, 0}, .at = {0, 0, -1}, .mass = 1,     // along x = y = z
     .inertia = {2.0 / 30, 2.0 / 30, 2.0 / 30, -1.0 / 30, -1.0 / 30, -1.0 / 30}},
    {.name = "plate",   .joint = revolute_z, .mass = 1, .inertia = {0.1, 0.2, 0.3}},
});
constexpr auto drives = limb::tree({     // armature moves a point on its own axis
    {.name = "spin",   .joint = revolute_z, .mass = 1, .com = {0, 0, 0.1}, .armature = 1e-5},
    {.name = "slider", .joint = prismatic_x, .mass = 1},
});

// Bolted to the world nobody feels it; fixed to a body it is judged with it.
constexpr auto bolted = limb::tree({
    {.name = "pedestal", .mass = 1, .inertia = {0.01, 0.01, 0.5}},
    {.name = "plinth",   .com = {0, 0, 700}, .inertia = {-1, 0, 0}},
    {.name = "upper",    .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.02, 0.02}},
    {.name = "flange",   .at = {0.1, 0, 0}, .inertia = {1e-5, 1e-5, 1e-5}},                        // a rotor, whose mass is upper's
    {.name = "sheet",    .mass = 0.1, .inertia = {1e-6, 1e-6, 9e-6}},                              // breaks the triangle inequality, upper mends it
});
constexpr auto frame_without_mass = limb::tree({
    {.name = "carrier", .joint = revolute_z},
    {.name = "bracket", .mass = 1, .inertia = {0.01, 0.01, 0.01}},
});

// What a joint has.
constexpr auto joints = limb::tree({
    {.name = "bus",   .joint = floating, .mass = 3, .inertia = {0.1, 0.1, 0.1}, .damping = 0.1},
    {.name = "screw", .joint = helical, .axis = {0, 1, 0}, .pitch = -0.01, .mass = 1, .inertia = {0.01, 0.01, 0.01}, .lower = -62.8, .upper = 62.8},
    {.name = "hook",  .joint = universal, .axis = {0, 1, 0}, .axis2 = {0, 0, 1}, .mass = 1, .inertia = {0.01, 0.01, 0.01}, .lower = -1, .upper = 1},
    {.name = "ball",  .joint = spherical, .mass = 1, .inertia = {0.01, 0.01, 0.01}, .damping = 0.1, .velocity_limit = 3, .effort_limit = 2},
    {.name = "back",  .joint = revolute_x, .mass = 1, .inertia = {0.01, 0.01, 0.01}, .rotor = 1e-5, .gear = -50, .lower = 1, .upper = 1},
    {.name = "locked", .axis = {0, 0, 1}, .lower = -1, .upper = 1, .velocity_limit = 1, .effort_limit = 1},
});

// Units: large, light and small, but real.
constexpr auto wind_turbine = limb::tree({   // of 15 MW
    {.name = "platform", .joint = floating, .mass = 2e7,   .com = {0, 0, -15}, .inertia = {1.3e10, 1.3e10, 2.4e10}},
    {.name = "tower",                       .mass = 1.3e6, .com = {0, 0, 57},  .inertia = {2e9, 2e9, 2e7}},
    {.name = "nacelle",  .joint = revolute_z, .at = {0, 0, 150}, .mass = 8e5, .com = {-5, 0, 3}, .inertia = {1e7, 2e7, 2e7}},
    {.name = "hub",      .joint = revolute_x, .at = {-12, 0, 5}, .mass = 2e5, .inertia = {1.4e6, 1e6, 1e6}},
    {.name = "blade",    .joint = revolute_z, .at = {0, 0, 4},   .mass = 6.5e4, .com = {0, 0, 31}, .inertia = {3.5e7, 3.5e7, 3e5}, .lower = -1.6, .upper = 0.1},
});
constexpr auto crane = limb::tree({
    {.name = "jib",     .joint = revolute_z, .mass = 2e4, .com = {30, 0, 0}, .inertia = {1e4, 1e7, 1e7}},
    {.name = "trolley", .joint = prismatic_x, .at = {0, 0, -1}, .mass = 500, .inertia = {100, 100, 100}, .upper = 75},
    {.name = "load",    .joint = universal, .axis = {1, 0, 0}, .axis2 = {0, 1, 0}, .mass = 50, .com = {0, 0, -60}, .inertia = {0.5, 0.5, 0.5}},
});
constexpr auto foucault = limb::tree({
    {.name = "bob", .joint = universal, .axis = {1, 0, 0}, .axis2 = {0, 1, 0}, .mass = 28, .com = {0, 0, -67}, .inertia = {0.1, 0.1, 0.1}},
});
constexpr auto solar_sail = limb::tree({
    {.name = "bus",  .joint = floating, .mass = 290, .inertia = {30, 30, 30}},
    {.name = "sail", .joint = revolute_z, .mass = 16, .inertia = {260, 260, 520}},
    {.name = "vane", .joint = revolute_x, .at = {9.9, 0, 0}, .mass = 0.02, .inertia = {1e-4, 1e-4, 2e-4}},
});
constexpr auto wire_boom = limb::tree({      // 1 mm thick, 20 m long
    {.name = "bus",  .joint = floating, .mass = 100, .inertia = {10, 10, 10}},
    {.name = "wire", .joint = revolute_z, .at = {0.5, 0, 0}, .mass = 0.12, .com = {10, 0, 0}, .inertia = {1.5e-8, 4, 4}},
});
constexpr auto micro = limb::tree({          // a leg of a walking chip
    {.name = "hip",  .joint = revolute_z, .mass = 2e-9, .com = {3e-4, 0, 0}, .inertia = {1e-18, 6e-17, 6e-17}},
    {.name = "foot", .joint = revolute_y, .at = {6e-4, 0, 0}, .mass = 1e-9, .inertia = {1e-18, 1e-18, 1e-18}},
});
constexpr auto gantry = limb::tree({         // point masses tell no size
    {.name = "bridge", .joint = prismatic_x, .mass = 1000},
    {.name = "hoist",  .joint = prismatic_y, .at = {0, 30, 0}, .mass = 100},
});
constexpr auto winch = limb::tree({{.name = "drum", .joint = revolute_z, .mass = 1, .inertia = {0.01, 0.01, 0.01}, .lower = -1e4, .upper = 1608.5}});

// The opt-outs.
constexpr auto trusted = limb::tree({
    {.name = "tether", .joint = revolute_z, .mass = 1, .com = {500, 0, 0}, .inertia = {1e5, 1e5, 1e5}, .lower = -100, .upper = 100, .trust_units = true},
    {.name = "end",    .joint = revolute_z, .at = {2000, 0, 0}, .mass = 1, .inertia = {0.01, 0.01, 0.05}, .trust_inertia = true, .trust_units = true},
});
// clang-format on
