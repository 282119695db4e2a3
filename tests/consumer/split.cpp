// A firmware whose own sources keep their flags: only dynamics.cpp is compiled with limb's.
#include "dynamics.hpp"
#include "limb/version.hpp"

static_assert(LIMB_VERSION >= 100 && sizeof(LIMB_VERSION_TEXT) > sizeof("0.1"));

int main() {
    const float tau = hold({0})[0];  // m g l = 4.905 N m, downwards
    return arithmetic_of_dynamics_is_exact() && tau * tau > 24.0f && tau * tau < 24.1f ? 0 : 1;
}
