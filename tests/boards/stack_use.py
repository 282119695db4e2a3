#!/usr/bin/env python3
"""The computed bound of main's stack holds, and is not far off: the echo firmware runs, then its stack is looked at.

    stack_use.py TOOLS MACHINE ELF      ELF with the link on the UART; QEMU's memory is 0 where the stack has not been
"""
import sys

from machine import Machine

sys.path.insert(0, sys.argv[1])
import stack  # noqa: E402

machine, path = sys.argv[2:]
firmware = stack.Firmware(path)
bottom, top = (firmware.symbols[name] for name in ("main_stack_bottom", "main_stack_top"))
with Machine(machine, path, "uart") as board:
    while not board.is_readable(0.05):
        board.send(b"?" * 100)
    board.receive(1)
    memory = board.memory(bottom, top - bottom)
used = len(memory.lstrip(b"\0"))
bound, _ = firmware.stacks()["main"]
print(f"used {used} bytes, bound {bound}")
if not bound / 2 < used <= bound:
    sys.exit("the bound of the stack is wrong")
