#!/usr/bin/env python3
"""tools/limb flash composes the right command for each board and tool, and says what to install when there is none.

    flash.py TOOLS/limb BOARDS
"""
import os
import subprocess
import sys
import tempfile

limb, boards = sys.argv[1:]
NEEDED = ("bash", "cat", "dirname", "nproc", "sed", "tr")


def flash(*arguments, tools=()):
    """what the command says, on a machine that has these tools and little else"""
    with tempfile.TemporaryDirectory() as folder:
        for name in NEEDED:
            os.symlink(os.path.realpath(f"/usr/bin/{name}" if os.path.exists(f"/usr/bin/{name}") else f"/bin/{name}"), f"{folder}/{name}")
        for name in tools:
            with open(f"{folder}/{name}", "w") as file:
                file.write("#!/bin/sh\n")
            os.chmod(f"{folder}/{name}", 0o755)
        result = subprocess.run([f"{folder}/bash", limb, "flash", *arguments], env={"PATH": folder}, capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr


def expect(code, words, *arguments, tools=()):
    got, text = flash(*arguments, tools=tools)
    missing = [word for word in words if word not in text]
    if got != code or missing:
        sys.exit(f"flash {' '.join(arguments)} with {tools}: exit code {got}, not {code}; missing {missing} in:\n{text}")


for board in sorted(os.listdir(boards)):
    if os.path.exists(os.path.join(boards, board, "openocd.cfg")):
        dry = ("--board", board, "--app", "echo", "--dry-run")
        elf = f"build/{board}/boards/echo_{board}_uart.elf"
        expect(0, [f"openocd -f boards/{board}/openocd.cfg", f"program {elf} verify reset exit"], *dry, tools=("openocd", "st-flash"))
        expect(0, ["objcopy -O binary", "st-flash --reset write", "0x08000000", elf], *dry, tools=("st-flash",))
        expect(1, ["openocd", "stlink-tools"], *dry)
expect(1, ["mps2_an386", "emulator"], "--board", "mps2_an386", "--dry-run", tools=("openocd",))
expect(1, ["no board 'nosuch'", "stm32f405"], "--board", "nosuch", "--dry-run", tools=("openocd",))
expect(1, ["--board"], "--dry-run", tools=("openocd",))
