#pragma once
// Ends the program with a message for the person who started it.
#include <stdexcept>
#include <string>

namespace hil {

struct Failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};
[[noreturn]] inline void fail(const std::string& message) { throw Failure(message); }

}  // namespace hil
