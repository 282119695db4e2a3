#!/usr/bin/env python3
"""A wrong robot must not compile, and the compiler's first error must name the mistake and the row.

    check.py SOURCE -- COMPILER [FLAGS...]

SOURCE says in lines `// EXPECT: text` what the first error must contain; a SOURCE without such a line must compile. What is said
of a table's row is expected as `mistake, row 1 "name"`, of a name as `mistake, "name"` (lib/limb/table/error.hpp).

First error: with g++ all lines up to the first `error:`, for it prints the calls that led there before; with clang the first
`error:` and its notes. A text that starts with "limb: " is a sentence, and must be on the line that says `error:`.
"""
import re
import subprocess
import sys


def first_error(printed):
    lines = printed.splitlines()
    at = next((i for i, line in enumerate(lines) if re.search(r"\berror: ", line)), None)
    if at is None:
        return printed
    end = next((i for i in range(at + 1, len(lines)) if re.search(r"\b(error|warning): |: In |^In file included", lines[i])), len(lines))
    clang = any(re.search(r"\bnote: (in call to|candidate function) ", line) for line in lines[at:end])
    return "\n".join(lines[at:end] if clang else lines[:at + 1])


def of_tables(error):
    """what it says of a row or a name, as EXPECT has it"""
    texts = re.search(r'"([^"]*)"(?:\)|\[0\]).*?"(\w+): ', error)
    number = re.search(r"wrong_row<(\d+)>", error) or re.search(r"in call to 'refuse(?:<\d+>)?\((\d+),", error)
    if not texts:
        return ""
    return f'{texts[2]}, row {number[1]} "{texts[1]}"' if number else f'{texts[2]}, "{texts[1]}"'


def main():
    source, command = sys.argv[1], sys.argv[3:]
    with open(source) as file:
        expected = re.findall(r"^// EXPECT: (.*)$", file.read(), re.MULTILINE)
    run = subprocess.run([*command, "-fsyntax-only", source], capture_output=True, text=True)

    if not expected and run.returncode != 0:
        sys.exit(f"{source} must compile, but:\n{run.stderr}")
    if expected and run.returncode == 0:
        sys.exit(f"{source} compiled; expected: {', '.join(expected)}")
    first = first_error(run.stderr)
    said = first + "\n" + of_tables(first)
    line = next((line for line in first.splitlines() if "error:" in line), "")
    missing = [text for text in expected if text not in (line if text.startswith("limb: ") else said)]
    if missing:
        sys.exit(f"{source}: the first error lacks {', '.join(missing)}:\n{said}\n--- of\n{run.stderr}")


main()
