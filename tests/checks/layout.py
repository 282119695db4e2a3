#!/usr/bin/env python3
"""How C++ is laid out.

    layout.py by-hand ROOT                    lib/limb and tests: no tab, no blank at the end of a line, a newline at the end of the
                                              file; in lib/limb 140 columns at most, unless a string is in the line
    layout.py by-tool ROOT [CLANG_FORMAT]     the rest is as clang-format 14 lays it out (.clang-format); 77: there is no such tool.
                                              Others break lines elsewhere: bookworm's is the one that counts

The rules first prove on samples that they can fail.
"""
import os
import re
import shutil
import subprocess
import sys

BY_HAND = ("lib/limb", "tests")
BY_TOOL = ("lib/drive", "lib/robots", "port", "boards", "tools")
WIDTH = 140
SKIPPED = 77
VERSION = 14


def sources(root, folders):
    for folder in folders:
        for parent, below, names in os.walk(os.path.join(root, folder)):
            below[:] = sorted(name for name in below if name != "node_modules")
            for name in sorted(names):
                if name.endswith((".hpp", ".cpp")):
                    yield os.path.relpath(os.path.join(parent, name), root)


def mistakes_in(path, text):
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if "\t" in line:
            found.append(f"{path}:{number}: a tab")
        if line != line.rstrip():
            found.append(f"{path}:{number}: a blank at the end of the line")
        if path.startswith("lib/limb/") and len(line) > WIDTH and '"' not in line:
            found.append(f"{path}:{number}: {len(line)} columns, at most {WIDTH}")
    if not text.endswith("\n") or text.endswith("\n\n"):
        found.append(f"{path}: one newline at the end of the file")
    return found


def by_hand(root):
    long = "x" * (WIDTH + 1)
    for bad in ("\tint a;\n", "int a; \n", "int a;", "int a;\n\n", f"{long}\n"):
        if not mistakes_in("lib/limb/sample.hpp", bad):
            sys.exit(f"the check is blind to {bad!r}")
    for path, good in (("lib/limb/sample.hpp", f'int a;\nauto b = "{long}";\n'), ("tests/sample.cpp", f"{long}\n")):
        if mistakes_in(path, good):
            sys.exit(f"the check is too strict with {path}: {good!r}")
    found = []
    for path in sources(root, BY_HAND):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            found += mistakes_in(path, file.read())
    return found


def by_tool(root, tool):
    def complaints(*arguments, text=None):
        run = subprocess.run([tool, "--dry-run", "-Werror", *arguments], cwd=root, input=text, capture_output=True, text=True)
        lines = re.findall(r"^(.*?:\d+):\d+: error:", run.stderr, re.MULTILINE)
        return lines or ([run.stderr.strip() or f"{tool}: exit code {run.returncode}"] if run.returncode else [])
    if complaints("--assume-filename=lib/drive/sample.hpp", text="int a = 1;\n") or not complaints(
            "--assume-filename=lib/drive/sample.hpp", text="int a=1;\n"):
        sys.exit("the check is blind, or too strict: " + "\n".join(complaints("--assume-filename=lib/drive/sample.hpp", text="int a = 1;\n")))
    found = complaints(*sources(root, BY_TOOL))
    return [f"{place}: not as clang-format has it; `clang-format -i` does it" for place in sorted(set(found))]


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("by-hand", "by-tool"):
        sys.exit(__doc__)
    root = sys.argv[2]
    if sys.argv[1] == "by-hand":
        found = by_hand(root)
    else:
        tool = shutil.which(sys.argv[3] if len(sys.argv) > 3 else "clang-format")
        said = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout if tool else "nothing of that name"
        if not re.search(rf"version {VERSION}\.", said):
            print(f"skipped: clang-format {VERSION} is wanted, there is {said.strip()}")
            sys.exit(SKIPPED)
        found = by_tool(root, tool)
    if found:
        sys.exit("\n".join(found))


main()
