#!/usr/bin/env python3
"""Every way to break a firmware is caught, recorded and reported after the reset.

    faults.py MACHINE ELF LINK      tests/boards/faults.cpp on that machine of QEMU, LINK semihosting or uart

Prints one line for each fault, and exits non-zero when a record is not the one expected.
"""
import struct
import sys

from machine import Machine
from symbols import Elf

NONE, RESET, WATCHDOG, STACK, NULL, BAD, CODE, DATA, UNDEFINED, INTERRUPT, OTHER = range(11)  # port::Stop
REPORT = struct.Struct("<BBHIIIII")  # port::FaultRecord and Report::kept


def cases(elf, has_watchdog):
    """(what, byte to send, kind, address: number or (from, to) or None, pc: symbol, number or None)"""
    guard = (elf.at("stack_guard"), elf.at("main_stack_bottom"))
    stack = (elf.at("main_stack_bottom"), elf.at("main_stack_top"))
    here = "break_by"
    yield "stack overflow by recursion", b"o", STACK, guard, None
    yield "stack overflow by recursion with floats", b"f", STACK, guard, None
    yield "stack overflow by one large frame", b"O", STACK, None, None
    yield "read through a null pointer", b"r", NULL, 0, here
    yield "write through a null pointer, field at 20", b"w", NULL, 20, here
    yield "call of a null pointer", b"c", NULL, 0, 0
    yield "read where no memory is", b"R", BAD, 0x6000_0000, here
    yield "write where no memory is", b"W", BAD, 0x6000_0000, here
    yield "call where no memory is", b"C", BAD, 0x6000_0000, 0x6000_0000
    yield "read of a peripheral that is not there", b"B", BAD, 0x5FFF_0000, here
    yield "undefined instruction", b"u", UNDEFINED, 0, here
    yield "execution from data", b"d", DATA, elf.at("code_in_data"), elf.at("code_in_data")
    yield "execution from the stack", b"s", DATA, stack, None
    yield "write to code", b"x", CODE, elf.at("break_by"), here
    yield "write to a constant", b"X", CODE, elf.at("constant"), here
    yield "write to a sweep", b"y", CODE, elf.at("sweep"), here
    yield "unaligned read of two words", b"l", OTHER, 0, here
    yield "division by zero", b"/", OTHER, 0, here
    yield "interrupt without a handler", b"i", INTERRUPT, 0, None
    yield "reset by the program", b"!", RESET, 0, 0
    if has_watchdog:
        yield "hang", b"h", WATCHDOG, 0, here


def main():
    machine, path, link = sys.argv[1:]
    elf = Elf(path)
    wrong = 0
    with Machine(machine, path, link) as board:
        stops = counted = 0

        def check(what, kind, address, pc):
            nonlocal wrong, stops
            data = board.receive(REPORT.size)
            if len(data) < REPORT.size:
                sys.exit(f"{what}: the board did not start again")
            got_kind, exception, count, got_pc, lr, status, got_address, kept = REPORT.unpack(data)
            low, high = address if isinstance(address, tuple) else (address, (address or 0) + 1)
            good = (got_kind == kind and count == stops and kept == counted and (low is None or low <= got_address < high)
                    and (pc is None or (elf.holds(pc, got_pc) if isinstance(pc, str) else got_pc == pc)))
            wrong += not good
            print(f"{'ok ' if good else 'BAD'} {what:42} kind {got_kind:2} exception {exception:2} pc {got_pc:08x} lr {lr:08x} "
                  f"status {status:08x} address {got_address:08x} count {count}", flush=True)

        check("first start", NONE, 0, 0)
        for what, byte, *expected in cases(elf, machine.startswith("mps2")):
            board.send(b"+" + byte)
            stops += 1
            counted += 1
            check(what, *expected)
        board.reset()
        while not board.is_readable(0.001):
            board.send(b" ")  # nothing to break: the middle of a run
        stops += 1
        check("reset from outside", RESET, 0, 0)
        board.send(b"0!")
        stops = 1
        check("count after clear_fault", RESET, 0, 0)
    return wrong


sys.exit(main())
