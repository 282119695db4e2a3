// EXPECT: limb: external wrenches change nothing here
#include "limb/mass_matrix.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::mass_matrix<arm>(q, limb::Wrenches<arm>{});
