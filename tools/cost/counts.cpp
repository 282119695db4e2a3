// limb::cost<robot> as numbers in a section of the object file, from where cost.py reads them. Nothing here runs.
//   COUNTED   the algorithms, as COUNT(inverse_dynamics) COUNT(mass_matrix) ...
#include "tools/cost/robot.hpp"

#define COUNT(algorithm) limb::cost<robot>.algorithm,

namespace tool::cost {

struct Counts {
    int form;
    limb::Operations of[7];
};
extern "C" [[gnu::section(".counts"), gnu::used]] constexpr Counts counts{static_cast<int>(robot.form), {COUNTED}};

}  // namespace tool::cost
