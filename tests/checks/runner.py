#!/usr/bin/env python3
"""What tools/limb promises whoever calls it: help, mistakes, installing first, stages, the closing line, Ctrl-C.

    runner.py ROOT

On a small project, on machines with few programs: nothing real is built or installed.
"""
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(sys.argv[1])
ALWAYS = ("bash", "dirname", "readlink", "sh")  # and a Python
TO_BUILD = ("cmake", "ctest", "ninja", "sleep", "true", "false", "touch", "chmod")
STUBS = ("g++", "gcc", "qemu-system-arm")  # the project has no sources
PROJECT = """cmake_minimum_required(VERSION 3.22)
project(few LANGUAGES NONE)
enable_testing()
message("launched by '$ENV{CMAKE_CXX_COMPILER_LAUNCHER}'")
add_custom_command(OUTPUT made COMMAND sleep 0.2 COMMAND touch made)
add_custom_target(quick ALL DEPENDS made)
add_test(NAME good COMMAND true)
add_test(NAME slow COMMAND sleep 0.4)
set_tests_properties(good PROPERTIES LABELS quick)
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
WAITS = 'add_test(NAME waits COMMAND sh -c "echo $$ >pid; exec sleep 60")\n'
BUILD_WAITS = 'add_custom_target(waits ALL COMMAND sh -c "echo $$$$ >pid; exec sleep 60")\n'


STAGES = ("host", "host-clang", "host-sanitize", "emulated")
PRESETS = json.dumps({"version": 3,
                      "configurePresets": [{"name": name, "generator": "Ninja", "binaryDir": "${sourceDir}/build/" + name} for name in STAGES],
                      **{kind: [{"name": name, "configurePreset": name} for name in STAGES] for kind in ("buildPresets", "testPresets")}})


def script(path, text):
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)


class Machine:
    """A folder with programs that are all there is, and in it the project"""

    def __init__(self, folder, tests="", apt=None, programs=TO_BUILD, stubs=STUBS, python=None, etl=True, only_cli=True):
        self.folder, self.programs = folder, os.path.join(folder, "programs")
        self.limb = os.path.join(folder, "tools", "limb") if only_cli else os.path.join(ROOT, "tools", "limb")
        os.mkdir(self.programs)
        for name in (*ALWAYS, *programs):
            os.symlink(shutil.which(name), os.path.join(self.programs, name))
        # without the packages of its site: no lxml, no numpy
        script(os.path.join(self.programs, "python3"), f'exec {python or os.path.realpath(sys.executable) + " -S"} "$@"\n')
        for name in stubs:
            self.add(name)
        self.add("arm-none-eabi-g++", 'case "$*" in -print*) echo /there;; *-E*) echo there;; esac\n')
        if apt:  # what it does when told to install; all else it is told is remembered, too
            self.add("apt-get", f'echo "$*" >>{folder}/apt\ncase "$*" in *" install "*|install*) cd {self.programs} && {apt};; esac\n')
            self.add("sudo", 'exec "$@"\n')
            os.symlink(shutil.which("env"), os.path.join(self.programs, "env"))
        if only_cli:
            shutil.copytree(os.path.join(ROOT, "tools", "cli"), os.path.join(folder, "tools", "cli"), ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(os.path.join(ROOT, "tools", "limb"), self.limb)
            os.makedirs(os.path.join(folder, "build", "deps"))
            os.mkdir(os.path.join(folder, "tools", "lxml"))  # as if Python had it
            if etl:
                open(os.path.join(folder, "build", "deps", "complete"), "w").close()
        self.write("CMakeLists.txt", PROJECT + tests)
        self.write("CMakePresets.json", PRESETS)

    def add(self, name, text=""):
        script(os.path.join(self.programs, name), text)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def start(self, *words, limb=None, cwd=None):
        return subprocess.Popen([limb or self.limb, *words], env={"PATH": self.programs, "HOME": self.folder}, cwd=cwd or self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)

    def run(self, *words, **more):
        """exit code and lines"""
        with self.start(*words, **more) as running:
            text = running.communicate(timeout=120)[0]
            return running.returncode, text.splitlines()


@contextlib.contextmanager
def machine(*arguments, **more):
    with tempfile.TemporaryDirectory() as folder:
        yield Machine(folder, *arguments, **more)


def expect(what, got, code, last, *lines, nowhere=()):
    """the last line is this, these lines are among the others, and those texts in none"""
    missing = [line for line in lines if line not in got[1]]
    wrong = [text for text in ("Traceback", *nowhere) if any(text in line for line in got[1])]
    if got[0] != code or not got[1] or got[1][-1] != last or missing or wrong:
        said = "\n".join(got[1])
        sys.exit(f"{what}: exit code {got[0]}, not {code}; the last line must be '{last}'; missing {missing}, too much {wrong} in:\n{said}")
    print(f"ok  {what}: {last}")


def demand(true, what, got):
    if not true:
        sys.exit(f"{what}; not so in:\n{got}")


# ---- what it says ---------------------------------------------------------------------------------------------------


def check_words():
    with machine(programs=(), stubs=(), apt="touch /nowhere", only_cli=False) as here:
        commands = re.findall(r"^  (\w+) ", "\n".join(here.run()[1]), re.MULTILINE)
        demand(len(commands) > 15 and here.run() == here.run("help") == here.run("--help") == here.run("-h"), "help lists the commands", here.run())
        for command in commands:
            for words in ([command, "--help"], [command, "-h"], ["help", command]):
                code, lines = here.run(*words)
                shown = code == 0 and lines[0].startswith(f"usage: tools/limb {command} [-h]")
                demand(shown, f"{' '.join(words)} shows its options", "\n".join(lines))
            said = f"limb: {command}: unknown option '--nonsense' (tools/limb {command} --help)"
            expect(command, here.run(command, "--nonsense", "--help"), 2, said)
        demand(not os.path.exists(os.path.join(here.folder, "apt")), "help and mistakes install nothing", "apt")
        expect("a command that is nearly one", here.run("tset"), 1, "limb: unknown command 'tset'; did you mean test? (tools/limb help)")
        for words, meant in ((("test", "--onyl", "host"), "--only"), (("cost", "--algoritm=x"), "--algorithm"), (("import", "--repiar"), "--repair"),
                             (("hil", "--sceanrio", "hold"), "--scenario")):
            wrong = next(word for word in words if word.startswith("--"))
            expect("an option that is nearly one", here.run(*words), 2,
                   f"limb: {words[0]}: unknown option '{wrong}'; did you mean {meant}? (tools/limb {words[0]} --help)")
        expect("a stage that is nearly one", here.run("test", "--only", "hots"), 2, "limb: test: argument --only: 'hots' is no stage; "
               "there are: host host-clang host-sanitize emulated; did you mean host? (tools/limb test --help)")
        release = re.search(r"project\(limb VERSION (\S+)", open(os.path.join(ROOT, "CMakeLists.txt")).read())[1]
        expect("version", here.run("--version"), 0, f"limb {release}")
        os.symlink(here.limb, os.path.join(here.folder, "elsewhere"))
        expect("by a symbolic link", here.run("--version", limb="./elsewhere"), 0, f"limb {release}")
        check_completion(here, commands)
        code, lines = here.run("package", "zephyr", "-o", "package")
        demand(code == 0 and os.path.exists(os.path.join(here.folder, "package", "README.md")), "package needs nothing", "\n".join(lines))
    check_names_of_hil()


def check_completion(here, commands):
    asked = 'eval "$("$0" completion bash)"; COMP_WORDS=(limb "$@"); COMP_CWORD=$#; _limb; echo "${COMPREPLY[*]}"'
    for words, wanted in ((["te"], "test"), (["test", "--o"], "--only"), (["test", "--only", "em"], "emulated"), (["view", "--no"], "--no-open"),
                          (["build", "host-c"], "host-clang"), (["package", "z"], "zephyr"), (["hil", "--plant", ""], "limb mujoco"),
                          ([""], " ".join([*commands, "--help", "--version"]))):
        said = subprocess.run(["bash", "-c", asked, here.limb, *words], env={"PATH": here.programs}, stdout=subprocess.PIPE, text=True).stdout
        demand(said.strip() == wanted, f"{words} is completed to {wanted}", said)


def check_names_of_hil():
    """the runner's own list may not differ"""
    with open(os.path.join(ROOT, "tools", "hil", "run_impl.hpp")) as file:
        lists = re.findall(r"inline constexpr \w+Choice \w+\[\] = \{(.*?)\};", file.read(), re.DOTALL)
    said = subprocess.run([os.path.join(ROOT, "tools", "limb"), "completion", "bash"], stdout=subprocess.PIPE, text=True).stdout
    for text, option in zip(lists, ("controller", "scenario")):
        names = " ".join(re.findall(r'\{"(\w+)"', text))
        demand(f'"hil --{option}") words="{names}"' in said, f"hil --{option} knows {names}", said)


