#!/usr/bin/env python3
"""The table of lib/docs/fault_codes.md is that of lib/drive/fault.hpp, code by code.

    fault_page.py fault.hpp fault_codes.md    exits non-zero and prints the table that should be there
"""
import re
import sys

ENDS = {"nothing": "", "reset": "`fault_reset`", "hello_then_reset": "the right hello, then `fault_reset`", "arm_or_reset": "`arm` or `fault_reset`"}


def table(header):
    codes = dict(re.findall(r"^    (\w+) = (\d+),$", header, re.MULTILINE))
    rules = re.findall(r'\{Fault::(\w+),\s*"(\w+)",\s*"([^"]*)",\s*(true|false),\s*Recovery::(\w+)\}', header)
    if not rules or [name for name, *_ in rules] != list(codes) or any(name != said for name, said, *_ in rules):
        sys.exit("the enum and the rules of fault.hpp do not name the same faults in the same order")
    lines = ["| code | name | cause | safe action | ends by |", "|---|---|---|---|---|"]
    for name, _, cause, safe, recovery in rules[1:]:  # 0 is none
        cause = cause.replace("|", "\\|")
        lines.append(f"| {codes[name]} | `{name}` | {cause} | {'in the same tick' if safe == 'true' else 'disarmed anyway'} | {ENDS[recovery]} |")
    return lines


def main():
    with open(sys.argv[1]) as header, open(sys.argv[2]) as page:
        wanted = table(header.read())
        said = [line for line in page.read().splitlines() if line.startswith("|")]
    if said != wanted:
        print("\n".join(wanted))
        sys.exit(f"{sys.argv[2]} should have this table")


main()
