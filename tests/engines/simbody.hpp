#pragma once

// Simbody as an oracle: a mechanism as plain numbers, so that its side can be C++17, which its headers need.

#include <vector>

namespace simbody {

enum class Joint { weld, pin, slider, ball, universal, free };

struct Row {
    int parent;  // -1: the ground
    Joint joint;
    double axis[3], axis2[3], at[3], rotation[9];
    double mass, com[3], inertia[6];  // about the centre of mass: xx yy zz xy xz yz
};
struct Loop {
    enum Kind { ball, pin, weld, rod, universal, point_on_line } kind;
    int a, b;  // rows; -1: the ground
    double a_at[3], b_at[3], a_axis[3], b_axis[3], rotation[9], distance;
};
struct Wrench {
    double moment[3], force[3];  // N m, N, at b's point, in the world's axes
};
struct Motion {
    std::vector<double> qdd;
    std::vector<Wrench> on_b;  // by loop
};

// Numbers in limb's conventions; gravity 9.81 m/s^2 along -z.
Motion accelerate(const std::vector<Row>& rows, const std::vector<Loop>& loops, const double* q, const double* qd,
                  const double* tau);

}  // namespace simbody
