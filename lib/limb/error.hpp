#pragma once
// A wrong robot does not compile: tree() calls one of these undefined functions, and the compiler names it and the row
// (counted from 0) in its first line.

namespace limb::error {

template <int row> void missing_name();
template <int row> void duplicate_name();
template <int row> void unknown_parent();
template <int row> void two_roots();
template <int row> void cycle();                                 // no path from this row to the world
template <int row> void floating_not_root();
template <int row> void not_finite();
template <int row> void negative_mass();
template <int row> void massless_leaf();                         // a moving body at the end of a limb needs mass
template <int row> void axis_not_unit();
template <int row> void universal_axes_parallel();               // .axis and .axis2 must be apart
template <int row> void helical_without_pitch();                 // then it is a revolute joint
template <int row> void rotor_needs_one_axis();                  // a spherical or floating joint has no motor of its own
template <int row> void negative_rotor();
template <int row> void rotation_not_orthonormal();
template <int row> void inertia_not_positive_definite();
template <int row> void inertia_breaks_triangle_inequality();    // no real body has it; .trust_inertia = true takes it
template <int row> void joint_moves_no_inertia();                // all mass beyond the joint lies on its axis
template <int row> void negative_damping();
template <int row> void negative_friction();
template <int row> void friction_velocity_not_positive();
template <int row> void negative_stiffness();
template <int row> void stiffness_of_floating_root();            // nothing holds it: use limb::springs
template <int row> void rest_of_quaternion();                    // of such a joint the spring is slack at no turn
// of the tables of springs and loops; row counts in that table
template <int row> void unknown_row();                           // neither a row of the robot nor "world"
template <int row> void both_ends_on_one_body();
template <int row> void negative_length();
template <int row> void distance_not_positive();
template <int row> void row_has_no_freedom();                    // limb::choose of a fixed row
void unknown_name();                                             // robot.row("...") of a name that is not in the table

}  // namespace limb::error
