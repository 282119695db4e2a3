// The host as a platform: C's stdio and the steady clock.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "port/port.hpp"

namespace port {

void write(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void exit(int code) { std::exit(code); }

static std::FILE* file(std::intptr_t handle) { return reinterpret_cast<std::FILE*>(handle); }

File::File(const char* path) {
    std::FILE* opened = std::fopen(path, "rb");
    handle_ = opened ? reinterpret_cast<std::intptr_t>(opened) : closed;
}

File::~File() {
    if (is_open()) std::fclose(file(handle_));
}

std::size_t File::read(void* into, std::size_t size) {
    return is_open() ? std::fread(into, 1, size, file(handle_)) : 0;
}

std::uint32_t ticks() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

std::uint32_t ticks_per_second() { return 1'000'000'000; }

}  // namespace port
