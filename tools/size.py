#!/usr/bin/env python3
"""Flash, RAM and worst-case stack of linked firmware, against what its board has.

    size.py [--calls CALLER=CALLEE]... [--deepest] ELF...

Exits non-zero when a stack may leave its space, or cannot be bounded. --calls narrows what calls through pointers reach
(regular expressions of function names); --deepest also prints the calls behind the bound of main's stack.
"""
import argparse
import os
import subprocess
import sys

import stack


def sections(path):
    lines = subprocess.run(["arm-none-eabi-size", "-A", path], capture_output=True, text=True, check=True).stdout.splitlines()
    return {words[0]: int(words[1]) for words in map(str.split, lines) if len(words) == 3 and words[1].isdigit()}


def of(used, there):
    return f"{used:7,} of {there:9,}"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--calls", action="append", default=[], metavar="CALLER=CALLEE")
    options.add_argument("--deepest", action="store_true")
    options.add_argument("elf", nargs="+")
    arguments = options.parse_args()

    wrong = []
    width = max(len(os.path.basename(path)) for path in arguments.elf) + 1
    print(f"{'bytes':{width}}  {'flash':>20}  {'data in RAM':>20}  {'sweeps in RAM':>20}  {'main stack':>20}  {'handler stack':>20}")
    for path in arguments.elf:
        firmware = stack.Firmware(path, [pair.split("=", 1) for pair in arguments.calls])
        s, size = firmware.symbols, sections(path)
        in_ram = sum(size.get(name, 0) for name in (".data", ".bss", ".noinit"))
        in_flash = sum(size.get(name, 0) for name in (".vectors", ".limb_sweeps", ".text", ".ARM.exidx", ".data"))
        columns = [of(in_flash, s["flash_end"] - s["flash_begin"]), of(in_ram, s["ram_end"] - s["ram_begin"])]
        own_region = s["sweeps_region_begin"] != s["flash_begin"]
        columns.append(of(size.get(".limb_sweeps", 0), s["sweeps_region_end"] - s["sweeps_region_begin"]) if own_region else "-")
        try:
            for name, (bound, space) in firmware.stacks().items():
                columns.append(of(bound, space))
                if bound > space:
                    wrong.append(f"{path}: {name} stack may need {bound} bytes and has {space}")
        except stack.StackError as error:
            wrong.append(f"{path}: {error}")
        print(f"{os.path.basename(path):{width}}" + "".join(f"  {column:>20}" for column in columns))
        if arguments.deepest:
            start = next(a for a in firmware.functions if firmware.name(a) == "start_program")
            print("    " + " -> ".join(firmware.deepest(start)))
    sys.exit("\n".join(wrong) or 0)


main()
