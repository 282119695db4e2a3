#pragma once
// The stops of port.hpp by name, for whoever prints a record.
#include <string_view>

#include "port/port.hpp"

namespace port {

constexpr std::string_view name(Stop stop) {
    constexpr std::string_view names[] = {
        "none",
        "reset",
        "watchdog",
        "stack overflow",
        "null pointer",
        "bad pointer",
        "write to code",
        "execution from data",
        "undefined instruction",
        "unexpected interrupt",
        "another fault",
    };
    return names[static_cast<std::uint8_t>(stop)];
}

}  // namespace port
