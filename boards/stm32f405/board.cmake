# Runs in QEMU as netduinoplus2.
limb_board(stm32f405 SOURCES board.cpp QEMU_MACHINE netduinoplus2)
