#!/usr/bin/env python3
"""What ctest did, for tools/limb: `passed failed skipped`, then for each skipped test a line `name: reason`.

    count_tests.py REPORT    as `ctest --output-junit` writes it

A test that exits with its SKIP_RETURN_CODE is skipped, and the last line that it prints is the reason. Any other test that did not
run has failed.
"""
import os
import sys
import xml.etree.ElementTree


def main():
    tests = list(xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase")) if os.path.exists(sys.argv[1]) else []
    if not tests:
        sys.exit(f"{sys.argv[1]} tells of no test")
    passed, failed, skipped = 0, 0, []
    for test in tests:
        skip = test.find("skipped")
        if test.get("status") == "run":
            passed += 1
        elif skip is not None and skip.get("message", "").startswith("SKIP_"):
            said = (test.findtext("system-out") or "").strip().splitlines() or ["it does not say why"]
            skipped.append(f"{test.get('name')}: {said[-1].removeprefix('skipped: ')}")
        else:
            failed += 1
    print(passed, failed, len(skipped))
    print("\n".join(skipped), end="")


main()
