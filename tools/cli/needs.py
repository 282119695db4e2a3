"""What each command needs: it is installed first, and that is said. What it only wishes for it goes on without."""
import importlib.util
import os
import subprocess
import sys

from cli.debian import has, is_in_debian, must_install, unpack, unpack_etl_and_unity, wish
from cli.process import output, run


# ---- Python's modules -----------------------------------------------------------------------------------------------


def python_with(module):
    """a Python that has it, or None; Debian's may not be the one that runs this"""
    if importlib.util.find_spec(module):
        return sys.executable
    for python in ("python3", "/usr/bin/python3"):
        if has(python) and run(python, "-c", f"import {module}", stderr=subprocess.DEVNULL) == 0:
            return python
    return None


def wish_for_module(module):
    """the Python that then has it, or None"""
    importlib.invalidate_caches()
    if not python_with(module):
        wish([f"python3-{module}"])
    importlib.invalidate_caches()
    return python_with(module)


# ---- needs ----------------------------------------------------------------------------------------------------------


def has_for_arm(file):
    """the ARM compiler is there and finds a file of its C library; otherwise it prints the bare name"""
    return "/" in output("arm-none-eabi-g++", f"-print-file-name={file}")


def has_arm_headers():
    command = ["arm-none-eabi-g++", "-include", "version", "-x", "c++", "-E", "/dev/null"]
    return bool(output(*command) or output(*command, "--specs=picolibc.specs"))


def missing_for_text():
    return [] if python_with("lxml") else ["python3-lxml"]


def missing_for_host():
    packages = [package for program, package in (("g++", "g++"), ("cmake", "cmake"), ("ninja", "ninja-build")) if not has(program)]
    return packages + missing_for_text()


def missing_for_target():
    packages = [] if has("arm-none-eabi-g++") else ["gcc-arm-none-eabi"]
    if not has_for_arm("nano.specs") and not has_for_arm("picolibc.specs"):
        packages.append("libnewlib-arm-none-eabi|picolibc-arm-none-eabi")
    if not has_arm_headers():
        packages.append("libstdc++-arm-none-eabi-dev|libstdc++-arm-none-eabi")  # of the C++ library headers are enough
    return packages + ([] if has("qemu-system-arm") else ["qemu-system-arm"])


def need_text():
    """to read and write URDF, MJCF and tables"""
    must_install(missing_for_text())


def need_host(*more):
    """to compile for this machine"""
    must_install(missing_for_host() + list(more))
    unpack_etl_and_unity()


def need_target():
    """to compile for the boards, too"""
    need_host(*missing_for_target())


def missing_clang():
    return [] if has("clang++") else ["clang", "libclang-rt-dev"]


def missing_for_viewer():
    """of what makes its page (tools/viewer): limb as WebAssembly, and three.js and uPlot from npm"""
    packages = missing_clang()  # which a later test with clang++ needs, too
    if not has("wasm-ld"):
        packages.append("lld")
    if not os.path.exists("/usr/include/wasm32-wasi/c++/v1/bit"):
        packages.append("libc++-dev-wasm32")
    return packages + [package for program, package in (("node", "nodejs"), ("npm", "npm")) if not has(program)]


# ---- wishes ---------------------------------------------------------------------------------------------------------


def wish_for_mujoco():
    if not os.path.exists("/usr/include/mujoco/mujoco.h"):
        wish(["libmujoco-dev"])


def wish_for_stage_host():
    """what its tests compare limb with: other engines, other machines, other compilers"""
    packages = [package for header, package in (("mujoco/mujoco.h", "libmujoco-dev"), ("simbody/Simbody.h", "libsimbody-dev"))
                if not os.path.exists(os.path.join("/usr/include", header))]
    if not python_with("numpy"):
        packages.append("python3-numpy")
    if not has("chromium"):
        packages.append("chromium")  # the viewer's page is tested in a browser
    for machine in ("aarch64-linux-gnu", "riscv64-linux-gnu", "arm-linux-gnueabihf", "i686-linux-gnu"):
        if not has(f"{machine}-g++"):
            packages.append(f"g++-{machine}")
    if not has("qemu-aarch64"):
        packages.append("qemu-user")
    # compilers that this Debian has not got come from the one that has
    for suite, compiler in (("bookworm", "g++-12"), ("bookworm", "clang-14"), ("trixie", "g++-14"), ("trixie", "clang-19")):
        if has(compiler.replace("clang-", "clang++-")):
            continue
        if is_in_debian(compiler):
            packages.append(compiler)
        else:
            unpack(suite, [compiler])
    wish(packages)


def wish_for_stage_emulated():
    """the other ARM toolchain, QEMU and C library with which it is tested (tests/checks/arm_toolchain.py)"""
    if not has_for_arm("picolibc.specs") and is_in_debian("picolibc-arm-none-eabi"):
        wish(["picolibc-arm-none-eabi"])
    suite = "bookworm" if output("arm-none-eabi-g++", "-dumpversion").startswith("14.") else "trixie"
    unpack(suite, ["gcc-arm-none-eabi", "libnewlib-arm-none-eabi", "libstdc++-arm-none-eabi-dev", "qemu-system-arm"])
