#include "board.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "fail.hpp"

namespace hil {
namespace {

constexpr const char* to_board = "link.to_board";  // named in port/port.hpp
constexpr const char* from_board = "link.from_board";

[[noreturn]] void fail_with_errno(const std::string& what) { fail(what + ": " + std::strerror(errno)); }

pid_t start(const std::vector<std::string>& command, const std::string& folder) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child < 0) fail_with_errno("fork");
    if (child > 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // never outlives the runner
    if (chdir(folder.c_str()) == 0) execvp(arguments[0], arguments.data());
    _exit(127);
}

bool is_running(pid_t child) { return waitpid(child, nullptr, WNOHANG) == 0; }

int connect_to(const std::string& path) {
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return socket;
    close(socket);
    return -1;
}

// The end of a FIFO, once the board has opened the other.
int open_fifo(const std::string& path, int mode, pid_t emulator) {
    for (int waited = 0; waited < 2000; ++waited) {
        const int fifo = open(path.c_str(), mode | O_NONBLOCK);
        if (fifo >= 0) {
            fcntl(fifo, F_SETFL, mode);
            return fifo;
        }
        if (errno != ENXIO) fail_with_errno(path);
        if (!is_running(emulator)) break;
        usleep(5000);
    }
    fail("the firmware does not open its link");
}

}  // namespace

const BoardType& board_type(std::string_view name) {
    std::string names;
    for (const BoardType& type : board_types) {
        if (type.name == name) return type;
        names += " " + std::string(type.name);
    }
    fail("no board '" + std::string(name) + "'; there are:" + names);
}

Board::Board(const BoardType& type, const std::string& link, const std::string& elf) : serial_(link != "semihosting") {
    signal(SIGPIPE, SIG_IGN);
    if (link == "semihosting" || link == "uart")
        emulate(type, link, elf);
    else
        open_serial_port(link);
}

void Board::emulate(const BoardType& type, const std::string& link, const std::string& elf) {
    if (type.machine.empty())
        fail(std::string(type.name) + " cannot be emulated: give --link the path of its serial port");
    folder_ = std::filesystem::temp_directory_path() / "limb-hil-XXXXXX";
    if (mkdtemp(folder_.data()) == nullptr) fail_with_errno(folder_);
    std::vector<std::string> command{"qemu-system-arm",
                                     "-M",
                                     std::string(type.machine),
                                     "-display",
                                     "none",
                                     "-monitor",
                                     "none",
                                     "-icount",
                                     "shift=0",
                                     "-semihosting-config",
                                     "enable=on,target=native"};
    const std::string socket = folder_ + "/uart", input = folder_ + "/" + to_board, output = folder_ + "/" + from_board;
    const bool uart = link == "uart";
    if (uart) command.insert(command.end(), {"-chardev", "socket,id=uart,server=on,wait=off,path=" + socket});
    command.insert(command.end(),
                   {"-serial", uart ? "chardev:uart" : "null", "-kernel", std::filesystem::absolute(elf)});
    if (!uart && (mkfifo(input.c_str(), 0600) != 0 || mkfifo(output.c_str(), 0600) != 0)) fail_with_errno("mkfifo");
    emulator_ = start(command, folder_);
    if (!uart) {
        out_ = open_fifo(input, O_WRONLY, emulator_);
        in_ = open_fifo(output, O_RDONLY, emulator_);
        return;
    }
    for (int waited = 0; in_ < 0 && waited < 2000; ++waited) {
        in_ = out_ = connect_to(socket);
        if (in_ < 0 && !is_running(emulator_)) fail("qemu-system-arm did not start");
        if (in_ < 0) usleep(5000);
    }
    if (in_ < 0) fail("qemu-system-arm does not open the UART's socket");
}

void Board::open_serial_port(const std::string& path) {
    in_ = out_ = open(path.c_str(), O_RDWR | O_NOCTTY);
    if (in_ < 0) fail_with_errno(path);
    termios settings{};
    if (tcgetattr(in_, &settings) != 0) fail_with_errno(path);
    cfmakeraw(&settings);
    cfsetspeed(&settings, B1000000);
    settings.c_cflag |= CLOCAL | CREAD;
    if (tcsetattr(in_, TCSANOW, &settings) != 0) fail_with_errno(path);
    tcflush(in_, TCIOFLUSH);
}

Board::~Board() {
    if (in_ >= 0) close(in_);
    if (out_ >= 0 && out_ != in_) close(out_);
    if (emulator_ > 0) {
        kill(emulator_, SIGKILL);
        waitpid(emulator_, nullptr, 0);
    }
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
}

void Board::write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(out_, bytes.data(), bytes.size());
        if (n < 0) fail_with_errno("the board is gone");
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
}

std::size_t Board::read(std::span<std::uint8_t> into, int milliseconds) {
    pollfd waiting{in_, POLLIN, 0};
    if (poll(&waiting, 1, milliseconds) <= 0) return 0;
    const ssize_t n = ::read(in_, into.data(), into.size());
    if (n <= 0) fail("the board is gone: it closed its link");
    return static_cast<std::size_t>(n);
}

}  // namespace hil
