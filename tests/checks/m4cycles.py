#!/usr/bin/env python3
"""The cycle model of tools/m4cycles.py gives what one counts by hand.

    m4cycles.py TOOLS

Counted with the Cortex-M4 Technical Reference Manual (ARM 100166, r0p1): the cycles of table 3-1 (processor) and of the FPU's
instruction table, a pipeline refill P being 1; and its rule that the next instruction waits a cycle for the result of
floating-point arithmetic. Two settings are the model's own, because they fit silicon better (see there): VLDR and VSTR do not
overlap, and a multiply-accumulate takes its addend like any other operand.
"""
import sys

sys.path.insert(0, sys.argv[1])
import m4cycles  # noqa: E402

START = 0x20000000
# instructions as objdump prints them, 4 bytes each, in the order in which they are executed; `-> n`: goes to the n-th of them all
COUNTED = {
    # integer: one each
    "add r0, r1; mov r2, r0; mul r3, r2, r0; cmp r3, #0": 1 + 1 + 1 + 1,
    # a load takes 2, one behind a load or store overlaps with it; a store 1
    "ldr r0, [r1]": 2,
    "ldr r0, [r1]; ldr r2, [r1, #4]; ldr r3, [r1, #8]": 2 + 1 + 1,
    "str r0, [r1]; ldr r2, [r1]; add r2, r2; ldr r3, [r1]": 1 + 1 + 1 + 2,
    # several registers: 1 + N, and P more where the program counter is one of them
    "push {r4-r7, lr}": 1 + 5,
    "ldmia r0!, {r1, r2}": 1 + 2,
    "pop {r4, pc}": 1 + 2 + 1,
    "vpush {d8-d9}": 1 + 4,
    "vldmia r0!, {s0-s2}": 1 + 3,
    "ldrd r0, r1, [r2]": 1 + 2,
    # branches: 1 + P, not taken 1
    "b 0 -> 2; nop; nop": 2 + 1,
    "beq.n 0; nop": 1 + 1,
    "beq.n 0 -> 2; nop; nop": 2 + 1,
    "cbz r0, 0 -> 2; nop; nop": 2 + 1,
    "bx lr": 2,
    "tbb [pc, r0]": 3,
    "ldr pc, [sp], #4": 3,
    # floating point: one each, if nobody waits
    "vadd.f32 s0, s1, s2; vmul.f32 s3, s4, s5; vsub.f32 s6, s7, s8": 1 + 1 + 1,
    "vneg.f32 s0, s1; vabs.f32 s2, s3; vcvt.f32.s32 s4, s5; vcmp.f32 s6, s7; vmrs APSR_nzcv, fpscr": 5,
    # the next one waits for a result, the one after it no longer
    "vadd.f32 s0, s1, s2; vmul.f32 s3, s0, s5": 1 + 2,
    "vadd.f32 s0, s1, s2; add r0, r1; vmul.f32 s3, s0, s5": 1 + 1 + 1,
    "vadd.f32 s0, s1, s2; vadd.f32 s3, s4, s5; vmul.f32 s6, s0, s7": 1 + 1 + 1,
    "vmul.f32 s0, s1, s2; vstr s0, [r0]": 1 + 1 + 2,
    "vmul.f32 s0, s1, s2; vcmp.f32 s0, s3": 1 + 2,
    "vmul.f32 s0, s1, s2; vmov r0, s0": 1 + 2,
    # loads and stores of one number 2 each, of two 3
    "vldr s0, [r0]; vldr s1, [r0, #4]; vadd.f32 s2, s0, s1; vstr s2, [r0]": 2 + 2 + 1 + 1 + 2,
    "vldr d0, [r0]": 3,
    "vstr d0, [r0]": 3,
    # between the files: one register 1, two 2
    "vmov s0, r0; vmov r1, s1; vmov s2, s3; vmov s4, s5, r2, r3": 1 + 1 + 1 + 2,
    # multiply-accumulate 3, its result a cycle later; integers go on meanwhile
    "vfma.f32 s0, s1, s2; nop; nop; nop": 4,
    "vfma.f32 s0, s1, s2; vadd.f32 s3, s4, s5": 3 + 1,
    "vfma.f32 s0, s1, s2; vadd.f32 s3, s0, s5": 3 + 1 + 1,
    "vmla.f32 s0, s1, s2; vmla.f32 s0, s3, s4; vmov r0, s0": 4 + 4 + 1,
    # division and square root 14, 1 where nobody asks
    "vdiv.f32 s0, s1, s2": 1,
    "vdiv.f32 s0, s1, s2; vadd.f32 s3, s4, s5": 14 + 1,
    "vdiv.f32 s0, s1, s2; vadd.f32 s3, s0, s5": 14 + 1 + 1,
    "vsqrt.f32 s0, s1; nop; nop; nop; vmul.f32 s0, s0, s0": 14 + 1 + 1,
    # a dot product and its root
    "vldr s0, [r0]; vldr s1, [r0, #4]; vmul.f32 s2, s0, s0; vmul.f32 s3, s1, s1; vadd.f32 s2, s2, s3; vsqrt.f32 s2, s2; vstr s2, [r1]; bx lr":
        2 + 2 + 1 + 1 + 2 + 2 + 14 + 2 + 2,
}
SIZES = {"{r4-r7, lr}": 5, "{d8-d9}": 4, "{s16-s19}": 4, "{r0, r1, pc}": 3, "{d8}": 2, "r0, [r1]": 1}  # registers moved
ADDRESSES = {  # what a load reads, with r0 = 0x100, r1 = 3, and pc = 0x200 as well as 0x202
    "ldr r2, [r0, #8]": 0x108,
    "ldr r2, [r0, #-4]!": 0xFC,
    "ldr r2, [r0], #4": 0x100,  # the base moves afterwards
    "ldr r2, [r0, r1, lsl #2]": 0x10C,
    "ldr r2, [pc, #8]": 0x20C,  # from the word-aligned pc + 4
    "vldr s0, [pc, #-4]": 0x200,
    "vldmia r0!, {s0-s3}": 0x100,
    "vldmdb r0!, {s0-s1}": 0xF8,
}


