"""Firmware onto boards, and what it takes there."""
import glob
import os
import re
import shlex
import sys

from cli import needs
from cli.build import must
from cli.debian import has
from cli.paths import BUILD, Trouble, in_root, shown, text_of
from cli.process import run


def boards():
    return sorted(os.path.basename(os.path.dirname(path)) for path in glob.glob(in_root("boards", "*", "board.cmake")))


def boards_to_flash():
    return [board for board in boards() if os.path.exists(in_root("boards", board, "openocd.cfg"))]


def must_be_firmware(board, app):
    apps = re.search(r"foreach\(app ([\w ]+)\)", text_of("boards", "CMakeLists.txt"))[1].split()
    if app not in apps:
        raise Trouble(f"flash: {board} has no firmware '{app}'; there are: {' '.join(apps)}")


def flash(given):
    """tools/limb flash: build the firmware with its link on the UART and write it to the board"""
    board, there = given.board, " ".join(boards_to_flash())
    if not board:
        raise Trouble(f"flash: which board? --board with one of: {there}")
    if board not in boards():
        raise Trouble(f"flash: no board '{board}'; there are: {there}")
    if board not in boards_to_flash():
        raise Trouble(f"flash: {board} runs in the emulator only")
    must_be_firmware(board, given.app)
    if not has("openocd") and not has("st-flash"):
        raise Trouble("flash: neither openocd nor st-flash is here. Install one: apt-get install openocd, or apt-get install stlink-tools")
    target = f"{given.app}_{board}_uart"
    elf = shown(os.path.join(BUILD, board, "boards", f"{target}.elf"))
    if not given.dry_run:
        needs.need_target()
        must(board, target)
    binary = elf.removesuffix(".elf") + ".bin"
    if has("openocd"):
        steps = [["openocd", "-f", shown(in_root("boards", board, "openocd.cfg")), "-c", f"program {in_tcl(elf)} verify reset exit"]]
    else:
        steps = [["arm-none-eabi-objcopy", "-O", "binary", elf, binary], ["st-flash", "--reset", "write", binary, "0x08000000"]]
    for step in steps:
        if given.dry_run:
            print(shlex.join(step))
            continue
        code = run(*step, cwd=None)
        if code != 0:
            return code
    return 0


def in_tcl(path):
    return "{" + path + "}" if re.search(r"\s", path) else path


def size(_):
    """tools/limb size"""
    needs.need_target()
    must("emulated", "boards/all")
    return run(sys.executable, "-B", in_root("tools", "size.py"), *sorted(glob.glob(os.path.join(BUILD, "emulated", "boards", "*_uart.elf"))))
