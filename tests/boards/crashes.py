#!/usr/bin/env python3
"""The drive crashes while it moves an arm, in the middle of its controller: it comes back disarmed, with the fault's code and
without torque, and moves again only when it is told to, step by step.

    crashes.py MACHINE ELF      control_arm6 with a UART, on that machine of QEMU

A debugger puts the crash into the code that is about to run, and mends it at the reset. The link is spoken by what the tables
of lib/drive/link.hpp and messages.hpp say, and shares no code with it. Prints one line for each crash, and exits non-zero
when one did not end as it should.
"""
import os
import struct
import sys
import time
import zlib

from machine import Machine
from symbols import Elf

HELLO, HELLO_REPLY, TICK, TICK_REPLY, SET, ACKNOWLEDGE, GET_COUNTERS, COUNTERS = range(1, 9)
BOOT, DISARMED, ARMED, ACTIVE, FAULT = range(5)
ARM, DISARM, ACTIVATE, FAULT_RESET = 1, 2, 4, 8
LOCK_STEP = 1
JOINT_IMPEDANCE = 4
NONE = 0  # drive::Fault
WATCHDOG_RESET, STACK_OVERFLOW, BAD_ACCESS, BAD_INSTRUCTION, UNEXPECTED_RESET = range(13, 18)
FAULTS = 19

Q = [0.1, -0.7, 0.9, 0.3, -0.4, 0.2]  # where the arm is, at rest
WANTED = [q + 0.02 for q in Q]
STILL = [0.0] * 6
ZERO = (0.0,) * 6


def frame(kind, sequence, payload):
    body = struct.pack("<BBI", 1, kind, sequence) + payload
    body += struct.pack("<I", zlib.crc32(body))
    return b"".join(bytes([len(part) + 1]) + part for part in body.split(b"\0")) + b"\0"  # COBS of fewer than 254 bytes


def body_of(stuffed):
    parts = []
    while stuffed:
        parts.append(stuffed[1:stuffed[0]])
        stuffed = stuffed[stuffed[0]:]
    body = b"\0".join(parts)
    if body[0] != 1 or zlib.crc32(body[:-4]) != struct.unpack("<I", body[-4:])[0]:
        raise ValueError(f"not a frame: {body.hex(' ')}")
    return body[1], body[6:-4]


class Mismatch(Exception):
    pass


def demand(what, got, expected):
    if got != expected:
        raise Mismatch(f"{what}: {got}, expected {expected}")


def state_of(tick_reply):
    """(state, fault, torques)"""
    sequence, state, fault, flags, *tau, instructions = struct.unpack("<IBBB6fI", tick_reply)
    return state, fault, tuple(tau)


class Drive:
    """the host's end of the link"""

    def __init__(self, board):
        self.board, self.sequence, self.received = board, 0, b""

    def send(self, kind, payload, before=b""):
        self.sequence += 1
        self.board.send(before + frame(kind, self.sequence, payload))

    def answers(self, count, seconds=10.0):
        """the next frames, as (type, payload): fewer when the time is over"""
        end = time.monotonic() + seconds
        found = []
        while len(found) < count:
            stuffed, delimiter, rest = self.received.partition(b"\0")
            if delimiter:
                self.received = rest
                if stuffed:
                    found.append(body_of(stuffed))
            elif self.board.is_readable(max(0, end - time.monotonic())):
                self.received += os.read(self.board.input.fileno(), 4096)
            else:
                break
        return found

    def answer(self, kind):
        found = self.answers(1)
        demand("answer", [got for got, _ in found], [kind])
        return found[0][1]

    def send_tick(self, request, before=b""):
        base = STILL[:3] + STILL[:3] + [0.0, 0.0, 9.81]
        self.send(TICK, struct.pack("<BB39f", request, JOINT_IMPEDANCE, *Q, *STILL, *base, *WANTED, *STILL, *STILL), before)

    def tick(self, request):
        """(state, fault, torques) after one period"""
        self.send_tick(request)
        return self.tick_reply()

    def tick_reply(self):
        return state_of(self.answer(TICK_REPLY))

    def knock(self):
        """A tick that asks for everything, to a drive that has not been greeted: it must answer with who it is, and with
        nothing else. Tried again until the drive is there."""
        for _ in range(40):
            self.send_tick(ARM | ACTIVATE, before=b"\0")
            found = self.answers(2, seconds=0.25)
            if found:
                return found
        raise Mismatch("the drive did not start again")

    def hello(self, robot_hash):
        """what the drive says until it takes ticks, its answer and late ones to a knock; state, fault, torques of its first"""
        self.send(HELLO, struct.pack("<IB", robot_hash, LOCK_STEP), before=b"\0")
        said = []
        while (found := self.answers(1)) and found[0][0] != TICK_REPLY:
            said += found
        demand("answers to a hello", bool(said and found), True)
        return said, state_of(found[0][1])

    def counters(self):
        """of good frames, and of each fault"""
        self.send(GET_COUNTERS, b"")
        payload = self.answer(COUNTERS)
        self.answer(TICK_REPLY)  # there is one in every period
        counts = struct.unpack("<33I", payload)
        return counts[0], list(counts[-FAULTS:])


