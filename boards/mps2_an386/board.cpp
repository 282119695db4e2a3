// Arm MPS2 board with the AN386 image (Cortex-M4F), as QEMU's mps2-an386. The link is UART0.
// QEMU models all that is used here, the watchdog too; the baud rate does not matter there.
#include "port/cortex_m4f/board.hpp"

#include "port/mps2/mps2.hpp"
#include "port/mps2/registers.hpp"

namespace {

// 32 interrupts: Arm DAI 0386, section 4
[[gnu::section(".vectors.part"), gnu::used]] constexpr auto vectors = port::handlers<32>(
    {{mps2::uart0_receive_interrupt, mps2::on_receive}, {mps2::uart0_send_interrupt, mps2::on_sent}});

}  // namespace
