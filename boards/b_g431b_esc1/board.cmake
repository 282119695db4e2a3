# Builds; not yet run on hardware.
limb_board(b_g431b_esc1 PORT stm32g4 SOURCES board.cpp)
