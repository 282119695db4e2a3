// EXPECT: limb: this function takes no limb::Base
#include "limb/mass_matrix.hpp"
#include "arm_and_gimbal.hpp"

auto wrong = limb::mass_matrix<arm>(q, limb::Base<float>{});
