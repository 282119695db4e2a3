#pragma once
// A USART with interrupts: received bytes go into a queue, bytes to send come from one. No byte waits for the program
// and the program waits for no byte.
//
// `Usart` is a part's register block: start(cycles per bit), can_receive(), receive(), can_send(), send(byte),
// interrupt_when_sendable(bool), clear_overrun().
#include "port/cortex_m4f/core.hpp"
#include "port/serial_queue.hpp"

namespace stm32 {

template <class Usart> class Serial {
  public:
    static constexpr std::uint32_t baud = 1'000'000;  // divides every bus clock that our boards have

    void start(Usart& usart, unsigned interrupt, std::uint32_t clock_hz) {
        usart_ = &usart;
        interrupt_ = interrupt;
        received_.start();
        to_send_.start();
        usart.start(clock_hz / baud);
        port::core::enable_interrupt(interrupt);
    }

    std::size_t read(void* into, std::size_t size) { return received_.pop(into, size); }

    bool write(const void* from, std::size_t size) {
        if (!to_send_.push(from, size)) return false;
        port::core::pend_interrupt(interrupt_);  // QEMU does not raise it for an empty transmitter
        return true;
    }

    void on_interrupt() {
        usart_->clear_overrun();
        while (usart_->can_receive()) received_.push(usart_->receive());
        std::uint8_t byte = 0;
        while (usart_->can_send() && to_send_.pop(byte)) usart_->send(byte);
        usart_->interrupt_when_sendable(!to_send_.is_empty());
    }

  private:
    Usart* usart_ = nullptr;
    unsigned interrupt_ = 0;
    port::SerialQueue received_, to_send_;
};

}  // namespace stm32
