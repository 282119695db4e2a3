# Runs in QEMU only: a second, different machine with the same core.
limb_board(mps2_an386 PORT mps2 SOURCES board.cpp QEMU_MACHINE mps2-an386)
