#!/usr/bin/env python3
"""limb works in a user's project: a copy of this folder, outside the tree, is built against limb.

    check.py subdirectory|fetch|package LIMB_SOURCE [CMAKE_OPTIONS...]

`package` installs limb first. The program is run, unless it was built for another machine.
"""
import os
import shutil
import subprocess
import sys
import tempfile


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout}")


def main():
    way, limb, options = sys.argv[1], sys.argv[2], ["-G", "Ninja", *sys.argv[3:]]
    with tempfile.TemporaryDirectory() as folder:
        project, build, prefix = (os.path.join(folder, name) for name in ("project", "build", "prefix"))
        shutil.copytree(os.path.dirname(os.path.abspath(__file__)), project)
        if way == "package":
            run("cmake", "-S", limb, "-B", os.path.join(folder, "limb"), "-DLIMB_TESTS=OFF", *options)
            run("cmake", "--install", os.path.join(folder, "limb"), "--prefix", prefix)
        run("cmake", "-S", project, "-B", build, f"-DLIMB_BY={way}", f"-DLIMB_SOURCE={limb}",
            f"-DCMAKE_PREFIX_PATH={prefix}", *options)
        run("cmake", "--build", build)
        program = os.path.join(build, "consumer")
        if os.path.exists(program):
            run(program)
        elif not os.path.exists(program + ".elf"):
            sys.exit("the build made neither consumer nor consumer.elf")


main()
