#!/usr/bin/env python3
"""tools/stack.py knows by how much an instruction moves the stack, and which ones it cannot bound.

    stack_growth.py TOOLS
"""
import sys

sys.path.insert(0, sys.argv[1])
import stack  # noqa: E402

UNKNOWN = None
CASES = {  # instruction, as objdump prints it: bytes downwards
    "push {r4, r5, r6, lr}": 16,
    "push {r4-r7, lr}": 20,
    "pop {r4, pc}": -8,
    "popne {r4, pc}": 0,  # perhaps not taken: only the way down counts
    "vpush {d8-d15}": 64,
    "vpop {s16-s17}": -8,
    "stmdb sp!, {r4-r11, lr}": 36,
    "ldmia sp!, {r4-r11, pc}": -36,
    "stmdbeq sp!, {r4}": 4,
    "sub sp, #24": 24,
    "sub sp, sp, #512": 512,
    "subw sp, sp, #1028": 1028,
    "add sp, #24": -24,
    "add sp, sp, #512": -512,
    "str r3, [sp, #-4]!": 4,
    "str lr, [sp, #-12]!": 12,
    "ldr pc, [sp], #4": -4,
    "strd r4, r5, [sp, #-16]!": 16,
    # reads of the stack pointer
    "stmia sp, {r0, r1}": 0,
    "ldmia sp, {r0, r1, r2}": 0,
    "stmdb sp, {r0, r1}": 0,
    "vstmia sp, {s0-s3}": 0,
    "vldmia sp, {d0-d1}": 0,
    "str sp, [r0, #4]": 0,
    "strd sp, lr, [r0]": 0,
    "cmp sp, r3": 0,
    "tst sp, #7": 0,
    "add r3, sp, #8": 0,
    "mov r7, sp": 0,
    "ldr r0, [sp, #8]": 0,
    "ldrd r0, r1, [sp, #8]": 0,
    "add r0, sp": 0,
    "strex r0, r1, [sp]": 0,
    # writes that only the run knows
    "mov sp, r7": UNKNOWN,
    "sub sp, r3": UNKNOWN,
    "add sp, sp, r3": UNKNOWN,
    "ldr sp, [r0]": UNKNOWN,
    "bic sp, sp, #7": UNKNOWN,
    "add sp, r7, #8": UNKNOWN,
    "ldr r0, [sp, #4]!": UNKNOWN,
    "ldr r0, [sp], #-4": UNKNOWN,
    "stmia sp!, {r0, r1}": UNKNOWN,
    "ldmdb sp!, {r0, r1}": UNKNOWN,
    "vldmdb sp!, {d0}": UNKNOWN,
}

wrong = []
for text, wanted in CASES.items():
    name, _, operands = text.partition(" ")
    try:
        got = stack.Firmware.growth("f", stack.Instruction(0, 4, name, operands))
    except stack.StackError:
        got = UNKNOWN
    if got != wanted:
        wrong.append(f"{text}: {got}, not {wanted}")
sys.exit("\n".join(wrong) or 0)
