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
void unknown_name();                                             // robot.row("...") of a name that is not in the table

}  // namespace limb::error
