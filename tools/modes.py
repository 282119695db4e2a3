#!/usr/bin/env python3
"""How a robot swings about a position: frequencies, damping and shapes, and what they owe to the table (tools/limb modes).

    tools/limb modes arm6 --at 0,0.5,0,0,0,0
    tools/limb modes my/arm.hpp:my::arm --sensitivity "upper.mass" --sensitivity "lower.com.z"

Its motors hold the robot there with constant torques; the table's springs and dampers act, friction does not. The matrices
are limb's own (lib/limb/linearise.hpp), from a program that is compiled for the robot and kept in build/modes.
"""
import argparse
import concurrent.futures
import glob
import hashlib
import json
import math
import os
import re
import subprocess
import sys
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build", "modes")
SOURCE = os.path.join(ROOT, "tools", "modes", "modes.cpp")
FLAGS = ["-std=c++20", "-O1", "-ffp-contract=off", "-fconstexpr-ops-limit=1000000000"]
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


def etl():
    folder = os.environ.get("LIMB_ETL_DIR") or os.path.join(ROOT, "build", "deps", "usr", "include")
    if not os.path.exists(os.path.join(folder, "etl", "array.h")):
        raise ModesError("ETL is not there: run tools/limb setup, or set LIMB_ETL_DIR")
    return folder


def sample_robots():
    names = [os.path.basename(path)[:-len(".hpp")] for path in sorted(glob.glob(os.path.join(ROOT, "lib", "robots", "*.hpp")))]
    return [name for name in names if re.search(rf"inline constexpr auto {name}\b", read(os.path.join(ROOT, "lib", "robots", name + ".hpp")))]


def read(path):
    with open(path) as file:
        return file.read()


def robot_of(text):
    """(header, name in C++) of a sample robot, or of header.hpp[:name]"""
    header, _, name = text.partition(":")
    if header.endswith(".hpp"):
        if not os.path.exists(header):
            raise ModesError(f"there is no header {header}")
        return os.path.abspath(header), name or "robots::" + os.path.basename(header)[:-len(".hpp")]
    if text not in sample_robots():
        raise ModesError(f"no robot '{text}'; there are {', '.join(sample_robots())}, or say a header: my/arm.hpp:my::arm")
    return f"robots/{text}.hpp", f"robots::{text}"


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def compiled(robot, loops, change=()):
    """the path of the program, compiled anew only when its preprocessed source or the flags changed. change: definitions"""
    header, name = robot
    definitions = [f'-DROBOT_HEADER="{header}"', f"-DROBOT={name}", *([f"-DLOOPS={loops}"] if loops else []), *change]
    command = [os.environ.get("CXX", "g++"), *FLAGS, "-I", os.path.join(ROOT, "lib"), "-isystem", etl(), *definitions, SOURCE]
    source = run([*command, "-E", "-P"])
    if source.returncode != 0:
        raise ModesError(f"{header} does not compile:\n" + "\n".join(source.stderr.splitlines()[:10]))
    key = hashlib.sha256("\0".join([*command, source.stdout]).encode()).hexdigest()[:20]
    path = os.path.join(BUILD, f"{name.split('::')[-1]}-{key}")
    if not os.path.exists(path):
        os.makedirs(BUILD, exist_ok=True)
        new = f"{path}.{os.getpid()}-{threading.get_ident()}"   # others may compile it at the same time
        done = run([*command, "-o", new])
        if done.returncode != 0:
            errors = [line for line in done.stderr.splitlines() if "error" in line]
            raise ModesError(f"{name} in {header} does not compile:\n" + "\n".join(errors[:5]))
        os.replace(new, path)
    return path


def answer(path, gravity, q):
    done = run([path, *map(repr, gravity), *map(repr, q)])
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
            names[row["dof"] + k] = row["name"] if row["freedoms"] == 1 else f"{row['name']} {k}"
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
    parser.add_argument("robot", help="a sample robot of lib/robots, or header.hpp[:name], the name robots::<header> if not given")
    parser.add_argument("--at", metavar="Q", help="the position, q0,q1,... (default: zeros, quaternions 1,0,0,0); with loops: near it")
    parser.add_argument("--loops", metavar="NAME", help="a table of loops in the robot's header, to be closed")
    parser.add_argument("--gravity", default="0,0,-9.81", metavar="X,Y,Z", help="m/s^2, default 0,0,-9.81")
    parser.add_argument("--sensitivity", action="append", default=[], metavar="ROW.FIELD",
                        help=f"how the eigenvalues change with this number; may be repeated. Fields: {' '.join(FIELDS)}")
    parser.add_argument("--json", metavar="FILE", help="write the figures, too")
    return parser


def main():
    options = parser().parse_args()
    robot = robot_of(options.robot)
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
    except ModesError as error:
        sys.exit(f"modes: {error}")
