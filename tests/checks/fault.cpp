// Reads where no memory is.
#include <cstdint>

int main() { return *reinterpret_cast<volatile int*>(std::uintptr_t{0x6000'0000}); }
