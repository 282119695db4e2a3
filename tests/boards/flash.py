#!/usr/bin/env python3
"""tools/limb flash composes the right command for each board and tool, from any folder, and says what to install when there is none.

    flash.py TOOLS/limb BOARDS
"""
import os
import shutil
import subprocess
import sys
import tempfile

limb, boards = map(os.path.abspath, sys.argv[1:])
ROOT = os.path.dirname(boards)
PROGRAMS = {"python3": sys.executable, **{name: shutil.which(name) for name in ("bash", "dirname", "readlink")}}


def flash(*arguments, tools=(), cwd=ROOT):
    """what the command says, on a machine that has these tools and little else"""
    with tempfile.TemporaryDirectory() as folder:
        for name, path in PROGRAMS.items():
            os.symlink(os.path.realpath(path), f"{folder}/{name}")
        for name in tools:
            with open(f"{folder}/{name}", "w") as file:
                file.write("#!/bin/sh\n")
            os.chmod(f"{folder}/{name}", 0o755)
        result = subprocess.run([f"{folder}/bash", limb, "flash", *arguments], env={"PATH": folder}, cwd=cwd, capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr


def expect(code, words, *arguments, **where):
    got, text = flash(*arguments, **where)
    missing = [word for word in words if word not in text]
    if got != code or missing:
        sys.exit(f"flash {' '.join(arguments)} with {where}: exit code {got}, not {code}; missing {missing} in:\n{text}")


for board in sorted(os.listdir(boards)):
    if os.path.exists(os.path.join(boards, board, "openocd.cfg")):
        dry = ("--board", board, "--app", "echo", "--dry-run")
        elf = f"build/{board}/boards/echo_{board}_uart.elf"
        expect(0, [f"openocd -f boards/{board}/openocd.cfg", f"program {elf} verify reset exit"], *dry, tools=("openocd", "st-flash"))
        expect(0, ["objcopy -O binary", "st-flash --reset write", "0x08000000", elf], *dry, tools=("st-flash",))
        expect(0, [f"openocd -f ../boards/{board}/openocd.cfg", f"program ../{elf} verify"], *dry, tools=("openocd",), cwd=os.path.join(ROOT, "tests"))
        expect(1, ["openocd", "stlink-tools"], *dry)
expect(1, ["mps2_an386", "emulator"], "--board", "mps2_an386", "--dry-run", tools=("openocd",))
expect(1, ["no board 'nosuch'", "stm32f405"], "--board", "nosuch", "--dry-run", tools=("openocd",))
expect(1, ["--board"], "--dry-run", tools=("openocd",))
expect(1, ["no firmware 'eco'", "control_arm6"], "--board", "stm32f405", "--app", "eco", "--dry-run", tools=("openocd",))
expect(2, ["--bord", "did you mean --board?"], "--bord", "stm32f405", tools=("openocd",))
