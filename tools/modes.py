#!/usr/bin/env python3
"""How a robot swings about a position: frequencies, damping and shapes, and what they owe to the table (tools/limb modes).

    tools/limb modes arm6 --at 0,0.5,0,0,0,0
    tools/limb modes my/arm.hpp:my::arm --sensitivity "upper.mass" --sensitivity "lower.com.z"
    tools/limb modes my/arm.urdf

Its motors hold the robot there with constant torques; the table's springs and dampers act, friction does not. The matrices
are limb's own (lib/limb/linearise.hpp), from a program that is compiled for the robot and kept in build/compiled.
"""
import argparse
import concurrent.futures
import json
import math
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.join(ROOT, "tools", "robot"))
from robot import ERRORS, HELP, Robot, explain, options_of_import  # noqa: E402

STATUS = ["", "the mass matrix is not positive definite",
          "the stiffness is not symmetric: a robot that floats or turns in a ball must be in equilibrium (--gravity 0,0,0?)",
          "the eigenvalues did not converge"]
FIELDS = ["mass", *(f"{vector}.{axis}" for vector in ("com", "at") for axis in "xyz"),
          *(f"inertia.{which}" for which in ("xx", "yy", "zz", "xy", "xz", "yz")),
          "armature", "rotor", "gear", "pitch", "stiffness", "rest", "damping"]
SIGNED = [field for field in FIELDS if re.match("com|at|inertia.(xy|xz|yz)|rest|pitch", field)]   # may be negative


class ModesError(Exception):
    pass


# ---- the robot's program ---------------------------------------------------------------------------------------------


def compiled(robot, loops, change=()):
    """the path of the program. change: definitions"""
    return robot.program("tools/modes/modes.cpp", "-O1", *([f"-DLOOPS=::{loops.removeprefix('::')}"] if loops else []), *change)


def answer(path, gravity, q):
    done = subprocess.run([path, *map(repr, gravity), *map(repr, q)], capture_output=True, text=True)
    if done.returncode != 0:
        raise ModesError(f"{path} failed: {done.stderr}")
    return json.loads(done.stdout)


def numbers(text, what):
    try:
        values = [float(word) for word in text.split(",")]
    except ValueError:
        raise ModesError(f"{what}: '{text}' is no list of numbers, as 0,0.5,-1") from None
    if not all(map(math.isfinite, values)):
        raise ModesError(f"{what}: '{text}' is not finite")
    return values


# ---- the entries of the table ----------------------------------------------------------------------------------------


def entry_of(text, rows):
    """(row's number, field) of row.field"""
    fits = [field for field in FIELDS if text.endswith("." + field)]
    names = [row["name"] for row in rows]
    if not fits:
        raise ModesError(f"--sensitivity {text}: say row.field, the field one of {', '.join(FIELDS)}")
    field = max(fits, key=len)
    name = text[:-len(field) - 1]
    if name not in names:
        raise ModesError(f"--sensitivity {text}: no row '{name}'; there are {', '.join(names)}")
    return names.index(name), field


def quadratic(x, A):
    return sum(x[i] * A[i][j] * x[j] for i in range(len(x)) for j in range(len(x)))


def changed(row, field, sign):
    return [f"-DCHANGE=row[{row}].{field}", f"-DSIGN={sign}", f"-DBELOW_ZERO={int(field in SIGNED)}"]


def slopes(base, less, more):
    """d eigenvalue / d entry of every mode: x'(dK - eigenvalue dM) x, eq. (6.18) of source 004"""
    step = more["step"] - less["step"]
    return [(quadratic(x, more["K"]) - quadratic(x, less["K"]) - value * (quadratic(x, more["M"]) - quadratic(x, less["M"]))) / step
            for value, x in zip(base["eigenvalues"], base["shapes"])]


# ---- damped modes ----------------------------------------------------------------------------------------------------


def is_damped(base):
    return any(c != 0 for row in base["C"] for c in row)


def damped(base):
    """[(s, shape)], one of every conjugate pair, slowest first: M s^2 + C s + K is singular, shape its null vector"""
    try:
        import numpy
    except ImportError:
        raise ModesError("damped modes need numpy (Debian: python3-numpy)") from None
    M, C, K = (numpy.array(base[name]) for name in "MCK")
    n = len(M)
    A = numpy.block([[numpy.zeros((n, n)), numpy.eye(n)], [-numpy.linalg.solve(M, K), -numpy.linalg.solve(M, C)]])
    values, vectors = numpy.linalg.eig(A)
    found = [(complex(s), vectors[:n, k]) for k, s in enumerate(values) if s.imag >= 0]
    out = []
    for s, vector in sorted(found, key=lambda pair: (abs(pair[0]), pair[0].real)):
        out.append((s, list((vector / vector[abs(vector).argmax()]).real)))   # the part in phase with its largest element
    return out


# ---- printing --------------------------------------------------------------------------------------------------------


def freedom_names(base):
    """a row's name, with a number where it has several freedoms"""
    names = [""] * base["dof"]
    for row in base["rows"]:
        for k in range(row["freedoms"]):
            names[row["freedom"] + k] = row["name"] if row["freedoms"] == 1 else f"{row['name']} {k}"
    return names


def in_joints(base, z):
    return [sum(c * b[i] for c, b in zip(z, base["basis"])) for i in range(base["dof"])]


def scaled(shape):
    """largest element 1"""
    largest = max(shape, key=abs)
    return [round(x / largest, 3) + 0.0 for x in shape] if largest else shape   # + 0.0: no -0


