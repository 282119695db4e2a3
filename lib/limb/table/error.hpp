#pragma once
// A wrong robot does not compile. The compiler's first error says what is wrong, what to write instead, the row's name and its
// number, counted from 0 as robot.row("name") counts:
//   g++    in 'constexpr' expansion of 'limb::table::wrong_row<1>(name, mistake)'
//          error: '(((const char*)"fore") < ((const char*)"unknown_parent: .parent is not ..."))' is not a constant expression
//   clang  error: constexpr variable 'arm' must be initialized by a constant expression
//          note: comparison between '&"fore"[0]' and '&"unknown_parent: .parent is not ..."[0]' has unspecified value
//          note: in call to 'wrong_row<1>(&"fore"[0], &"unknown_parent: ..."[0])', in call to 'refuse<2>(1, ...)'

namespace limb::error {

// clang-format off
// the tree
inline constexpr auto missing_name       = "missing_name: give the row a .name";
inline constexpr auto duplicate_name     = "duplicate_name: a row above has this .name";
inline constexpr auto unknown_parent     = "unknown_parent: .parent is not the name of a row; \"world\" for the root";
inline constexpr auto two_roots          = "two_roots: a row above is the root; let both hang from a fixed row without mass, the ground";
inline constexpr auto cycle              = "cycle: no path leads from this row to the world";
inline constexpr auto floating_not_root  = "floating_not_root: only the root may float";
// numbers
inline constexpr auto not_finite         = "not_finite: a number of this row is Inf or NaN";
inline constexpr auto negative_mass      = "negative_mass: .mass is in kg, 0 or more";
inline constexpr auto negative_rotor     = "negative_rotor: .rotor and .armature are inertias, 0 or more";
inline constexpr auto gear_is_zero       = "gear_is_zero: .rotor turns .gear times as fast as the joint: not 0 times";
inline constexpr auto negative_damping   = "negative_damping: .damping is 0 or more";
inline constexpr auto negative_friction  = "negative_friction: .friction is 0 or more";
inline constexpr auto negative_stiffness = "negative_stiffness: .stiffness is 0 or more";
inline constexpr auto negative_limit     = "negative_limit: .velocity_limit and .effort_limit are magnitudes; 0 is no limit";
inline constexpr auto limits_reversed    = "limits_reversed: .lower is above .upper";
inline constexpr auto friction_velocity_not_positive = "friction_velocity_not_positive: where friction has reached 0.7 of itself, above 0";
inline constexpr auto axis_not_unit      = "axis_not_unit: .axis and .axis2 are unit vectors";
inline constexpr auto universal_axes_parallel  = "universal_axes_parallel: .axis and .axis2 must be apart";
inline constexpr auto helical_without_pitch    = "helical_without_pitch: with .pitch 0 it is a revolute joint";
inline constexpr auto rotation_not_orthonormal = "rotation_not_orthonormal: .rotation is not the matrix of a turn; limb::rpy(roll, pitch, yaw) makes one";
// what the joint does not have
inline constexpr auto joint_has_no_axis    = "joint_has_no_axis: .axis is for revolute, prismatic, helical, universal and cylindrical; revolute_x has its own";
inline constexpr auto joint_has_no_axis2   = "joint_has_no_axis2: .axis2 is for universal joints";
inline constexpr auto joint_has_no_pitch   = "joint_has_no_pitch: .pitch is for helical joints";
inline constexpr auto fixed_row_moves_not  = "fixed_row_moves_not: .armature, .stiffness, .rest, .damping and .friction are for joints that move";
inline constexpr auto rotor_needs_one_axis = "rotor_needs_one_axis: .rotor and .armature are for joints that a motor can turn; .rotor for those of one freedom";
inline constexpr auto limits_of_quaternion = "limits_of_quaternion: .lower and .upper are for joints that have an angle or a way; a quaternion has neither";
inline constexpr auto rest_of_quaternion   = "rest_of_quaternion: the spring of a spherical joint is slack at no turn; .rest is for angles and ways";
inline constexpr auto place_of_floating_root     = "place_of_floating_root: where it is stands in q; leave .at and .rotation out";
inline constexpr auto stiffness_of_floating_root = "stiffness_of_floating_root: nothing holds it; limb::springs can";
// bodies: a row with all that is fixed to it
inline constexpr auto com_without_mass      = "com_without_mass: .com without .mass: was the mass forgotten?";
inline constexpr auto inertia_without_mass  = "inertia_without_mass: .inertia without .mass: was the mass forgotten?";
inline constexpr auto negative_inertia      = "negative_inertia: about some axis its .inertia is below 0; xy is minus the integral of x y dm";
inline constexpr auto inertia_breaks_triangle_inequality =
    "inertia_breaks_triangle_inequality: no body has this .inertia about its centre of mass; .trust_inertia = true takes it";
inline constexpr auto massless_leaf          = "massless_leaf: a moving body at the end of a limb needs .mass";
inline constexpr auto joint_moves_no_inertia = "joint_moves_no_inertia: all mass beyond the joint lies on its axis; give .inertia or .armature";
// units: .trust_units = true takes them
inline constexpr auto units_of_com     = "units_of_com: .com is in metres: too far for a body of this mass and inertia; .trust_units = true takes it";
inline constexpr auto units_of_inertia = "units_of_inertia: .inertia is in kg m^2: too much for a body of this mass; .trust_units = true takes it";
inline constexpr auto units_of_at      = "units_of_at: .at is in metres: too far for bodies as small as these; .trust_units = true takes it";
inline constexpr auto units_of_limits  = "units_of_limits: .lower and .upper are in radians, these look like degrees; .trust_units = true takes them";
// the tables of springs and loops, and names
inline constexpr auto unknown_row            = "unknown_row: neither a row of the robot nor \"world\"";
inline constexpr auto both_ends_on_one_body  = "both_ends_on_one_body: its ends do not move against each other";
inline constexpr auto negative_length        = "negative_length: .length is 0 or more";
inline constexpr auto distance_not_positive  = "distance_not_positive: .distance is the length of a rod, above 0";
inline constexpr auto row_has_no_freedom     = "row_has_no_freedom: a fixed row cannot be chosen";
inline constexpr auto unknown_name           = "unknown_name: no row of the table has this name";
// clang-format on

void wrong_table();                        // of this no constant expression is made
// Of a row that cannot be made a Row no function sees a word: it meets a deleted one, whose template argument is the sentence.
struct a_row_has_a_field_that_there_is_not_or_a_value_that_does_not_fit;
inline void rpy_takes_radians() {}         // limb::rpy of an angle beyond a whole turn, at compile time

}  // namespace limb::error
