#!/usr/bin/env python3
"""limb works in a user's project: a copy of this folder, outside the tree, is built against limb.

    check.py subdirectory|fetch|package LIMB_SOURCE [CMAKE_OPTIONS...]

`package` installs limb first. The programs are run, unless they were built for another machine. limb's flags reach the sources that
call sweeps, and no others.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout}")


def check_flags(build):
    with open(os.path.join(build, "compile_commands.json")) as file:
        commands = {os.path.basename(entry["file"]): entry["command"] for entry in json.load(file)}
    for source, has_flags in {"main.cpp": True, "dynamics.cpp": True, "split.cpp": False}.items():
        for flag in ("-ffp-contract=off", "-fconstexpr-"):
            if (flag in commands[source]) != has_flags:
                sys.exit(f"{source} must {'' if has_flags else 'not '}be compiled with {flag}: {commands[source]}")


def main():
    way, limb, options = sys.argv[1], sys.argv[2], ["-G", "Ninja", *sys.argv[3:]]
    with tempfile.TemporaryDirectory() as folder:
        project, build, prefix = (os.path.join(folder, name) for name in ("project", "build", "prefix"))
        shutil.copytree(os.path.dirname(os.path.abspath(__file__)), project)
        if way == "package":
            run("cmake", "-S", limb, "-B", os.path.join(folder, "limb"), "-DLIMB_TESTS=OFF", *options)
            run("cmake", "--install", os.path.join(folder, "limb"), "--prefix", prefix)
        run("cmake", "-S", project, "-B", build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", f"-DLIMB_BY={way}", f"-DLIMB_SOURCE={limb}",
            f"-DCMAKE_PREFIX_PATH={prefix}", *options)
        run("cmake", "--build", build)
        check_flags(build)
        for name in ("consumer", "split"):
            program = os.path.join(build, name)
            if os.path.exists(program):
                run(program)
            elif not os.path.exists(program + ".elf"):
                sys.exit(f"the build made neither {name} nor {name}.elf")


main()
