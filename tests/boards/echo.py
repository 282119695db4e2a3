#!/usr/bin/env python3
"""The link carries every byte, both ways and in order.

    echo.py MACHINE ELF LINK    boards/apps/echo.cpp on that machine of QEMU, LINK semihosting or uart; or MACHINE host, LINK fifo
"""
import random
import sys
import time

from machine import Machine

machine, elf, link = sys.argv[1:]
source = random.Random(1)
blocks = [bytes(range(256))] + [source.randbytes(source.randint(1, 250)) for _ in range(100)]
with Machine(machine, elf, link) as board:
    # A UART loses what comes before it is on: bytes until one is answered, then an end of them to look for.
    while not board.is_readable(0.05):
        board.send(b"?")
    board.send(b"!")
    while board.receive(1) == b"?":
        pass
    start = time.monotonic()
    for number, block in enumerate(blocks):
        board.send(block)
        back = board.receive(len(block))
        if back != block:
            sys.exit(f"block {number}: sent {block.hex()}, received {back.hex()}")
    seconds = time.monotonic() - start
print(f"{len(blocks)} blocks, {sum(map(len, blocks))} bytes back unchanged in {seconds:.2f} s")
