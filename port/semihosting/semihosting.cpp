// Text, exit, files and the link by Arm semihosting: the core stops at a breakpoint and the debugger or emulator does
// the work. The link is two FIFOs; a frame is one breakpoint, and the emulated machine stands still while it waits for
// one. Without one attached the breakpoint is a fault. Operations are numbered as in Arm's "Semihosting for AArch32 and
// AArch64".
#include "port/port.hpp"

namespace port {
namespace {

enum Operation : std::intptr_t {
    sys_open = 0x01,
    sys_close = 0x02,
    sys_write = 0x05,
    sys_read = 0x06,
    sys_exit_extended = 0x20
};
enum Mode : std::intptr_t { read_binary = 1, write_text = 4, write_binary = 5 };
constexpr std::intptr_t application_exit = 0x20026;
constexpr int no_link_exit_code = 71;

std::intptr_t semihost(Operation operation, const std::intptr_t* arguments) {
    register std::intptr_t r0 asm("r0") = operation;
    register const std::intptr_t* r1 asm("r1") = arguments;
    asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

template <class... Arguments> std::intptr_t call(Operation operation, Arguments... arguments) {
    const std::intptr_t block[] = {static_cast<std::intptr_t>(arguments)...};
    return semihost(operation, block);
}

std::intptr_t address(const void* pointer) { return reinterpret_cast<std::intptr_t>(pointer); }

std::intptr_t open(std::string_view path, Mode mode) { return call(sys_open, address(path.data()), mode, path.size()); }

// bytes that were read or written; both calls return how many were not
std::size_t transfer(Operation operation, std::intptr_t handle, const void* bytes, std::size_t size) {
    const std::intptr_t missing = call(operation, handle, address(bytes), size);
    return size - static_cast<std::size_t>(missing);
}

struct Link {
    std::intptr_t to_board = 0, from_board = 0;  // no handle is 0 here: that is the console's

    void open_once() {
        if (to_board != 0) return;
        to_board = open(link_to_board, read_binary);
        from_board = open(link_from_board, write_binary);
        if (to_board > 0 && from_board > 0) return;
        port::write("no link: the FIFOs link.to_board and link.from_board are not in this directory\n");
        port::exit(no_link_exit_code);
    }
};
constinit Link link;

}  // namespace

void write(std::string_view text) {
    static std::intptr_t console = 0;  // no handle of the console is 0
    if (console == 0) console = open(":tt", write_text);
    call(sys_write, console, address(text.data()), text.size());
}

void exit(int code) {
    for (;;) call(sys_exit_extended, application_exit, code);
}

File::File(const char* path) : handle_(open(path, read_binary)) {}

File::~File() {
    if (is_open()) call(sys_close, handle_);
}

std::size_t File::read(void* into, std::size_t size) { return is_open() ? transfer(sys_read, handle_, into, size) : 0; }

std::size_t link_read(void* into, std::size_t size) {
    link.open_once();
    const std::size_t read = transfer(sys_read, link.to_board, into, size);
    if (read == 0) exit(0);  // the host has closed the link
    return read;
}

bool link_write(const void* from, std::size_t size) {
    link.open_once();
    return transfer(sys_write, link.from_board, from, size) == size;
}

}  // namespace port
