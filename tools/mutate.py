#!/usr/bin/env python3
"""Do the tests see a mistake? Puts the mistakes of tests/mutants into lib/, one at a time, and runs the quick host tests.

    tools/limb mutate [--only TEXT] [--jobs N] [--check]

A mutant is killed by the first test that fails: a law, a closed form, reference data, a static_assert of a test, or a sample
robot that limb refuses. One that no quick test kills survives; its line in tests/mutants says why that may be, or the run fails.
A mutant that does not compile for any other reason is no mutant, and the run fails likewise. tests/mutants/README.md says how
to add one. Results are kept in build/mutants and used again for what has not changed since.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.join(ROOT, "tools", "robot"))
import compiled  # noqa: E402

FOLDER = os.path.join(ROOT, "tests", "mutants")
BUILD = os.path.join(ROOT, "build", "mutants")
ENOUGH = 0.97  # of all mutants must be killed
LONGEST = 300  # s: what has not ended by then hangs

Mutant = collections.namedtuple("Mutant", "file name old new first survives")
Verdict = collections.namedtuple("Verdict", "killed by")  # killed: True, False, or None for what is no mutant


def read(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


def digest(*texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


# ---- the list

class WrongList(Exception):
    pass


def quick_tests():
    return [line for line in read("tests/mutants/quick.txt").split("\n") if line and not line.startswith("#")]


def parse(path):
    """`file:` and `first:` at the top; then for each mutant its name in brackets, - lines, + lines, `first:`, `survives:`."""
    mutants, file, first = [], None, []
    for number, line in enumerate(read(path).split("\n"), 1):
        word, _, rest = line.partition(":")
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            mutants.append({"name": line.strip("[]"), "old": [], "new": [], "first": None, "survives": ""})
        elif line[:1] in "-+" and line[1:2] in ("", " ") and mutants:
            mutants[-1]["old" if line[0] == "-" else "new"].append(line[2:])
        elif word == "file" and not mutants:
            file = rest.strip()
        elif word == "first":
            if mutants:
                mutants[-1]["first"] = rest.split()
            else:
                first = rest.split()
        elif word == "survives" and mutants:
            mutants[-1]["survives"] = rest.strip()
        else:
            raise WrongList(f"{path}:{number}: cannot read '{line}'")
    return [Mutant(file, m["name"], "\n".join(m["old"]), "\n".join(m["new"]), m["first"] or first, m["survives"]) for m in mutants]


def all_mutants():
    lists = sorted(name for name in os.listdir(FOLDER) if name.endswith(".txt") and name != "quick.txt")
    return [mutant for name in lists for mutant in parse(f"tests/mutants/{name}")]


def problems(mutants):
    """What is wrong with the list; a change of a header that a mutant no longer fits shows here."""
    found, names = [], set()
    quick = set(quick_tests())
    for m in mutants:
        here = f"{m.file}: [{m.name}]"
        times = read(m.file).count(m.old) if m.old else 0
        if times != 1:
            found.append(f"{here} no longer applies: its old text is there {times} times. Fit it to the header as it is now.\n    {m.old}")
        if m.old == m.new:
            found.append(f"{here} changes nothing")
        if (m.file, m.name) in names:
            found.append(f"{here} is there twice")
        names.add((m.file, m.name))
        found += [f"{here} first tries {test}, which tests/mutants/quick.txt does not have" for test in m.first if test not in quick]
    for test in sorted(quick):
        if not os.path.exists(os.path.join(ROOT, source_of(test))):
            found.append(f"tests/mutants/quick.txt: there is no {source_of(test)}")
    return found


# ---- the tests

def source_of(test):
    return f"tests/{test}.cpp" if test.startswith("rejects/") else f"tests/{test.split(':')[0]}.cpp"


def unity_folder():
    unpacked = os.path.join(ROOT, "build/deps/usr/share/cmock/vendor/unity/src")
    return os.environ.get("LIMB_UNITY_DIR") or unpacked


def command(overlay):
    """The compiler, as tests/CMakeLists.txt calls it on the host, but unoptimised: that is the quickest. What is in `overlay`
    comes before lib/."""
    compiler, *flags = compiled.command("g++")
    return ([compiler, *(["-I" + overlay] if overlay else []), *flags, "-O0", "-w", "-fmax-errors=20", "-I" + os.path.join(ROOT, "tests"),
             "-DLIMB_FORCE_INLINE=0", "-DLIMB_TEST_NUMBER=double"])


def unity_flags():
    return ["-I" + os.path.join(ROOT, "tests/support"), "-isystem", unity_folder(), "-DUNITY_INCLUDE_CONFIG_H"]


def definitions(test):
    """robot:tree15:looped is tests/robot.cpp for that robot, laid out in that form."""
    robot = (test.split(":") + ["automatic"])[1:3]
    return [f"-DLIMB_TEST_ROBOT={robot[0]}", f"-DLIMB_TEST_FORM={robot[1]}"] if ":" in test else []


class Interrupted(Exception):
    """A compiler or a test was ended from outside (Ctrl-C), so nothing is known."""


def finished(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, **more)
    if done.returncode in (-signal.SIGINT, -signal.SIGTERM) or "signal terminated program" in done.stderr:
        raise Interrupted
    return done


def slug(text):
    return re.sub(r"\W+", "_", text)


class Tests:
    """Compiles and runs tests, and remembers what came of it."""

    def __init__(self):
        os.makedirs(BUILD, exist_ok=True)
        self.lock = threading.Lock()
        self.memory_path = os.path.join(BUILD, "results.json")
        self.memory = {}
        if os.path.exists(self.memory_path):
            with open(self.memory_path) as file:
                self.memory = json.load(file)
        self.control_of = collections.defaultdict(threading.Lock)
        self.files_of = {}
        self.support = []
        for name, source in (("unity", os.path.join(unity_folder(), "unity.c")), ("output", "tests/support/unity_output.cpp"),
                             ("host", "port/host/host.cpp"), ("oracle", "tests/oracle/maximal_coordinates.cpp")):
            out = os.path.join(BUILD, f"{name}-{digest(read(source), *command(''))[:8]}.o")
            if not os.path.exists(out):
                subprocess.run(command("") + unity_flags() + ["-c", os.path.join(ROOT, source), "-o", out], check=True)
            self.support.append(out)

    def remember(self, key, value):
        with self.lock:
            self.memory[key] = value
            with open(self.memory_path + ".new", "w") as file:
                json.dump(self.memory, file)
            os.replace(self.memory_path + ".new", self.memory_path)

    def run(self, test, overlay, folder):
        """None when it passes; otherwise (killed, what it says), killed being None where the compiler does not understand."""
        os.makedirs(folder, exist_ok=True)
        if test.startswith("rejects/"):
            check = [sys.executable, "-B", os.path.join(ROOT, "tests/rejects/check.py"), os.path.join(ROOT, source_of(test)), "--"]
            done = finished(check + command(overlay))
            if done.returncode == 0:
                return None
            return (True, "it compiles, and must not") if " compiled; expected: " in done.stderr else judged(done.stderr)
        program = os.path.join(folder, "program")
        try:
            done = finished(command(overlay) + unity_flags() + definitions(test) + ["-c", os.path.join(ROOT, source_of(test)), "-o", program + ".o"])
        except subprocess.TimeoutExpired:
            return None, "the compiler does not end"
        if done.returncode != 0:
            return judged(done.stderr)
        subprocess.run(["g++", program + ".o", *self.support, "-o", program], check=True)
        try:
            done = finished([program], cwd=os.path.join(ROOT, "tests"), errors="replace")
        except subprocess.TimeoutExpired:
            return True, "it does not end"
        if done.returncode == 0:
            return None
        failed = re.search(r"^[^\n]*?:(\d+):([^\n:]+):FAIL", done.stdout, re.MULTILINE)
        return True, failed.group(2) if failed else f"it ends with {done.returncode}"

    def files(self, test):
        """The files that a test is made of."""
        with self.lock:
            if test not in self.files_of:
                done = subprocess.run(command("") + unity_flags() + definitions(test) + ["-MM", os.path.join(ROOT, source_of(test))],
                                      capture_output=True, text=True, check=True)
                named = [os.path.relpath(os.path.realpath(path), ROOT) for path in done.stdout.replace("\\\n", " ").split()[1:]]
                data = [f"tests/reference/{test.split(':')[1]}.bin"] if ":" in test else []
                self.files_of[test] = sorted(path for path in {*named, *data} if not path.startswith(("..", "build")))
            return self.files_of[test]

    def control(self, test):
        """A test must pass when nothing is wrong."""
        with self.lock:
            lock = self.control_of[test]
        with lock:
            key = self.key(test, self.files(test))
            if key in self.memory:
                return
            folder = os.path.join(BUILD, "control", slug(test))
            failed = self.run(test, "", folder)
            if failed:
                sys.exit(f"limb: the test {test} fails without any mutant: {failed[1]}")
            shutil.rmtree(folder)
            self.remember(key, None)

    def key(self, test, files):
        def content(path):
            try:
                with open(os.path.join(ROOT, path), "rb") as file:
                    return hashlib.sha256(file.read()).hexdigest()
            except OSError:
                return "absent"
        return digest(test, *command(""), *(path + content(path) for path in files))

    def on(self, mutant, test, folder):
        """What `run` says of the mutant, or what it said when everything was as it is now."""
        files = self.files(test)
        if mutant.file not in files:
            return None
        self.control(test)
        key = digest(self.key(test, files), mutant.file, mutant.old, mutant.new)
        with self.lock:
            if key in self.memory:
                return self.memory[key] and tuple(self.memory[key])
        overlay = os.path.join(folder, "lib")
        path = os.path.join(overlay, os.path.relpath(mutant.file, "lib"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(read(mutant.file).replace(mutant.old, mutant.new))
        found = self.run(test, overlay, folder)
        self.remember(key, found)
        return found


def judged(errors):
    """Why a mutant does not compile: a check that is there for that, or a slip of whoever wrote it."""
    assertion = re.search(r"tests/([\w/.]+:\d+):\d+: error: (?:static assertion failed|non-constant condition for static assertion)"
                          r"[^\n]*\n[^\n]*\| *static_assert\(([^\n]*)\);", errors)
    if assertion:
        return True, assertion.group(2)
    refusal = re.search(r"limb::error::(\w+)", errors)
    if refusal:
        return True, f"a sample robot is refused: {refusal.group(1)}"
    if "LeftOut" in errors:  # pose.hpp
        return True, "it does not compile where an angle is needed that was left out"
    lines = [line for line in errors.splitlines() if "error:" in line]
    return None, "it does not compile: " + (lines[0] if lines else errors[:200])


# ---- the run

def tried(tests, mutant):
    folder = os.path.join(BUILD, slug(mutant.file + " " + mutant.name))
    try:
        for test in list(dict.fromkeys(mutant.first + quick_tests())):
            found = tests.on(mutant, test, folder)
            if found:
                return Verdict(found[0], f"{test}: {found[1]}" if found[0] else found[1])
        return Verdict(False, mutant.survives)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def table(results):
    rows = collections.OrderedDict()
    for mutant, verdict in results:
        row = rows.setdefault(mutant.file, [0, 0])
        row[0] += 1
        row[1] += verdict.killed is True
    rows["all"] = [sum(column) for column in zip(*rows.values())]
    print(f"\n{'':34}  mutants   killed  survive")
    for file, (count, killed) in rows.items():
        print(f"{file:34}  {count:7}  {killed:7}  {count - killed:7}")
    return rows["all"]


def parser():
    options = argparse.ArgumentParser(prog="tools/limb mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", metavar="TEXT", default="", help="only mutants with TEXT in their file or name")
    options.add_argument("--jobs", metavar="N", type=int, default=os.cpu_count() or 1, help="how many at a time (default: one per processor)")
    options.add_argument("--check", action="store_true", help="only see whether the list fits the headers as they are")
    return options


def main():
    given = parser().parse_args()

    try:
        mutants = all_mutants()
    except WrongList as error:
        sys.exit(f"limb: {error}")
    wrong = problems(mutants)
    if wrong:
        sys.exit("\n".join(wrong))
    if given.check:
        print(f"{len(mutants)} mutants fit the headers")
        return
    chosen = [m for m in mutants if given.only in f"{m.file} {m.name}"]
    if not chosen:
        sys.exit(f"limb: no mutant has '{given.only}' in its file or name")

    tests, results = Tests(), []

    def one(mutant):
        start = time.monotonic()
        verdict = tried(tests, mutant)
        with tests.lock:
            results.append((mutant, verdict))
            what = {True: "killed by ", False: "SURVIVES ", None: "NO MUTANT: "}[verdict.killed] + verdict.by
            print(f"[{len(results):3}/{len(chosen)}] {time.monotonic() - start:5.1f} s  {mutant.file}: {mutant.name}: {what}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        try:
            for done in [pool.submit(one, mutant) for mutant in chosen]:
                done.result()
        finally:  # Ctrl-C does not wait for the rest
            pool.shutdown(cancel_futures=True)

    results.sort(key=lambda result: chosen.index(result[0]))
    count, killed = table(results)
    print(f"\n{killed} of {count} killed, {100 * killed / count:.1f} %")
    failed = killed < ENOUGH * count
    for mutant, verdict in results:
        if verdict.killed is None:
            print(f"no mutant: {mutant.file}: {mutant.name}: {verdict.by}")
            failed = True
        elif verdict.killed and mutant.survives:
            print(f"no longer survives, take its argument out: {mutant.file}: {mutant.name}")
            failed = True
        elif not verdict.killed:
            print(f"survives: {mutant.file}: {mutant.name}: {mutant.survives or 'nothing says why'}")
            failed = failed or not mutant.survives
    sys.exit(failed)


if __name__ == "__main__":
    try:
        main()
    except compiled.CompileError as error:
        sys.exit(f"mutate: {error}")
