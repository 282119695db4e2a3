#pragma once

// An independent oracle: the mechanics of any table, straight from its rows as the user wrote them. It shares nothing with
// lib/limb but limb::Row, and does nothing in limb's way: no recursion for forces, no folded rows, no frames of its own
// choice. Every row, fixed and massless ones too, is a body with six accelerations, every joint has six components of
// force, and Newton's, Euler's and the hinges' equations are solved all at once as one dense linear system: source 003,
// eq. (49). What the numbers mean is in lib/limb/CONVENTIONS.md. One root.

#include <cstddef>
#include <vector>

#include "limb/table/row.hpp"

namespace oracle {

// Three digits more than a double has, where the machine offers them: what is left of a difference is limb's rounding.
using Real = long double;
using Numbers = std::vector<Real>;
using Matrix = std::vector<Numbers>;  // by rows

struct Vec {
    Real x = 0, y = 0, z = 0;
};
struct Mat {  // by rows
    Vec x, y, z;
};

struct Wrench {
    Vec moment, force;  // N m, N
};

// What a row weighs, in its own axes.
struct Mass {
    Real mass = 0;  // kg
    Vec moment;     // kg m: mass times centre of mass
    Mat inertia;    // kg m^2, about the row's origin
};
Mass mass_of(Real mass, Vec com, const limb::Inertia& about_com);

// A table, with what may be added to it at run time.
struct Robot {
    explicit Robot(std::vector<limb::Row> rows);

    std::vector<limb::Row> row;
    std::vector<int> parent;         // -1: the world (or the base)
    std::vector<int> order;          // of the rows, parents first
    std::vector<int> position, dof;  // where a row's numbers start in q and in qd
    int positions = 0, freedoms = 0;

    std::vector<Mass> mass;  // by row; a payload is added here
    Numbers armature;        // kg m^2 (kg), by freedom: what the drive adds to its own joint, the rotor's gear^2 J included
    Numbers ring;            // kg m^2, by row: gear J of a rotor that turns about the joint's axis; its parent carries it.
                             // A slide has no angular part: which way its rotor turns no table says

    void carry(int row, const Mass& payload);
    bool floats() const;
    int freedoms_of(int row) const;
};

// A limb that another program computes: [moment; force] = inertia [al; a - g] + load takes it along, in its row's axes.
struct Grip {
    int row;
    Matrix inertia;  // 6 x 6
    Numbers load;    // 6
};

// Equations that close a loop: rows of J with J qdd = wanted, their forces J'multiplier.
struct Loops {
    Matrix jacobian;
    Numbers wanted;
};

struct Surroundings {
    Vec gravity = {0, 0, -9.81};                                                  // m/s^2
    Vec angular_velocity = {}, angular_acceleration = {}, velocity = {}, acceleration = {};  // of the base, at the world's origin
    std::vector<Wrench> wrenches = {};                                            // by row, in its axes, about its origin; empty: none
    std::vector<Grip> grips = {};
    Loops loops = {};
};

// A row's frame and how it moves, in the world's axes: x_world = rotation x + position.
struct Frame {
    Mat rotation;
    Vec position, angular_velocity, velocity, angular_acceleration, acceleration;
};
std::vector<Frame> kinematics(const Robot&, const Numbers& q, const Numbers& qd, const Numbers& qdd,
                              const Surroundings& = {});

struct Solution {
    Numbers qdd, tau;
    std::vector<Frame> row;
    std::vector<Wrench> hinge;  // by row, from its parent; in the row's axes, about the row's origin
    Wrench on_ground;           // from the robot; world's axes, about the world's origin
    Numbers multiplier;         // of the loops
};
Solution inverse_dynamics(const Robot&, const Numbers& q, const Numbers& qd, const Numbers& qdd, const Surroundings& = {});
Solution forward_dynamics(const Robot&, const Numbers& q, const Numbers& qd, const Numbers& tau, const Surroundings& = {});

Matrix mass_matrix(const Robot&, const Numbers& q);               // by unit accelerations
Matrix jacobian(const Robot&, int row, const Numbers& q);         // 6 x freedoms, angular before linear; by unit velocities

struct Energy {
    Real kinetic = 0, potential = 0;  // J
};
std::vector<Energy> energies(const Robot&, const Numbers& q, const Numbers& qd, const Surroundings& = {});  // by row
Energy energy(const Robot&, const Numbers& q, const Numbers& qd, const Surroundings& = {});                 // their sum

struct Momentum {
    Real mass = 0;
    Vec com, velocity;           // of the centre of mass
    Vec linear, angular, spin;   // angular about the world's origin, spin about the centre of mass
};
Momentum momentum(const Robot&, const Numbers& q, const Numbers& qd, const Surroundings& = {});

// q moved along the velocities v for a time dt: see lib/limb/integrate.hpp
Numbers integrate(const Robot&, const Numbers& q, const Numbers& v, Real dt);

// x of A x = b; A must be square and regular. By elimination with rows scaled and pivoted.
Numbers solve(Matrix A, Numbers b);

// ---- vectors

Vec operator+(Vec a, Vec b);
Vec operator-(Vec a, Vec b);
Vec operator-(Vec a);
Vec operator*(Vec a, Real s);
Real dot(Vec a, Vec b);
Vec cross(Vec a, Vec b);
Vec operator*(const Mat& A, Vec v);
Mat operator*(const Mat& A, const Mat& B);
Mat transpose(const Mat& A);
Mat turn(Vec axis, Real angle);  // Rodrigues

}  // namespace oracle
