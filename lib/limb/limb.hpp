#pragma once
// limb: rigid-body dynamics for microcontrollers. This header is the whole library.
#include "limb/cost.hpp"
#include "limb/derivatives.hpp"
#include "limb/elements.hpp"
#include "limb/energy.hpp"
#include "limb/forward_dynamics.hpp"
#include "limb/integrate.hpp"
#include "limb/inverse_dynamics.hpp"
#include "limb/kinematics.hpp"
#include "limb/linearise.hpp"
#include "limb/loops.hpp"
#include "limb/mass_matrix.hpp"
#include "limb/springs.hpp"
