#!/usr/bin/env python3
"""Tables fitted to logs (tools/limb identify): machines whose masses are off are found, and impossible ones refused.

    identify.py RUNNER COMPILER...   RUNNER: tools/hil's; COMPILER: a command that takes a source

Exits with 77, which ctest takes as skipped, where no Python has numpy.
"""
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(1, os.path.join(ROOT, "tools", "robot"))
from robot import Robot  # noqa: E402

RUNNER, *COMPILER = sys.argv[1:]
FOLDER = tempfile.TemporaryDirectory()


def python_with_numpy():
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode == 0:
            return python
    print("skipped: no Python has numpy (Debian: python3-numpy)")
    sys.exit(77)


PYTHON = python_with_numpy()


def demand(what, good):
    print(f"{'ok ' if good else 'BAD'} {what}", flush=True)
    if not good:
        demand.failed = True


demand.failed = False


def drive(name, robot, *options):
    """a run on the host; the stem of its files"""
    out = os.path.join(FOLDER.name, name)
    subprocess.run([RUNNER, "run", "--robot", robot, "--board", "host", "--out", out, *options], check=True,
                   stdout=subprocess.DEVNULL)
    return out


def identify(robot, log, *options):
    """exit code, figures, and what was said; robot None: that of the log"""
    figures = os.path.join(FOLDER.name, "figures.json")
    result = subprocess.run([PYTHON, "-B", os.path.join(ROOT, "tools/identify/identify.py"), log, *(["--robot", robot] if robot else []),
                             "--json", figures, *options], capture_output=True, text=True)
    said = result.stdout + result.stderr
    if result.returncode == 2:
        return 2, None, said
    with open(figures) as file:
        return result.returncode, json.load(file), said


def program(robot):
    return Robot.of(robot).with_drives().program("tools/identify/identify.cpp", "-O1", "-DLIMB_FORCE_INLINE=0")


def regressor(robot, dof, states):
    """Y of each state, as lists"""
    words = b"".join(struct.pack(f"{3 * dof + 9}d", *state, *([0] * 9)) for state in states)
    out = subprocess.run([program(robot), "regressor"], input=words, capture_output=True, check=True)
    numbers = struct.unpack(f"{len(out.stdout) // 8}d", out.stdout)
    width = len(numbers) // dof // len(states)
    return [numbers[k * width:(k + 1) * width] for k in range(dof * len(states))]


def error_elsewhere(robot, dof, fitted, true):
    """RMS of the torques that two tables differ by, relative to the torques, at random states that no run went through"""
    source = random.Random(1)
    states = [[source.uniform(-size, size) for size in (1.5, 3, 15) for _ in range(dof)] for _ in range(100)]
    off = size = 0
    for row in regressor(robot, dof, states):
        torque = sum(y * x for y, x in zip(row, true))
        off += (sum(y * x for y, x in zip(row, fitted)) - torque) ** 2
        size += torque ** 2
    return (off / size) ** 0.5


def is_found(what, robot, dof, log, mass, friction, rotor=0, *options):
    code, figures, said = identify(None, log, *options)
    demand(f"{what}: torques are off by {100 * figures['table']:.2f} % by the table, {100 * figures['fitted']:.3f} % fitted, below 1 %, "
           f"of which noise of the sensors makes {100 * figures['noise']:.3f} %",
           code == 0 and figures["table"] > 0.05 and figures["fitted"] < 0.01)
    true = {}
    for name, value in figures["table_parameters"].items():
        kind = name.split(".")[-1]
        true[name] = value * friction if kind in ("damping", "friction") else value + rotor if kind == "armature" else value * mass
    elsewhere = error_elsewhere(robot, dof, figures["parameters"].values(), true.values())
    demand(f"  {100 * elsewhere:.2f} % at random states, below 1 %", elsewhere < 0.01)
    demand(f"  torque lag {1e3 * figures['lag']:.2f} ms, of 0.5", abs(figures["lag"] - 0.5e-3) < 0.3e-3)
    return said


def torques_reversed(log):
    """the same as a CSV of another logger, with a sign wrong, and with a number missing"""
    with open(log + ".csv") as file:
        names, *rows = [line.rstrip("\n").split(",") for line in file]
    keep = [k for k, name in enumerate(names) if name == "time" or name.endswith(("/q", "/tau"))]
    wrong, broken = (os.path.join(FOLDER.name, name) for name in ("reversed.csv", "broken.csv"))
    for path, sign in ((wrong, "-"), (broken, "")):
        with open(path, "w") as file:
            print(*(names[k] for k in keep), sep=",", file=file)
            for row in rows:
                print(*(float(f"{sign}1") * float(row[k]) if names[k].endswith("/tau") else row[k] for k in keep), sep=",", file=file)
    with open(broken) as file:
        text = file.read().splitlines()
    text[2000] = ",".join(["nan", *text[2000].split(",")[1:]])
    with open(broken, "w") as file:
        file.write("\n".join(text) + "\n")
    return wrong, broken


