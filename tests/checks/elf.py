#!/usr/bin/env python3
"""A linked firmware keeps limb's promises: no heap, no exceptions, no unwind tables, no RTTI, no double, no libm, no guarded statics.

    elf.py ELF                  exits non-zero and names the symbols that break a promise
    elf.py --must-fail OBJECT   the control: exits non-zero unless every promise is seen broken
"""
import re
import subprocess
import sys

# promise -> symbols (demangled names) that only a program which breaks it contains
PROMISES = {
    "no heap": r"_?malloc(_r)?|_?free(_r)?|_?calloc(_r)?|_?realloc(_r)?|_sbrk(_r)?|operator (new|delete)(\[\])?\(.*",
    "no exceptions": r"__cxa_(throw|rethrow|allocate_exception|begin_catch|end_catch|end_cleanup)|_Unwind_.*|__gxx_personality.*|__aeabi_unwind.*",
    "no RTTI": r"typeinfo (for|name for) .*|vtable for __cxxabiv1::.*|__dynamic_cast",
    "no double": r"__aeabi_(d\w+|cd\w+|[fil]2d|ui2d|ul2d)|__(add|sub|mul|div|ext|trunc|fix|float)\w*df\w*",
    "no libm": r"(__\w*_)?(sin|cos|tan|sincos|asin|acos|atan|atan2|exp|log|pow|fmod|rem_pio2)f?|__kernel_\w+|__ieee754_\w+",
    "no guarded statics": r"__cxa_guard_\w+|guard variable for .*|__cxa_atexit|__aeabi_atexit",
}


UNWIND_TABLES = re.compile(r"^\.ARM\.ex(?:idx|tab)\S*", re.MULTILINE)


def tool(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def broken_promises(elf):
    names = tool("arm-none-eabi-nm", "-C", "--format=posix", elf)
    symbols = [re.sub(r" [A-Za-z?]( [0-9a-f]+){0,2}\s*$", "", line) for line in names.splitlines()]
    if "main" not in symbols:
        sys.exit(f"{elf} has no main: is it a linked firmware with its symbols?")
    broken = {promise: found for promise, pattern in PROMISES.items()
              if (found := [name for name in symbols if re.fullmatch(pattern, name)])}
    if tables := UNWIND_TABLES.findall(tool("arm-none-eabi-size", "-A", elf)):
        broken["no unwind tables"] = tables
    return broken


def main():
    must_fail = sys.argv[1] == "--must-fail"
    elf = sys.argv[-1]
    broken = broken_promises(elf)
    if must_fail:
        unseen = {*PROMISES, "no unwind tables"} - broken.keys()
        if unseen:
            sys.exit(f"the check is blind to: {', '.join(sorted(unseen))}")
    elif broken:
        sys.exit("\n".join(f"{elf} breaks '{promise}': {', '.join(found)}" for promise, found in broken.items()))


main()