def counted(*faults):
    return [faults.count(code) for code in range(FAULTS)]


def greeting(drive):
    """(boot's fault, its address) of a drive that has just started, and still is disarmed whatever it is told"""
    found = drive.knock()
    demand("answers before a hello", {kind for kind, _ in found}, {HELLO_REPLY})
    payload = found[0][1]
    robot_hash, dof, positions, tick_hz, fault, detail = struct.unpack("<IBBIBI", payload)
    demand("joints and pace", (dof, positions, tick_hz), (6, 6, 1000))
    said, first = drive.hello(robot_hash)
    demand("answers to a hello", {*found, *said}, {(HELLO_REPLY, payload)})
    demand("first tick", first, (DISARMED, fault, ZERO))
    return fault, detail


def make_active(drive, fault):
    """by the explicit steps alone; returns the torques"""
    def step(what, request, state, shown):
        demand(what, drive.tick(request), (state, shown, ZERO))

    for _ in range(3):
        step("arm and activate held since the hello", ARM | ACTIVATE, DISARMED, fault)
    step("nothing asked", 0, DISARMED, fault)
    step("activate without arm", ACTIVATE, DISARMED, fault)
    step("fault_reset", FAULT_RESET, DISARMED, NONE)
    step("activate after fault_reset", ACTIVATE, DISARMED, NONE)
    step("nothing asked after fault_reset", 0, DISARMED, NONE)
    step("arm, with activate", ARM | ACTIVATE, ARMED, NONE)
    step("activate held since arm", ARM | ACTIVATE, ARMED, NONE)
    step("nothing asked while armed", 0, ARMED, NONE)
    state, fault, tau = drive.tick(ACTIVATE)
    demand("activate", (state, fault), (ACTIVE, NONE))
    if not all(0.01 < abs(x) < 100 for x in tau):
        raise Mismatch(f"torques of an active drive: {tau}")
    return tau


