# Runs in QEMU as netduinoplus2. Not yet run on hardware.
limb_board(stm32f405 PORT stm32f4 SOURCES board.cpp QEMU_MACHINE netduinoplus2)
