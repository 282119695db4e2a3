#pragma once
// Bytes between the program and a UART's interrupt handler, without locks: each queue has one writer and one reader.
// start() comes first.
#include <etl/queue_spsc_atomic.h>

#include <cstddef>
#include <cstdint>
#include <new>

#include "port/port.hpp"

namespace port {

class SerialQueue {
  public:
    void start() { new (storage_) Queue; }

    // At most `size` bytes, oldest first; returns how many.
    std::size_t pop(void* into, std::size_t size) {
        auto* bytes = static_cast<std::uint8_t*>(into);
        std::size_t taken = 0;
        while (taken < size && queue().pop(bytes[taken])) ++taken;
        return taken;
    }
    bool pop(std::uint8_t& byte) { return queue().pop(byte); }

    // All of them, or none.
    bool push(const void* from, std::size_t size) {
        if (queue().available() < size) return false;
        const auto* bytes = static_cast<const std::uint8_t*>(from);
        for (std::size_t i = 0; i < size; ++i) queue().push(bytes[i]);
        return true;
    }
    void push(std::uint8_t byte) { queue().push(byte); }  // lost when full: the link's checksum tells

    bool is_empty() { return queue().empty(); }

  private:
    using Queue = etl::queue_spsc_atomic<std::uint8_t, link_capacity>;

    // ETL's queue has a destructor, and a firmware no exit at which to run it: the queue is made here and stays.
    Queue& queue() { return *std::launder(reinterpret_cast<Queue*>(storage_)); }
    alignas(Queue) std::byte storage_[sizeof(Queue)]{};
};

}  // namespace port
