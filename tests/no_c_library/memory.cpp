// All that a drive's firmware asks of a C library: what GCC calls by itself, and memchr. Byte by byte.
#include <cstddef>

extern "C" {

void* memcpy(void* to, const void* from, std::size_t size) {
    auto* d = static_cast<unsigned char*>(to);
    for (auto* s = static_cast<const unsigned char*>(from); size != 0; --size) *d++ = *s++;
    return to;
}

void* memmove(void* to, const void* from, std::size_t size) {
    auto* d = static_cast<unsigned char*>(to);
    auto* s = static_cast<const unsigned char*>(from);
    if (d <= s) return memcpy(to, from, size);
    while (size-- != 0) d[size] = s[size];
    return to;
}

void* memset(void* to, int value, std::size_t size) {
    for (auto* d = static_cast<unsigned char*>(to); size != 0; --size) *d++ = static_cast<unsigned char>(value);
    return to;
}

void* memchr(const void* in, int value, std::size_t size) {
    for (auto* s = static_cast<const unsigned char*>(in); size != 0; --size, ++s)
        if (*s == static_cast<unsigned char>(value)) return const_cast<unsigned char*>(s);
    return nullptr;
}
}
