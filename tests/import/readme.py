#!/usr/bin/env python3
"""The commands at the top of tools/importer/README.md do what they say. Those for a board are tested by board.py."""
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
IMPORTER = [sys.executable, "-B", os.path.join(ROOT, "tools", "importer")]
README = os.path.join(ROOT, "tools", "importer", "README.md")


def main():
    with open(README) as file:
        text = file.read()
    block = re.search(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[1]
    commands = [line.split("#")[0].split() for line in block.splitlines()]
    mine = [command for command in commands if command[1] in ("import", "export") and "--run" not in command]
    if len(mine) < 3:
        sys.exit(f"{README} opens with too few commands")
    with tempfile.TemporaryDirectory() as folder:
        for command in mine:
            subprocess.run([*IMPORTER, *command[1:]], cwd=folder, check=True)
        refused = re.search(r"^(limb import: arm\.urdf:.*)$", text, re.MULTILINE)[1]
        with open(os.path.join(ROOT, "tests", "import", "bad", "inertia_breaks_triangle.urdf")) as file:
            bad = "".join(file.readlines()[1:])
        with open(os.path.join(folder, "arm.urdf"), "w") as file:
            file.write(bad)
        said = subprocess.run([*IMPORTER, "import", "arm.urdf"], cwd=folder, capture_output=True, text=True).stderr
        if refused not in said:
            sys.exit(f"{README} shows another refusal than\n{said}")


main()
