#!/usr/bin/env python3
"""Who may include whom, between the folders of limb.

    includes.py ROOT    exits non-zero and names every #include that breaks the rule

The rule first proves on samples that it can fail.
"""
import os
import re
import sys

# folder -> the folders of ours that it may include; std, ETL and the like are not ours and always allowed
ALLOWED = {
    "lib/limb": {"lib/limb"},
    "lib/robots": {"lib/robots", "lib/limb"},
    "lib/drive": {"lib/drive", "lib/limb"},
    "port": {"port"},
    "boards": {"boards", "lib/limb", "lib/robots", "lib/drive", "port"},
    "tests": {"tests", "lib/limb", "lib/robots", "lib/drive", "port"},
    "tools": {"tools", "lib/limb", "lib/robots", "lib/drive"},
}
SOURCES = (".hpp", ".cpp", ".h", ".c", ".in")


def folder_of(path):
    """The key of ALLOWED that a path from the root lies in, or None."""
    parts = path.split("/")
    for depth in (2, 1):
        if "/".join(parts[:depth]) in ALLOWED:
            return "/".join(parts[:depth])
    return None


def targets(root, path, name):
    """Where `#include "name"` in path may lead, as paths from the root: beside it, from the root, from lib/."""
    found = []
    for start in (os.path.dirname(path), "", "lib"):
        target = os.path.normpath(os.path.join(start, name))
        if os.path.exists(os.path.join(root, target)):
            found.append(target)
    return found[:1]


def mistakes_in(root, path, text):
    here = folder_of(path)
    found = []
    for name in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', text, re.MULTILINE):
        for target in targets(root, path, name):
            there = folder_of(target)
            if there is not None and there not in ALLOWED[here]:
                found.append(f"{path} includes {target}: {here} may include only {', '.join(sorted(ALLOWED[here]))}")
        if here == "lib/limb" and name in ("cstdio", "iostream", "vector", "string", "map", "memory", "functional"):
            found.append(f"{path} includes <{name}>, which allocates or prints")
    return found


def check_itself(root):
    bad = [("lib/limb/sample.hpp", '#include "robots/gimbal3.hpp"'), ("port/sample.hpp", '#include "limb/limb.hpp"'),
           ("lib/robots/sample.hpp", '# include "port/port.hpp"'), ("lib/limb/sample.hpp", "#include <vector>"),
           ("boards/sample.cpp", '#include "tests/support/unity_config.h"'),
           ("port/host/sample.cpp", '#include "../../lib/limb/limb.hpp"')]
    good = [("lib/robots/sample.hpp", '#include "limb/limb.hpp"'), ("tests/sample.cpp", '#include "port/port.hpp"'),
            ("lib/limb/sample.hpp", "#include <etl/array.h>")]
    for path, text in bad:
        if not mistakes_in(root, path, text):
            sys.exit(f"the check is blind: it let {path} write {text}")
    for path, text in good:
        if mistakes_in(root, path, text):
            sys.exit(f"the check is too strict: it did not let {path} write {text}")


def main():
    root = sys.argv[1]
    check_itself(root)
    found = []
    for top in sorted({folder.split("/")[0] for folder in ALLOWED}):
        for parent, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(parent, name), root)
                if name.endswith(SOURCES) and folder_of(path):
                    with open(os.path.join(root, path)) as file:
                        found += mistakes_in(root, path, file.read())
    if found:
        sys.exit("\n".join(found))


main()
