#!/usr/bin/env python3
"""tools/limb test: which stages it runs, what it counts, its last line; on a small project, on a machine with few programs.

    runner.py ROOT
"""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = sys.argv[1]
NEEDED = ("awk", "basename", "bash", "cat", "chmod", "cmake", "cp", "ctest", "cut", "date", "dirname", "env", "find", "grep", "head", "id", "mkdir",
          "mv", "ninja", "nproc", "python3", "rm", "sed", "sh", "sleep", "tail", "touch", "tr", "true", "false")
STUBS = ("g++", "gcc")  # the project has no sources
PROJECT = """cmake_minimum_required(VERSION 3.22)
project(few LANGUAGES NONE)
enable_testing()
add_test(NAME good COMMAND true)
add_test(NAME other COMMAND true)
"""
SKIPS = """add_test(NAME no_moon COMMAND sh -c "echo looking; echo 'skipped: there is no moon'; exit 77")
set_tests_properties(no_moon PROPERTIES SKIP_RETURN_CODE 77)
"""
FAILS = """add_test(NAME bad COMMAND false)
set_tests_properties(bad PROPERTIES FIXTURES_SETUP bad)
add_test(NAME needs_bad COMMAND true)
set_tests_properties(needs_bad PROPERTIES FIXTURES_REQUIRED bad)
add_test(NAME no_program COMMAND /nowhere/program)
"""
PRESETS = """{"version": 3,
 "configurePresets": [{"name": "host", "generator": "Ninja", "binaryDir": "${sourceDir}/build/${presetName}"},
                      {"name": "host-clang", "inherits": "host"}],
 "buildPresets": [{"name": "host", "configurePreset": "host"}, {"name": "host-clang", "configurePreset": "host-clang"}],
 "testPresets": [{"name": "host", "configurePreset": "host"}, {"name": "host-clang", "configurePreset": "host-clang"}]}
"""


def script(path, text):
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)


def limb(stage, tests="", apt=None):
    """exit code and lines of `tools/limb test --only STAGE`; `apt`: what a stand-in for apt-get does when told to install"""
    with tempfile.TemporaryDirectory() as folder:
        programs = os.path.join(folder, "programs")
        for name in (programs, os.path.join(folder, "tools"), os.path.join(folder, "build", "deps")):
            os.makedirs(name)
        for name in NEEDED:
            os.symlink(os.path.realpath(sys.executable) if name == "python3" else shutil.which(name), os.path.join(programs, name))
        for name in STUBS:
            script(os.path.join(programs, name), "")
        if apt:
            script(os.path.join(programs, "apt-get"), f'case "$*" in *" install "*|install*) cd {programs} && {apt};; esac\n')
            script(os.path.join(programs, "sudo"), 'exec "$@"\n')
        for name in ("limb", "count_tests.py"):
            shutil.copy(os.path.join(ROOT, "tools", name), os.path.join(folder, "tools"))
        open(os.path.join(folder, "build", "deps", "complete"), "w").close()  # ETL and Unity: none of our business here
        for name, text in {"CMakeLists.txt": PROJECT + tests, "CMakePresets.json": PRESETS}.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        done = subprocess.run([os.path.join(folder, "tools", "limb"), "test", "--only", stage], env={"PATH": programs, "HOME": folder},
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout.splitlines()


def expect(what, got, code, last, *lines):
    missing = [line for line in lines if line not in got[1]]
    if got[0] != code or not got[1] or got[1][-1] != last or missing:
        said = "\n".join(got[1])
        sys.exit(f"{what}: exit code {got[0]}, not {code}; the last line must be '{last}'; missing {missing} in:\n{said}")
    print(f"ok  {what}: {last}")


expect("all pass", limb("host"), 0, "2 passed, 0 failed")
expect("one is skipped", limb("host", SKIPS), 0, "2 passed, 0 failed, 1 skipped", "skipped: host no_moon: there is no moon")
expect("tests fail, or do not run", limb("host", FAILS + SKIPS), 1, "2 passed, 3 failed, 1 skipped", "skipped: host no_moon: there is no moon")
expect("a project that is broken", limb("host", "syntax error"), 1, "0 passed, 1 failed")
expect("no clang++", limb("host-clang"), 0, "0 passed, 0 failed, 1 skipped",
       "skipped: host-clang: there is no clang++ here (Debian: clang, libclang-rt-dev)")
expect("clang++ is installed first", limb("host-clang", apt="printf '#!/bin/sh\\n' >clang++ && chmod +x clang++"), 0, "2 passed, 0 failed")
expect("apt-get has no clang++", limb("host-clang", apt="false"), 0, "0 passed, 0 failed, 1 skipped", "limb: going on without clang")
