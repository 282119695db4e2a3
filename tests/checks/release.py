#!/usr/bin/env python3
"""CMakeLists.txt, lib/limb/version.hpp, CHANGELOG.md and README.md speak of one release.

    release.py ROOT

The newest heading of CHANGELOG.md is that of project(VERSION), `## 0.1.0, not yet released` or with its day; README.md's GIT_TAG is
the newest release that has a day, or main if none has. The rules first prove on samples that they can fail.
"""
import os
import re
import sys

PAGES = {"cmake": "CMakeLists.txt", "header": "lib/limb/version.hpp", "changes": "CHANGELOG.md", "readme": "README.md"}


def mistakes(cmake, header, changes, readme):
    version = re.search(r"^project\(limb VERSION (\d+\.\d+\.\d+) ", cmake, re.MULTILINE)[1]
    major, minor, patch = (int(number) for number in version.split("."))
    headings = re.findall(r"^## (.*)$", changes, re.MULTILINE)
    entries = [re.fullmatch(r"(\d+\.\d+\.\d+), (not yet released|\d{4}-\d\d-\d\d)", heading) for heading in headings]
    if not entries or None in entries:
        return [f"CHANGELOG.md: a heading is `## 0.1.0, 2026-01-31` or `## 0.1.0, not yet released`, not one of {headings}"]
    found = []
    if entries[0][1] != version:
        found.append(f"CHANGELOG.md starts with {entries[0][1]}, CMakeLists.txt says {version}")
    if any(entry[2] == "not yet released" for entry in entries[1:]):
        found.append("CHANGELOG.md: only the first heading may be not yet released")
    number = re.search(r"^#define LIMB_VERSION +(\d+) ", header, re.MULTILINE)
    if not number or int(number[1]) != 10000 * major + 100 * minor + patch:
        found.append(f"version.hpp: LIMB_VERSION is not that of {version}")
    if not re.search(rf'^#define LIMB_VERSION_TEXT "{re.escape(version)}" ', header, re.MULTILINE):
        found.append(f"version.hpp: LIMB_VERSION_TEXT is not {version}")
    released = next((f"v{entry[1]}" for entry in entries if entry[2] != "not yet released"), "main")
    tags = re.findall(r"GIT_TAG (\S+?)\)", readme)
    if tags != [released]:
        found.append(f"README.md: GIT_TAG is {tags}, not {released}")
    return found


def check_itself():
    good = {"cmake": "project(limb VERSION 1.2.3 LANGUAGES CXX)", "header": '#define LIMB_VERSION      10203 // \n#define LIMB_VERSION_TEXT "1.2.3" //\n',
            "changes": "## 1.2.3, not yet released\n## 1.2.2, 2026-01-31\n", "readme": "GIT_TAG v1.2.2)"}
    wrong = [("cmake", "1.2.3", "1.2.4"), ("header", "10203", "10202"), ("header", '"1.2.3"', '"1.2.2"'), ("changes", "1.2.3", "1.2.2"),
             ("changes", ", 2026-01-31", ""), ("changes", "2026-01-31", "not yet released"), ("changes", "not yet released", "2026-02-01"),
             ("readme", "v1.2.2", "main"), ("readme", "GIT_TAG v1.2.2", "")]
    if mistakes(**good):
        sys.exit(f"the rules are too strict: {mistakes(**good)}")
    for page, old, new in wrong:
        if not mistakes(**{**good, page: good[page].replace(old, new)}):
            sys.exit(f"the rules are blind to {new} for {old} in {PAGES[page]}")


def main():
    check_itself()
    texts = {}
    for name, path in PAGES.items():
        with open(os.path.join(sys.argv[1], path)) as file:
            texts[name] = file.read()
    sys.exit("\n".join(mistakes(**texts)) or 0)


main()
