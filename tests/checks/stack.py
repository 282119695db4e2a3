#!/usr/bin/env python3
"""The stack that each sweep of stack.cpp takes, printed.

    stack.py OBJECT    reads the compiler's report beside it (-fstack-usage); exits non-zero if a sweep's stack is not
                       known at compile time, is more than a board of ours has to spare, or if a sweep is missing
"""
import contextlib
import io
import re
import subprocess
import sys

LIMIT = 24 * 1024  # bytes; the smallest board that we aim at has 32 KB of RAM
SWEEPS = 20
MAY_CALL = {"memcpy", "memset"}  # leaves that need no more than a few words


def complaints(report, called):
    """report: lines of `place:function <tab> bytes <tab> kind`; called: {function: functions that it calls}"""
    found, seen = [], 0
    for line in report:
        place, size, kind = line.rstrip("\n").split("\t")
        name = re.sub(r"^.*?:\d+:\d+:", "", place)
        match = re.search(r"\b(arm6|chain64)_(\w+)", name)
        if not match:
            continue
        seen += 1
        print(f"{match[1]:8} {match[2]:22} {size:>6} bytes")
        if kind != "static":
            found.append(f"{match[0]}: its stack is {kind}, not known at compile time")
        if int(size) > LIMIT:
            found.append(f"{match[0]}: {size} bytes of stack, more than {LIMIT}")
        if rest := called.get(match[0], set()) - MAY_CALL:
            found.append(f"{match[0]}: its stack is not all of it, it calls {', '.join(sorted(rest))}")
    if seen != SWEEPS:
        found.append(f"{seen} sweeps seen, not {SWEEPS}")
    return found


def calls(disassembly):
    """{function: names it branches to with a link}, from objdump -dr"""
    found, name = {}, None
    for line in disassembly.splitlines():
        if match := re.match(r"[0-9a-f]+ <(\w+)>:", line):
            name = match[1]
        elif match := re.search(r"R_ARM_THM_(?:CALL|JUMP24)\s+(\w+)", line):
            found.setdefault(name, set()).add(match[1])
    return found


def check_itself():
    good = [f"x.cpp:1:1:void arm6_{i}(Memory&)\t64\tstatic" for i in range(SWEEPS)]
    for report, called, number in [(good, {}, 0), (good[1:], {}, 1), (good[1:] + ["x.cpp:1:1:void arm6_0()\t64\tdynamic"], {}, 1),
                                   (good[1:] + [f"x.cpp:1:1:void arm6_0()\t{LIMIT + 1}\tstatic"], {}, 1), (good, {"arm6_1": {"helper"}}, 1)]:
        if len(complaints(report, called)) != number:
            sys.exit("the check is blind or too strict")


def main():
    with contextlib.redirect_stdout(io.StringIO()):
        check_itself()
    path = sys.argv[1]
    disassembly = subprocess.run(["arm-none-eabi-objdump", "-dr", path], capture_output=True, text=True, check=True).stdout
    with open(re.sub(r"\.(o|obj)$", ".su", path)) as file:
        found = complaints(file, calls(disassembly))
    if found:
        sys.exit("\n".join(found))


main()
