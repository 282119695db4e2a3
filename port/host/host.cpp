// The host as a platform: C's stdio, the steady clock, two FIFOs as the link. It has no faults to remember (a debugger
// or a sanitizer does that better) and no watchdog.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

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

namespace {
using Clock = std::chrono::steady_clock;
Clock::duration period;
Clock::time_point last_tick;
}  // namespace

void start_tick(std::uint32_t ticks_per_second) {
    period = Clock::duration{std::chrono::seconds{1}} / ticks_per_second;
    last_tick = Clock::now();
}

std::uint32_t wait_tick() {
    std::this_thread::sleep_until(last_tick + period);
    const auto passed = (Clock::now() - last_tick) / period;
    last_tick += passed * period;
    return static_cast<std::uint32_t>(passed);
}

namespace {
int to_board = -1, from_board = -1;

void open_link_once() {
    if (to_board >= 0) return;
    to_board = ::open(link_to_board.data(), O_RDONLY);
    from_board = ::open(link_from_board.data(), O_WRONLY);
    if (to_board >= 0 && from_board >= 0) return;
    std::perror("link.to_board, link.from_board");
    exit(71);
}
}  // namespace

std::size_t link_read(void* into, std::size_t size) {
    open_link_once();
    const ssize_t got = ::read(to_board, into, size);
    if (got <= 0) exit(0);  // the other side has closed the link
    return static_cast<std::size_t>(got);
}

bool link_write(const void* from, std::size_t size) {
    open_link_once();
    return ::write(from_board, from, size) == static_cast<ssize_t>(size);
}

const FaultRecord& last_fault() {
    static constexpr FaultRecord none{};
    return none;
}

void clear_fault() {}

void reset() { exit(0); }

void watchdog_start(std::uint32_t) {}

void watchdog_kick() {}

}  // namespace port
