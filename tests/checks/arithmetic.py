#!/usr/bin/env python3
"""Flags that break limb's bits do not compile: every header says so, in one sentence that names the remedy.

    arithmetic.py LIB -- COMPILER [FLAGS...]
"""
import os
import re
import shutil
import subprocess
import sys

# flag -> what the sentence must hold. Each compiler has flags of its own: clang tells nothing of the parts of -ffast-math, which is
# what arithmetic_is_exact() is for, and has no -mfpmath=387 on a 64-bit machine.
REFUSED = {"-ffast-math": "compile with -fno-fast-math", "-Ofast": "compile with -fno-fast-math",
           "-ffinite-math-only": "compile with -fno-finite-math-only"}
REFUSED_BY_GCC = {"-funsafe-math-optimizations": "compile with -fno-unsafe-math-optimizations",
                  "-fno-signed-zeros": "compile with -fno-unsafe-math-optimizations",
                  "-freciprocal-math": "compile with -fno-unsafe-math-optimizations"}
REFUSED_ON_X86 = {"-mfpmath=387": "-mfpmath=sse"}
WITHOUT_ARITHMETIC = {"limb/version.hpp", "limb/sweep/accepts.hpp", "limb/table/error.hpp", "limb/algebra/fnv1a.hpp", "drive/fault.hpp",
                      "drive/link.hpp"}  # no number


def errors(command, flag, *more):
    """of reading nothing but the header: the refusal comes before anything else"""
    done = subprocess.run([*command, flag, *more, "-x", "c++", "-E", "-o", os.devnull], capture_output=True, text=True)
    return re.findall(r"error: (.*)", done.stderr)


def main():
    lib, command = sys.argv[1], sys.argv[3:]
    macros = subprocess.run([*command, "-x", "c++", "-dM", "-E", os.devnull], capture_output=True, text=True, check=True).stdout
    gcc, x86 = "__clang__" not in macros, "__x86_64__" in macros
    refused = REFUSED | (REFUSED_BY_GCC if gcc else {}) | (REFUSED_ON_X86 if gcc and x86 else {})
    headers = sorted(os.path.relpath(os.path.join(folder, name), lib) for folder, _, names in os.walk(lib) for name in names
                     if name.endswith(".hpp"))
    for header in headers:
        path = os.path.join(lib, header)
        said = errors(command, "-ffast-math", path)
        if header in WITHOUT_ARITHMETIC:
            continue
        if len(said) != 1 or REFUSED["-ffast-math"] not in said[0]:
            sys.exit(f"{header} does not refuse -ffast-math with one sentence, but says {said}")
    lowest = os.path.join(lib, "limb", "arithmetic.hpp")
    for flag, remedy in refused.items():
        said = errors(command, flag, lowest)
        if len(said) != 1 or remedy not in said[0] or "LIMB_ACCEPT_OTHER_BITS" not in said[0]:
            sys.exit(f"{flag} is not refused with '{remedy}', but: {said}")
        if said := errors(command, flag, "-DLIMB_ACCEPT_OTHER_BITS", lowest):
            sys.exit(f"{flag} is refused although it is accepted by name: {said}")
    if i686 := shutil.which("i686-linux-gnu-g++"):  # a PC of 32 bits, without a word about its arithmetic: x87
        said = errors([i686, *command[1:]], "-O2", lowest)
        if len(said) != 1 or REFUSED_ON_X86["-mfpmath=387"] not in said[0]:
            sys.exit(f"x87 arithmetic is not refused by {i686}, but: {said}")
    for flag in ("-O2", "-Os", "-march=native", "-std=gnu++20"):
        if said := errors(command, flag, lowest):
            sys.exit(f"{flag} breaks nothing, but is refused: {said}")
    print(f"{len(headers)} headers; refused: {', '.join(refused)}")


main()
