# Builds; not yet run on hardware.
limb_board(nucleo_f446re PORT stm32f4 SOURCES board.cpp)
