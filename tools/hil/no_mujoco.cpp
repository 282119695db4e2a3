// In place of mujoco.cpp where MuJoCo is not installed.
#include "fail.hpp"
#include "physics.hpp"

namespace hil {

std::unique_ptr<Physics> mujoco_physics(std::span<const limb::Row>, std::span<const double>, const Truth&, Base,
                                        const std::string&) {
    fail("built without MuJoCo. Install it (Debian: apt-get install libmujoco-dev), then run tools/limb hil again.");
}
bool has_mujoco() { return false; }

}  // namespace hil