def print_rows(headings, rows):
    widths = [max(len(heading), *(len(row[i]) for row in rows)) for i, heading in enumerate(headings)]
    for row in [headings, *rows]:
        print("  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths)).rstrip())


def of_eigenvalue(value, size):
    """(Hz, damping ratio) as text of an undamped mode"""
    if abs(value) <= 1e-9 * size:
        return "0", "free"
    if value < 0:
        return "-", f"falls, {math.sqrt(-value):.4g}/s"
    return f"{math.sqrt(value) / (2 * math.pi):.6g}", "0"


def of_root(s):
    if abs(s.imag) <= 1e-9 * abs(s):
        return "-", f"{'falls' if s.real > 0 else 'creeps'}, {abs(s.real):.4g}/s"
    return f"{abs(s) / (2 * math.pi):.6g}", f"{-s.real / abs(s):.6g}"


def report(name, base):
    names = freedom_names(base)
    print(f"{name} at q = {', '.join(f'{x:.6g}' for x in base['q'])}")
    largest = max(map(abs, base["held"]))
    if "residual" in base:
        print(f"  force that neither springs nor loops hold, but the motors: {base['residual']:.3g} N m (N)")
    elif largest > 1e-9:
        print("  held by " + ", ".join(f"{tau:.4g}" for tau in base["held"]) + " N m (N)")
    headings = ["mode", "eigenvalue", "Hz", "damping", *names]
    rows = []
    if is_damped(base):
        for k, (s, z) in enumerate(damped(base)):
            value = f"{s.real:.5g} +- {s.imag:.5g}i" if s.imag else f"{s.real:.5g}"
            rows.append([str(k + 1), value, *of_root(s), *(f"{x:.3f}" for x in scaled(in_joints(base, z)))])
        print("  eigenvalues in 1/s; Hz: their size; shapes: the part in phase with the largest element")
    else:
        size = max(map(abs, base["eigenvalues"]))
        for k, (value, z) in enumerate(zip(base["eigenvalues"], base["shapes"])):
            rows.append([str(k + 1), f"{value:.7g}", *of_eigenvalue(value, size), *(f"{x:.3f}" for x in scaled(in_joints(base, z)))])
        print("  eigenvalues in (rad/s)^2")
    print_rows(headings, rows)


def report_slopes(base, found):
    """found: {entry: slopes}"""
    print("  how the eigenvalues without damping, (rad/s)^2, and the frequencies, Hz, change with the table, per SI unit")
    size = max(map(abs, base["eigenvalues"]))
    rows = []
    for entry, slope in found.items():
        for k, (value, s) in enumerate(zip(base["eigenvalues"], slope)):
            swings = value > 1e-9 * size
            hertz = f"{s / (4 * math.pi * math.sqrt(value)):.6g}" if swings else "-"
            rows.append([entry, str(k + 1), f"{value:.7g}", f"{s:.7g}", hertz])
    print_rows(["entry", "mode", "eigenvalue", "d eigenvalue", "d Hz"], rows)


class Parser(argparse.ArgumentParser):
    def parse_known_args(self, args=None, namespace=None):
        words = list(sys.argv[1:] if args is None else args)
        for i in reversed(range(len(words) - 1)):   # a list that starts with a minus sign is no option
            if words[i] in ("--at", "--gravity"):
                words[i:i + 2] = [words[i] + "=" + words[i + 1]]
        return super().parse_known_args(words, namespace)


def parser():
    parser = Parser(prog="tools/limb modes", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("robot", help=HELP)
    parser.add_argument("--at", metavar="Q", help="the position, q0,q1,... (default: zeros, quaternions 1,0,0,0); with loops: near it")
    parser.add_argument("--loops", metavar="NAME", help="a table of loops in the robot's header, to be closed")
    parser.add_argument("--gravity", default="0,0,-9.81", metavar="X,Y,Z", help="m/s^2, default 0,0,-9.81")
    parser.add_argument("--sensitivity", action="append", default=[], metavar="ROW.FIELD",
                        help=f"how the eigenvalues change with this number; may be repeated. Fields: {' '.join(FIELDS)}")
    parser.add_argument("--json", metavar="FILE", help="write the figures, too")
    options_of_import.add(parser.add_argument_group("when a file is read"))
    return parser


def main():
    options = parser().parse_args()

    robot = Robot.of(options.robot, options)
    gravity = numbers(options.gravity, "--gravity")
    if len(gravity) != 3:
        raise ModesError(f"--gravity: three numbers, not {len(gravity)}")
    program = compiled(robot, options.loops)
    base = answer(program, gravity, [])
    q = []
    if options.at is not None:
        q = numbers(options.at, "--at")
        if len(q) != base["positions"]:
            raise ModesError(f"--at: {options.robot} has {base['positions']} numbers in q, not {len(q)}")
        base = answer(program, gravity, q)
    if base.get("open"):
        raise ModesError(f"the loops do not close near there: {base['open']:.3g} m or rad are left")
    if base["status"]:
        raise ModesError(STATUS[base["status"]])
    entries = {text: entry_of(text, base["rows"]) for text in options.sensitivity}

    tasks = [(robot, options.loops, changed(row, field, sign)) for row, field in entries.values() for sign in (-1, 1)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        programs = list(pool.map(lambda task: compiled(*task), tasks))
    answers = [answer(path, gravity, base["q"]) for path in programs]
    found = {text: slopes(base, answers[2 * i], answers[2 * i + 1]) for i, text in enumerate(entries)}

    report(options.robot, base)
    if found:
        report_slopes(base, found)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({**base, "sensitivities": found}, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    try:
        main()
    except (ModesError, *ERRORS) as error:
        sys.exit(f"modes: {explain(error)}")
    except KeyboardInterrupt:
        sys.exit(130)
