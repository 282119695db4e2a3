// Unity's characters, gathered into lines: on a target each write stops the core.
#include "port/port.hpp"
#include "unity.h"

// Tests that need no preparation leave these out.
[[gnu::weak]] void setUp() {}
[[gnu::weak]] void tearDown() {}

extern "C" void unity_write_char(int c) {
    static char line[256];
    static std::size_t used = 0;
    line[used++] = static_cast<char>(c);
    if (c != '\n' && used < sizeof line) return;
    port::write({line, used});
    used = 0;
}