def cases(elf, here, has_watchdog):
    """(what, instructions or None for a reset from outside, r0, fault, address)"""
    guard = range(elf.at("stack_guard"), elf.at("main_stack_bottom"))
    nowhere, data = 0x6000_0000, elf.at("main_stack_top") - 64
    load, store, call = (0x6800,), (0x6000,), (0x4700,)  # ldr r0, [r0]; str r0, [r0]; bx r0
    yield "stack overflow", (0xB401, 0xE7FD), 0, STACK_OVERFLOW, guard  # push {r0}; b back to it
    yield "read through a null pointer", load, 0, BAD_ACCESS, here  # 0 says nothing: where the program was, then
    yield "read of a field at 20 through one", (0x6940,), 0, BAD_ACCESS, 20  # ldr r0, [r0, #20]
    yield "call of a null pointer", call, 1, BAD_ACCESS, 0
    yield "read where no memory is", load, nowhere, BAD_ACCESS, nowhere
    yield "write where no memory is", store, nowhere, BAD_ACCESS, nowhere
    yield "call where no memory is", call, nowhere + 1, BAD_ACCESS, nowhere
    yield "write to code", store, here, BAD_ACCESS, here
    yield "undefined instruction", (0xDE00,), 0, BAD_INSTRUCTION, here  # udf
    yield "execution of data", call, data + 1, BAD_INSTRUCTION, data
    yield "division by zero", (0xFB90, 0xF0F0), 0, UNEXPECTED_RESET, here  # sdiv r0, r0, r0
    yield "reset from outside", None, 0, UNEXPECTED_RESET, 0
    if has_watchdog:
        yield "hang", (0xE7FE,), 0, WATCHDOG_RESET, here  # b to itself


def crash(board, drive, here, reset, instructions, r0):
    """in the middle of the next tick; the drive then starts again"""
    with board.debugger() as gdb:
        demand("in the controller", gdb.run_to(here, before=lambda: drive.send_tick(0)), True)
        if instructions is None:
            board.reset()
            board.wait_for_reset()
        else:
            code = struct.pack(f"<{len(instructions)}H", *instructions)
            mended = gdb.read(here, len(code))
            gdb.write(here, code)
            gdb.set_register(0, r0)
            demand("a reset", gdb.run_to(reset), True)
            gdb.write(here, mended)
        gdb.run()


def main():
    machine, path = sys.argv[1:]
    elf = Elf(path)
    here, = (elf.at(name) for name in elf.symbols if name.startswith("_ZN4limb8internal14gravity_torque"))

    def report(what, check):
        try:
            print(f"ok  {what:36} {check()}", flush=True)
        except (Mismatch, ValueError, OSError, EOFError) as error:
            sys.exit(f"BAD {what:36} {error}")  # what comes after needs a drive that is active again

    with Machine(machine, path, "uart", seconds=60) as board:
        drive = Drive(board)
        torques = None

        def first_start():
            nonlocal torques
            demand("boot's fault and address", greeting(drive), (NONE, 0))
            torques = make_active(drive, NONE)
            demand("counters", drive.counters()[1], counted())
            good, _ = drive.counters()
            board.send(frame(GET_COUNTERS, drive.sequence + 1, b"")[:-3] + b"??\0")  # the control: a wrong check
            drive.tick_reply()
            demand("good frames", drive.counters()[0], good + 1)
            return "no fault; torques " + " ".join(f"{x:.2f}" for x in torques) + " N m"

        def not_crashed():  # the control: the same debugger at the same place, and nothing broken
            with board.debugger() as gdb:
                demand("in the controller", gdb.run_to(here, before=lambda: drive.send_tick(0)), True)
                gdb.run()
            demand("the interrupted tick", drive.tick_reply(), (ACTIVE, NONE, torques))
            demand("the next one", drive.tick(0), (ACTIVE, NONE, torques))
            demand("counters", drive.counters()[1], counted())
            return "still active, no fault"

        def crashed(instructions, r0, fault, address):
            demand("before", drive.tick(0), (ACTIVE, NONE, torques))
            crash(board, drive, here, elf.at("reset"), instructions, r0)
            got, detail = greeting(drive)
            demand("code", got, fault)
            if detail not in (address if isinstance(address, range) else [address]):
                raise Mismatch(f"address {detail:#x}")
            demand("counters", drive.counters()[1], counted(fault))
            demand("torques of the active drive", make_active(drive, fault), torques)
            demand("counters, active", drive.counters()[1], counted(fault))
            return f"code {got}, address {detail:08x}; disarmed, no torque; active again step by step"

        report("first start", first_start)
        report("stopped by a debugger, not crashed", not_crashed)
        for what, *case in cases(elf, here, machine.startswith("mps2")):
            report(what, lambda: crashed(*case))


main()
