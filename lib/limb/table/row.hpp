#pragma once
// A row of the robot's table: one body and the joint it hangs from. SI units: metres, kilograms, radians, newtons.
// Numbers are double because they are only read at compile time: write 0.1, not 0.1f, which is not 0.1.
#include <initializer_list>
#include <type_traits>
#include "limb/table/error.hpp"
#include "limb/algebra/sin_cos.hpp"

namespace limb::internal {

enum class Joint {
    fixed,                                  // welded to its parent; folded into it at compile time
    revolute_x, revolute_y, revolute_z,
    revolute,                               // about .axis
    prismatic_x, prismatic_y, prismatic_z,
    prismatic,                              // along .axis
    floating,                               // free root: q = quaternion w x y z, position; qd = angular, linear in body axes
    helical,                                // a screw about .axis: advances .pitch for every radian
    universal,                              // about .axis, then about .axis2, which the first turns
    cylindrical,                            // about .axis and along it: q = angle, way
    planar,                                 // along x and y of the joint frame, then about z: q = x, y, angle
    spherical,                              // q = unit quaternion w x y z (body to joint frame); qd = angular velocity in body axes
};

constexpr const char* joint_name(Joint j) {   // as it is written in a table
    constexpr const char* names[] = {"fixed", "revolute_x", "revolute_y", "revolute_z", "revolute", "prismatic_x", "prismatic_y", "prismatic_z",
                                     "prismatic", "floating", "helical", "universal", "cylindrical", "planar", "spherical"};
    static_assert(sizeof names / sizeof *names == int(Joint::spherical) + 1);
    return names[int(j)];
}

struct Inertia { double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0; };   // kg m^2; xy = -integral of x y dm

struct Row {
    const char*      name     = "";
    const char*      parent   = "";         // the row above when not given; "world" for the root
    Joint            joint    = Joint::fixed;
    Vec3<double>     axis     = {0, 0, 1};  // unit vector in the joint frame, for joints about or along an axis
    Vec3<double>     axis2    = {1, 0, 0};  // unit vector in the joint frame, the second axis of a universal joint
    double           pitch    = 0;          // m/rad, of a helical joint
    Vec3<double>     at       = {0, 0, 0};  // m, joint frame in the parent's body frame
    Rotation<double> rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};   // x_parent = rotation x_body + at, at q = 0
    double           mass     = 0;          // kg
    Vec3<double>     com      = {0, 0, 0};  // m, centre of mass in the body frame
    Inertia          inertia  = {};         // kg m^2, about the centre of mass, body axes
    double           armature = 0;          // kg m^2 (kg), inertia of the drive as felt at the joint
    double           rotor    = 0;          // kg m^2, of a rotor that turns `gear` times as fast, its axis parallel to the joint's.
    double           gear     = 1;          // The parent carries it: its mass, and its inertia as if locked, are the parent's
    double           damping  = 0;          // N m s / rad (N s / m)
    double           friction = 0;          // N m (N)
    double           friction_velocity = 0.02;   // rad / s (m / s), where friction has reached 0.7 of itself
    double           stiffness = 0;         // N m / rad (N / m)
    double           rest = 0;              // rad (m), where the spring is slack
    double           lower = 0, upper = 0;  // rad (m); equal: no limit
    double           velocity_limit = 0;    // rad / s (m / s); 0: no limit
    double           effort_limit = 0;      // N m (N); 0: no limit
    bool             trust_inertia = false; // take an inertia that no real body can have
    bool             trust_units = false;   // take numbers that look like millimetres, kg mm^2 or degrees
};

// f("name", &Row::name) and so on: every field of a row, in its order. The one list of them, for whatever checks, prints or compares
// rows; tests/tree.cpp sees that none is forgotten.
constexpr void for_each_field(auto&& f) {
    f("name", &Row::name), f("parent", &Row::parent), f("joint", &Row::joint);
    f("axis", &Row::axis), f("axis2", &Row::axis2), f("pitch", &Row::pitch), f("at", &Row::at), f("rotation", &Row::rotation);
    f("mass", &Row::mass), f("com", &Row::com), f("inertia", &Row::inertia);
    f("armature", &Row::armature), f("rotor", &Row::rotor), f("gear", &Row::gear);
    f("damping", &Row::damping), f("friction", &Row::friction), f("friction_velocity", &Row::friction_velocity);
    f("stiffness", &Row::stiffness), f("rest", &Row::rest), f("lower", &Row::lower), f("upper", &Row::upper);
    f("velocity_limit", &Row::velocity_limit), f("effort_limit", &Row::effort_limit);
    f("trust_inertia", &Row::trust_inertia), f("trust_units", &Row::trust_units);
}

// Roll about x, then pitch about y, then yaw about z, all fixed axes, as URDF means it: Rz(yaw) Ry(pitch) Rx(roll).
// Radians: at compile time an angle beyond a whole turn is refused, as degrees are.
constexpr Rotation<double> rpy(double roll, double pitch, double yaw) {
    for (double angle : {roll, pitch, yaw})
        if (std::is_constant_evaluated() && (angle < -6.3 || angle > 6.3)) error::rpy_takes_radians();
    const auto x = sin_cos(roll), y = sin_cos(pitch), z = sin_cos(yaw);
    return {{z.c * y.c, z.c * y.s * x.s - z.s * x.c, z.c * y.s * x.c + z.s * x.s},
            {z.s * y.c, z.s * y.s * x.s + z.c * x.c, z.s * y.s * x.c - z.c * x.s},
            {-y.s, y.c * x.s, y.c * x.c}};
}

}  // namespace limb::internal

namespace limb {   // what users have of it

using internal::Joint; using internal::joint_name; using internal::Inertia; using internal::Row;
using internal::for_each_field; using internal::rpy;

}  // namespace limb
