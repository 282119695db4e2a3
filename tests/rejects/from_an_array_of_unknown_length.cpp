// EXPECT: limb: from() takes an array whose length is known at compile time
#include <span>

#include "arm_and_gimbal.hpp"

limb::Joints<arm> wrong(std::span<const float> numbers) { return limb::Joints<arm>::from(numbers); }
