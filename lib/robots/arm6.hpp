#pragma once

// Six-axis arm with the lengths and masses of a UR5-class robot: a shoulder, two long parallel-axis links and a
// compact wrist, with full inertia tensors.
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Made by tests/reference/convert.py.

#include "limb/limb.hpp"

namespace robots {

using enum limb::Joint;

// clang-format off
inline constexpr auto arm6 = limb::tree({
    {.name = "shoulder", .joint = revolute_z, .at = {0, 0, 0.089159f},                                                     .mass = 3.7f,    .com = {0, -0.00193f, -0.02561f},   .inertia = {0.014854871f, 0.014884175f, 0.010060955f, 2.6724456e-05f, -0.000467313f, 0.00027673284f}},
    {.name = "upperarm", .joint = revolute_y, .at = {0, 0.13585f, 0},      .rotation = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, .mass = 8.393f,  .com = {0, -0.024201f, 0.2125f},    .inertia = {0.13353242f, 0.13365111f, 0.015716463f, -0.00030246432f, -0.006591016f, -0.0054234895f}},
    {.name = "forearm",  .joint = revolute_y, .at = {0, -0.1197f, 0.425f},                                                 .mass = 2.275f,  .com = {0.002f, 0.0265f, 0.11993f}, .inertia = {0.031033939f, 0.031168764f, 0.0042972974f, -7.202151e-05f, 0.0021136452f, 0.0009166975f}},
    {.name = "wrist1",   .joint = revolute_y, .at = {0, 0, 0.39225f},      .rotation = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}, .mass = 1.219f,  .com = {0, 0.0018f, 0.016f},        .inertia = {0.0025995167f, 0.0025808662f, 0.0022196171f, -3.0411786e-06f, 1.3559768e-05f, 8.5312095e-05f}},
    {.name = "wrist2",   .joint = revolute_z, .at = {0, 0.093f, 0},                                                        .mass = 1.219f,  .com = {0, -0.0018f, 0.016f},       .inertia = {0.0025846362f, 0.002496704f, 0.0022186597f, 2.8715144e-06f, -7.399953e-05f, -3.6777736e-05f}},
    {.name = "wrist3",   .joint = revolute_y, .at = {0, 0, 0.09465f},                                                      .mass = 0.1879f, .com = {0, 0.0612f, -0.001159f},    .inertia = {0.000100761725f, 0.00010293892f, 0.00012629936f, -1.4962112e-06f, 4.475812e-06f, -8.791565e-06f}},
});
// clang-format on

}  // namespace robots
