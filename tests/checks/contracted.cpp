// The control of arithmetic_is_exact(): compiled with -ffp-contract=fast for a core that has fused multiply-add, it must say no.
#include "limb/arithmetic.hpp"
#include "port/port.hpp"

int main() {
#ifdef __x86_64__
    if (!__builtin_cpu_supports("fma")) {
        port::write("skipped: this processor has no fused multiply-add\n");
        return 77;
    }
#endif
    return limb::arithmetic_is_exact() ? 1 : 0;
}
