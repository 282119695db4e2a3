#pragma once
// limb: rigid-body dynamics for microcontrollers. This header is the whole library.
#include "limb/base_parameters.hpp"
#include "limb/cost.hpp"
#include "limb/energy.hpp"
#include "limb/forward_dynamics.hpp"
#include "limb/identification.hpp"
#include "limb/inverse_dynamics.hpp"
#include "limb/kinematics.hpp"
#include "limb/mass_matrix.hpp"
