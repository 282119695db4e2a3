#pragma once
// What start-up asks of a board besides port::ticks and port::ticks_per_second.
namespace port {

// Called once, before any static initialiser and main: clocks and the timer behind port::ticks.
void start_board();

}  // namespace port
