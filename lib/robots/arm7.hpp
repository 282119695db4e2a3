#pragma once

// Seven-axis arm with the lengths and masses of an iiwa-class robot: every axis at a right angle to the one
// before it.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Made by tests/reference/convert.py.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
inline constexpr auto arm7 = limb::tree({
    {.name = "link1", .joint = revolute_z, .at = {0, 0, 0.1575f},                                                 .mass = 5.76f, .com = {0, -0.03f, 0.12f},        .inertia = {0.0333f, 0.031192224f, 0.014107777f, 0, 0, -0.0058440496f}},
    {.name = "link2", .joint = revolute_z, .at = {0, 0, 0.2025f}, .rotation = {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, .mass = 6.35f, .com = {0.0003f, 0.059f, 0.042f}, .inertia = {0.030422853f, 0.029664641f, 0.011812505f, -0.00024407884f, -0.001196733f, -0.0036979907f}},
    {.name = "link3", .joint = revolute_z, .at = {0, 0.2045f, 0}, .rotation = {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, .mass = 3.5,   .com = {0, 0.03f, 0.13f},         .inertia = {0.024760626f, 0.023706103f, 0.007933272f, -0.00031878063f, -0.0019190646f, -0.0013465647f}},
    {.name = "link4", .joint = revolute_z, .at = {0, 0, 0.2155f}, .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .mass = 3.5,   .com = {0, 0.067f, 0.034f},       .inertia = {0.016738953f, 0.016415399f, 0.0062456494f, -7.22451e-05f, -0.0015896534f, 0.00033882263f}},
    {.name = "link5", .joint = revolute_z, .at = {0, 0.1845f, 0}, .rotation = {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, .mass = 3.5,   .com = {0.0001f, 0.021f, 0.076f}, .inertia = {0.009742306f, 0.0086999135f, 0.0047477805f, -0.000228702f, -0.0009099463f, 0.00068813056f}},
    {.name = "link6", .joint = revolute_z, .at = {0, 0, 0.2155f}, .rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, .mass = 1.8f,  .com = {0, 0.0006f, 0.0004f},     .inertia = {0.004837645f, 0.004642024f, 0.0037203303f, -1.310373e-05f, -0.00021179827f, 0.00029822765f}},
    {.name = "link7", .joint = revolute_z, .at = {0, 0.081f, 0},  .rotation = {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, .mass = 1.2f,  .com = {0, 0, 0.02f},             .inertia = {0.000990873f, 0.0009798161f, 0.001079311f, -2.4917472e-05f, 5.904839e-06f, -4.6944526e-05f}},
});
// clang-format on

}  // namespace robots
