// EXPECT: limb: only articulated bodies (forward_dynamics, grip_of) know limb::Carried
#include "limb/loops.hpp"
#include "arm_and_gimbal.hpp"

constexpr auto loop = limb::loops<arm>({{.name = "rod", .joint = limb::Loop::distance, .a = "fore", .distance = 0.3}});
auto wrong = limb::loop_forward_dynamics<arm, loop>(q, qd, tau, limb::Carried<1>{});
