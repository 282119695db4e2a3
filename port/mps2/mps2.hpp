#pragma once
// Handlers of the MPS2's interrupts, for a board's vector table; mps2.cpp provides the rest of port.hpp's contract.
namespace mps2 {

void on_receive();
void on_sent();

}  // namespace mps2
