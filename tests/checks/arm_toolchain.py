#!/usr/bin/env python3
"""The boards' programs by another ARM toolchain, in another QEMU, or with another C library than those of the stage.

    arm_toolchain.py bookworm|trixie ROOT [CMAKE_OPTIONS...]    with what tools/limb has unpacked of that Debian
    arm_toolchain.py picolibc ROOT [CMAKE_OPTIONS...]           with picolibc, where newlib-nano is the stage's

Preset emulated in a build folder of its own. Exits with 77, and says why, where that cannot be had.
"""
import glob
import os
import subprocess
import sys

NAME, ROOT, *OPTIONS = sys.argv[1:]
BUILD = os.path.join(ROOT, "build", "arm", NAME)
UNPACKED = os.path.join(ROOT, "build", "deps", NAME, "usr")
BOARDS = ("stm32f405", "mps2_an386")

# What is built, and which of its tests are run. Between them they include every header and give every sweep every option in every form.
PROGRAMS = ["arithmetic", "same_bits", "same_bits_of_mechanisms", "options", "loops", "drive_link", "drive_controllers", "drive_cost", "fault"]
FIRMWARE = ["faults", "control_arm6"]
COUNTED = ["gimbal3", "arm6", "quad18", "chain16", "chain64"]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=BUILD)
    if done.returncode != 0:
        sys.exit(f"{NAME} failed: {' '.join(command)}\n{done.stdout}")
    return done.stdout


def use_what_is_unpacked():
    for program, package in (("arm-none-eabi-g++", "gcc-arm-none-eabi"), ("qemu-system-arm", "qemu-system-arm")):
        if not os.path.exists(os.path.join(UNPACKED, "bin", program)):
            skip(f"there is no {program} of Debian {NAME} ({package})")
    # what newlib's packages do when they are installed
    for link, to in (("include", "../../include/newlib"), ("lib", "newlib")):
        path = os.path.join(UNPACKED, "lib", "arm-none-eabi", link)
        if not os.path.lexists(path):
            os.symlink(to, path)
    for folder in glob.glob(os.path.join(UNPACKED, "lib", "*", "qemu")):
        os.environ["QEMU_MODULE_DIR"] = folder  # or it tries those of the system's QEMU
    os.environ["LIMB_C_LIBRARY"] = "newlib-nano"
    os.environ["PATH"] = os.pathsep.join([os.path.join(UNPACKED, "bin"), os.environ["PATH"]])


def use_picolibc():
    specs = "picolibc.specs"
    if run("arm-none-eabi-g++", f"-print-file-name={specs}").strip() == specs:
        skip("there is no picolibc for ARM (Debian: picolibc-arm-none-eabi)")
    os.environ["LIMB_C_LIBRARY"] = "picolibc"


def headers_not_compiled():
    """public headers that no source of what was built includes"""
    lib = os.path.join(ROOT, "lib")
    every = {os.path.join(folder, name) for layer in ("limb", "drive") for folder, _, names in os.walk(os.path.join(lib, layer))
             for name in names if name.endswith(".hpp")}
    seen = {os.path.normpath(os.path.join(BUILD, line.strip())) for line in run("ninja", "-t", "deps").splitlines()}
    return sorted(os.path.relpath(header, lib) for header in every - seen)


def main():
    os.makedirs(BUILD, exist_ok=True)
    another_library = NAME == "picolibc"
    use_picolibc() if another_library else use_what_is_unpacked()
    programs, firmware = (["same_bits", "drive_link"], ["control_arm6"]) if another_library else (PROGRAMS, FIRMWARE)
    run("cmake", "-S", ROOT, "--preset", "emulated", "-B", BUILD, *OPTIONS)
    print(run("arm-none-eabi-g++", "--version").splitlines()[0] + "; " + run("qemu-system-arm", "--version").splitlines()[0])
    targets = [f"{program}_{board}" for program in programs for board in BOARDS]
    targets += [f"{name}_{board}_{link}" for name in firmware for board in BOARDS for link in ("uart", "semihosting")]
    run("cmake", "--build", BUILD, "-j", "2", "--target", *targets)
    tests = "|".join(targets)
    print(run("ctest", "-j", "2", "--output-on-failure", "--no-tests=error", "-R", f"^((promises_of_|size_of_)?({tests}))$"))
    if not another_library:
        if missing := headers_not_compiled():
            sys.exit(f"public headers that nothing here includes: {', '.join(missing)}")
        print(run(sys.executable, "-B", os.path.join(ROOT, "tests", "checks", "cost_counts.py"), BUILD, *COUNTED))


main()