# ---- what it installs -----------------------------------------------------------------------------------------------

CLANG = "printf '#!/bin/sh\\n' >clang++ && chmod +x clang++"


def check_installing():
    no_clang = "skipped: host-clang: there is no clang++ here (Debian: clang, libclang-rt-dev)"
    with machine() as here:
        expect("no clang++", here.run("test", "--only", "host-clang"), 0, "0 passed, 0 failed, 1 skipped", no_clang)
    with machine(apt=CLANG) as here:
        expect("clang++ is installed first", here.run("test", "--only", "host-clang"), 0, "2 passed, 0 failed")
    with machine(apt=CLANG) as here:
        expect("also before all stages", here.run("test"), 0, "8 passed, 0 failed", nowhere=["no clang++"])
    with machine(apt="false") as here:
        expect("apt-get has no clang++", here.run("test", "--only", "host-clang"), 0, "0 passed, 0 failed, 1 skipped", "limb: going on without clang")
    with machine(apt="false", stubs=["gcc"]) as here:
        expect("apt-get has no compiler", here.run("test", "--only", "host"), 1,
               "limb: apt-get did not install g++; what it says is above. Without network install them from elsewhere, and run this again.")
    with machine(stubs=["gcc"]) as here:
        expect("nothing installs", here.run("build", "host"), 1,
               "limb: missing: g++ (Debian's names). Install them with this system's package manager and run this again.")
    with machine(etl=False) as here:
        code, lines = here.run("test", "--only", "host")
        demand(code == 1 and "LIMB_ETL_DIR" in lines[-1], "without network it says what to set", "\n".join(lines))
    python = next((python for python in (sys.executable, "/usr/bin/python3")
                   if subprocess.run([python, "-c", "import lxml"], stderr=subprocess.DEVNULL).returncode == 0), None)
    if python:
        with machine(programs=(), stubs=(), python=os.path.realpath(python), only_cli=False) as here:
            code, lines = here.run("import", os.path.join(ROOT, "tests", "import", "hand.urdf"), "-o", "hand.hpp")
            demand(code == 0 and os.path.exists(os.path.join(here.folder, "hand.hpp")), "import needs no compiler", "\n".join(lines))