def log_of_drives():
    """a log of a machine (identify_drives.hpp) whose arm is 10 % heavier than its table says"""
    joints = ["arm", "cross[0]", "cross[1]", "screw"]
    period, waves = 1e-3, [[(0.6, 2.1 + 0.7 * k), (0.3, 4.3 - 0.4 * k), (0.1, 6.7 + 0.3 * k)] for k in range(len(joints))]
    states = [[sum(a * w ** order * math.sin(w * t * period + order * math.pi / 2) for a, w in wave) for order in range(3) for wave in waves]
              for t in range(5000)]
    told = json.loads(subprocess.run([program(DRIVES), "table"], capture_output=True, text=True, check=True).stdout)
    pi = [value * 1.1 if told["rows"][k // 10:] and told["rows"][k // 10]["name"] == "arm" else value for k, value in enumerate(told["parameters"])]
    tau = [sum(y * x for y, x in zip(row, pi)) for row in regressor(DRIVES, len(joints), states)]
    path = os.path.join(FOLDER.name, "drives.csv")
    with open(path, "w") as file:
        print("time", *(f"{joint}/{what}" for what in ("q", "tau") for joint in joints), sep=",", file=file)
        for k, state in enumerate(states):
            print(k * period, *state[:len(joints)], *tau[len(joints) * k:len(joints) * (k + 1)], sep=",", file=file)
    return path


def nothing_is_lost():
    """a table that was fitted says of every joint and drive what it said before"""
    log, path = log_of_drives(), os.path.join(FOLDER.name, "fitted_drives.hpp")
    code, figures, said = identify(DRIVES, log, "--hold", "bed,cross,screw", "--write", path)
    demand(f"a table with every kind of drive is fitted: {said if code else ''}", code == 0)
    before, after = Robot.of(DRIVES).model.rows, Robot.of(path).model.rows
    special = set()
    for old, new in zip(before, after, strict=True):
        fitted = ("mass", "com", "inertia", "damping", "friction", "armature") if old.name == "arm" else ()
        lost = [field for field, value in old.given().items() if new.given()[field] != value and field not in fitted]
        kept = [field for field, value in old.given().items() if value != getattr(type(old), field, None) and field not in fitted]
        special.update(kept)
        demand(f"  {old.name} keeps its {', '.join(kept)}{f', but not {lost}' if lost else ''}", not lost)
    demand(f"  the arm weighs {after[1].mass} kg, 3.3; its rotor {after[1].rotor}, its armature {after[1].armature}",
           abs(after[1].mass - 3.3) < 0.15 and abs(after[1].armature + 900 * (after[1].rotor - 1e-4)) < 0.01)
    demand("  which is all that a row may say", special == set(before[1].given()) | {"axis2", "pitch"})


DRIVES = os.path.join(HERE, "identify_drives.hpp")
nothing_is_lost()
heavy = drive("heavy", "arm6", "--mass-error", "10", "--seconds", "10")
table = os.path.join(FOLDER.name, "fitted.hpp")
is_found("arm6, masses +10 %", "arm6", 6, heavy, 1.1, 1, 0, "--write", table)
other_plant = "mujoco" if subprocess.run([RUNNER, "has-mujoco"]).returncode == 0 else "limb"
light = drive("light", "arm6", "--mass-error", "-10", "--friction-error", "50", "--seconds", "6", "--plant", other_plant)
is_found(f"arm6 of {other_plant}, masses -10 %, friction +50 %", "arm6", 6, light, 0.9, 1.5)
is_found("gimbal3, masses +10 %", "gimbal3", 3, drive("gimbal", "gimbal3", "--mass-error", "10", "--seconds", "8"),
         1.1, 1, 1e-6)

program = os.path.join(FOLDER.name, "fitted.cpp")
with open(program, "w") as file:
    file.write(f'#include "{table}"\n'
               "static_assert(robots::fitted::arm6.given[1].mass > 1.05 * 8.393);\n"
               "auto tau(const limb::Positions<robots::fitted::arm6>& q) { return limb::gravity_torque<robots::fitted::arm6>(q); }\n")
demand("the fitted table compiles", subprocess.run([*COMPILER, "-fsyntax-only", program]).returncode == 0)

code, figures, said = identify("arm6", drive("still", "arm6", "--scenario", "hold", "--seconds", "2"))
demand(f"an arm that stands still tells {figures['told']} directions of 52, and what is made of it is refused",
       code == 1 and figures["told"] < 20 and "wrist3 moved by less than" in said)

wrong, broken = torques_reversed(heavy)
code, figures, said = identify("arm6", wrong)
demand(f"torques of the wrong sign are refused: {', '.join(figures['impossible'])}",
       code == 1 and "upperarm" in figures["impossible"] and "What to do next" in said and "upperarm: its" in said)
code, _, said = identify("arm6", broken)
demand("a number that is none is refused", code == 2 and "not finite" in said)
code, _, said = identify("quad18", wrong)
demand("a robot that floats is refused", code == 2 and "floats" in said)
code, _, said = identify("gimbal3", heavy)
demand("the log of another robot is refused", code == 2 and "arm6" in said)
sys.exit(1 if demand.failed else 0)
