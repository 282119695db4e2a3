"""Programs that tools/limb starts: how far they are, and that none outlives it."""
import collections
import os
import re
import signal
import subprocess
import sys
import time

from cli.paths import ROOT, Trouble, shown

PROGRESS = re.compile(rb"^\[?[ \d]+/\d+\]? ", re.MULTILINE)  # [3/45] of ninja, 3/45 of ctest


class Stopped(KeyboardInterrupt):
    """By Ctrl-C or SIGTERM"""

    def __init__(self, number):
        super().__init__()
        self.exit_code = 128 + number


def descendants():
    """the processes that this one started, and theirs, but for those that went off into a session of their own, as a browser does; none
    where there is no /proc"""
    session = os.getsid(0)
    children = collections.defaultdict(list)
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    state, parent, _, its_session = file.read().rpartition(b")")[2].split()[:4]
            except OSError:  # it has ended
                continue
            if state != b"Z" and int(its_session) == session:
                children[int(parent)].append(int(name))
    found = [os.getpid()]
    for pid in found:
        found += children[pid]
    return found[1:]


def send(number):
    for pid in descendants():
        try:
            os.kill(pid, number)
        except OSError:  # it has ended, or is root's
            pass


def end_children_on_signals():
    def stop(number, _):
        send(signal.SIGTERM)
        raise Stopped(number)
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:  # as in the background of a script
            signal.signal(number, stop)


def end_children():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    send(signal.SIGTERM)
    end = time.monotonic() + 2
    while descendants() and time.monotonic() < end:
        time.sleep(0.05)
    send(signal.SIGKILL)


def run(*command, cwd=ROOT, **more):
    """exit code"""
    sys.stdout.flush()
    try:
        return subprocess.run(command, cwd=cwd, **more).returncode
    except OSError as error:
        raise Trouble(f"{command[0]} does not run: {error.strerror}") from None


def output(*command, cwd=ROOT):
    """what it prints; nothing where it fails or is not there"""
    try:
        done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except OSError:
        return ""
    return done.stdout if done.returncode == 0 else ""


def watched(label, log, *command):
    """exit code of a command whose words go into a log; meanwhile how far it is: on a terminal one line that changes, elsewhere
    a line now and then"""
    os.makedirs(os.path.dirname(log), exist_ok=True)
    on_terminal = sys.stdout.isatty()
    last, following = "", time.monotonic() + 30
    with open(log, "ab") as out:
        running = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
    while True:
        try:
            running.wait(0.5)
            break
        except subprocess.TimeoutExpired:
            pass
        with open(log, "rb") as file:
            steps = PROGRESS.findall(file.read())
        done = steps[-1].decode().strip(" []").replace(" ", "") if steps else ""
        if on_terminal:
            print(f"\r\033[K{label} {done}", end="", flush=True)
        elif time.monotonic() >= following and done != last:
            print(f"{label} {done}", flush=True)
            last, following = done, time.monotonic() + 30
    if on_terminal:
        print("\r\033[K", end="", flush=True)
    return running.returncode


def what_went_wrong(log):
    """of a build's log"""
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    found = [i for i, line in enumerate(lines) if re.search("^FAILED:|^CMake Error|^ninja: error|error:", line)][:5]
    chosen = sorted({k for i in found for k in range(i, min(i + 13, len(lines)))}) or range(max(0, len(lines) - 20), len(lines))
    return "\n".join([*(lines[k][:300] for k in chosen), f"(all of it: {shown(log)})"])
