// The control of elf.py: breaks every promise at least once. An object is enough, as it names what it would bring along.
#include <cmath>
#include <cstdlib>
#include <stdexcept>

volatile double number = 2.0;

struct Guarded {
    Guarded() { number = std::sin(number) / 3.0; }
};

int main() {
    static Guarded guarded;
    try {
        if (number > 0.0) throw std::runtime_error("heap, exceptions and RTTI");
    } catch (const std::exception&) {
        void* volatile memory = std::malloc(static_cast<std::size_t>(number));
        std::free(memory);
    }
    return 0;
}
