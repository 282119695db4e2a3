#!/usr/bin/env python3
"""The same bits, and no warning, on another machine or by another compiler than the host's.

    machine.py aarch64|riscv64|armhf|i686|g++-12|clang++-19|... ROOT [CMAKE_OPTIONS...]

limb's own CMake project is configured with that compiler, so that its options are those of all tests. Of a machine the hash of
same_bits and the self-check of its arithmetic are run in QEMU; by a compiler the hash is run, and a drive's firmware for the host is
compiled. Exits with 77, and says why, where compiler or emulator are missing.
"""
import os
import shutil
import subprocess
import sys

NAME, ROOT, *OPTIONS = sys.argv[1:]
BUILD = os.path.join(ROOT, "build", "machines", NAME)
DEPS = os.path.join(ROOT, "build", "deps")
# compiler, emulator, flags
MACHINES = {
    "aarch64": ("aarch64-linux-gnu-g++", "qemu-aarch64", ""),
    "riscv64": ("riscv64-linux-gnu-g++", "qemu-riscv64", ""),
    "armhf": ("arm-linux-gnueabihf-g++", "qemu-arm", ""),
    "i686": ("i686-linux-gnu-g++", "qemu-i386", "-msse2 -mfpmath=sse"),
}


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{NAME} failed: {' '.join(command)}\n{done.stdout}")
    return done.stdout


def found(program, package):
    """path and flags of a program of this system, or of one that tools/limb has unpacked with its C library in build/deps"""
    if shutil.which(program):
        return shutil.which(program), ""
    for suite in ("bookworm", "trixie"):
        root = os.path.join(DEPS, suite)
        path = os.path.join(root, "usr", "bin", program)
        if os.path.exists(path):
            # clang otherwise looks beside the loader that runs it, and GNU's linker on this system for a library of its own
            return path, f"--sysroot={root} " + ("-no-canonical-prefixes" if "clang" in program else f"-B{root}/usr/bin")
    return skip(f"there is no {program} (Debian: {package})")


def main():
    if NAME in MACHINES:
        program, emulator, flags = MACHINES[NAME]
        if not shutil.which(emulator):
            skip(f"there is no {emulator} (Debian: qemu-user)")
        compiler, more = found(program, f"g++-{program.removesuffix('-g++')}")
        targets, runs = ["same_bits-O2", "arithmetic"], [emulator]  # g++ contracts from -O2 on, if it may
    else:
        compiler, more = found(NAME, NAME.replace("clang++", "clang"))
        flags, targets, runs = "", ["same_bits", "control_gimbal3_objects"], []
    run("cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}",
        f"-DCMAKE_C_COMPILER={compiler.replace('clang++', 'clang').replace('g++', 'gcc')}", f"-DCMAKE_CXX_FLAGS={flags} {more}",
        f"-DCMAKE_C_FLAGS={flags} {more}", f"-DCMAKE_EXE_LINKER_FLAGS={'-static' if runs or more else ''}", *OPTIONS)
    run("cmake", "--build", BUILD, "-j", "1", "--target", *targets)
    print(run(compiler, "--version").splitlines()[0])
    for target in targets:
        program = os.path.join(BUILD, "tests", target)
        if os.path.exists(program):
            print(run(*runs, program))


main()
