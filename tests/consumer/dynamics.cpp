#include "dynamics.hpp"

bool arithmetic_of_dynamics_is_exact() { return limb::arithmetic_is_exact(); }
limb::Joints<door> hold(const limb::Positions<door>& q) { return limb::gravity_torque<door>(q); }
