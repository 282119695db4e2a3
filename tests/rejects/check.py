#!/usr/bin/env python3
"""A wrong robot must not compile, and the message must name the mistake and the row.

    check.py SOURCE -- COMPILER [FLAGS...]

SOURCE says in lines `// EXPECT: text` what the compiler's errors must contain; a text that starts with "limb: " is a sentence, and
must be in the first of them. A SOURCE without such a line must compile.
"""
import re
import subprocess
import sys


def main():
    source, command = sys.argv[1], sys.argv[3:]
    with open(source) as file:
        expected = re.findall(r"^// EXPECT: (.*)$", file.read(), re.MULTILINE)
    run = subprocess.run([*command, "-fsyntax-only", source], capture_output=True, text=True)
    # clang writes mistake<1>, g++ writes mistake() [with int row = 1]
    errors = re.sub(r"(\w+)\(\) \[with [^=\]]* = (\d+)\w*\]", r"\1<\2>", run.stderr)

    if not expected and run.returncode != 0:
        sys.exit(f"{source} must compile, but:\n{run.stderr}")
    if expected and run.returncode == 0:
        sys.exit(f"{source} compiled; expected: {', '.join(expected)}")
    first = next((line for line in errors.splitlines() if "error:" in line), "")
    missing = [text for text in expected if text not in (first if text.startswith("limb: ") else errors)]
    if missing:
        sys.exit(f"{source}: the errors (or the first of them) lack {', '.join(missing)}:\n{run.stderr}")


main()