def run_of(text, start=START):
    """(pc, Instruction, -1) of each executed instruction"""
    out, lines, at = [], text.split("; "), 0
    while at < len(lines):
        line, _, goes_to = lines[at].partition(" -> ")
        name, _, operands = line.partition(" ")
        out.append((start + 4 * at, m4cycles.Instruction(4, *m4cycles.classify(name, operands), m4cycles.what_it_reads(name, operands)), -1))
        at = int(goes_to or at + 1)
    return out


def differences(core_cycles):
    wrong = []
    for text, wanted in COUNTED.items():
        got = sum(core_cycles(run_of(text)))
        if got != wanted:
            wrong.append(f"{text}: {got} cycles, not {wanted}")
    return wrong


def flash(text, start=m4cycles.FLASH.start):
    """the cycles of a call from flash, its caches warm from the one before"""
    run = run_of(text, start)
    cycles = m4cycles.core_cycles(run)
    return sum(cycles) + m4cycles.flash_stalls(run, cycles)


def main():
    wrong = differences(m4cycles.core_cycles)
    for text, wanted in SIZES.items():
        if m4cycles.register_count(text) != wanted:
            wrong.append(f"{text}: {m4cycles.register_count(text)} registers, not {wanted}")
    for pc in (0x200, 0x202):
        for text, wanted in ADDRESSES.items():
            ((_, instruction, _),) = run_of(text)
            got = instruction.address([0x100, 3] + 13 * [0] + [pc])
            if got != wanted:
                wrong.append(f"{text} reads {got:#x}, not {wanted:#x}, at {pc:#x}")

    # 1 KB of instruction cache, lines of 8 bytes. What fits is not fetched again. What does not fit never finds its line, and the
    # flash gives one line in 5 cycles: 2 instructions of one cycle each have to wait for it.
    fits, too_long = "; ".join(256 * ["nop"]), "; ".join(400 * ["nop"])
    if flash(fits) != 256:
        wrong.append(f"256 instructions, 1 KB, warm: {flash(fits)} cycles, not 256")
    if not 200 * 5 <= flash(too_long) <= 200 * 5 + 8:
        wrong.append(f"400 instructions, 200 lines of 5 cycles: {flash(too_long)} cycles, not 1000 to 1008")

    kinds = m4cycles.figures(run_of("vfma.f32 s0, s1, s2; vadd.f32 s0, s1, s2; vdiv.f32 s0, s1, s2; vneg.f32 s0, s1; nop"), 0, [(START, 40, "f")])
    if (kinds["instructions"], kinds["flops"], kinds["function_bytes"]) != (5, 4, 40):
        wrong.append(f"a fused multiply-add is 2 flops, a sum and a quotient 1: {kinds}")

    # a model that is off by a cycle anywhere is seen
    if len(differences(lambda run: m4cycles.core_cycles(run) + [1])) != len(COUNTED):
        wrong.append("the check is blind")
    sys.exit("\n".join(wrong) or 0)


main()
