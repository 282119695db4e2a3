// The control of elf.py: a firmware that breaks every promise at least once.
#include <cmath>
#include <cstdlib>
#include <stdexcept>

extern "C" void* __dso_handle = nullptr;  // the C start-up files would bring it, and we link none

volatile double number = 2.0;

struct Guarded {
    Guarded() { number = std::sin(number) / 3.0; }
};

int main() {
    static Guarded guarded;
    try {
        if (number > 0.0) throw std::runtime_error("heap, exceptions and RTTI");
    } catch (const std::exception&) {
        std::free(std::malloc(static_cast<std::size_t>(number)));
    }
    return 0;
}