# ---- what it runs ---------------------------------------------------------------------------------------------------


def check_stages():
    with machine() as here:
        got = here.run("test", "--only", "host")
        expect("all pass", got, 0, "2 passed, 0 failed")
        slowest = got[1][got[1].index("slowest:") + 1:-1]
        demand([line.split()[2:] for line in slowest] == [["host", "test", "slow"], ["host", "make", "made"], ["host", "test", "good"]],
               "the slowest steps are listed, slowest first", "\n".join(got[1]))
        expect("what was built before is none of this run's", here.run("test", "--only", "host"), 0, "2 passed, 0 failed", nowhere=["make made"])
        expect("the quick tests", here.run("test", "--quick"), 0, "1 passed, 0 failed", nowhere=["slow "])
    with machine(SKIPS) as here:
        got = here.run("test", "--only", "host")
        expect("one is skipped", got, 0, "2 passed, 0 failed, 1 skipped", "skipped: host no_moon: there is no moon")
        demand(got[1].index("slowest:") < got[1].index("skipped: host no_moon: there is no moon"), "skipped ones come after the slowest", got[1])
    with machine(FAILS + SKIPS) as here:
        expect("tests fail, or do not run", here.run("test", "--only", "host"), 1, "2 passed, 3 failed, 1 skipped",
               "skipped: host no_moon: there is no moon")
    with machine("syntax error") as here:
        elsewhere, link = os.path.join(here.folder, "a folder"), os.path.join(here.folder, "link")
        os.mkdir(elsewhere)
        os.symlink("tools/limb", link)
        got = here.run("test", "--only", "host", limb="../link", cwd=elsewhere)
        expect("a project that is broken", got, 1, "0 passed, 1 failed")
        path = next(re.fullmatch(r"\(all of it: (.*)\)", line) for line in got[1] if "all of it" in line)[1]
        demand(os.path.exists(os.path.join(elsewhere, path)), "paths lead from where one stands", path)
    with machine(stubs=(*STUBS, "ccache")) as here:
        here.run("test", "--only", "host")
        with open(os.path.join(here.folder, "build", "logs", "host.log")) as file:
            demand("launched by 'ccache'" in file.read(), "ccache is used where it is", "")


def check_end(what, tests, number, code):
    with machine(tests) as here:
        running = here.start("test", "--only", "host")
        path = os.path.join(here.folder, "build", "host", "pid")
        while not os.path.exists(path) or not os.path.getsize(path):
            demand(running.poll() is None, f"{what}: it starts", running.poll() is None or running.stdout.read())
            time.sleep(0.05)
        with open(path) as file:
            child = int(file.read())
        os.kill(running.pid, number)  # not to its group, as a terminal would
        said = running.communicate(timeout=20)[0]
        demand(running.returncode == code and "Traceback" not in said, f"{what} ends it with {code}, not {running.returncode}", said)
        end = time.monotonic() + 5  # it may wait for whoever adopted it
        while os.path.exists(f"/proc/{child}") and time.monotonic() < end:
            time.sleep(0.05)
        demand(not os.path.exists(f"/proc/{child}"), f"{what} ends what it has started", said)
        print(f"ok  {what}")


signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a script it is ignored, also by what that starts
check_words()
check_installing()
check_stages()
check_end("Ctrl-C in a test", WAITS, signal.SIGINT, 130)
check_end("Ctrl-C in a build", BUILD_WAITS, signal.SIGINT, 130)
check_end("SIGTERM in a test", WAITS, signal.SIGTERM, 143)
