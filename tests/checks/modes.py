#!/usr/bin/env python3
"""`tools/limb modes` against published eigenvalues and closed forms, and what it says to mistakes.

    modes.py TOOL    the path of tools/limb
"""
import json
import math
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOUR_BAR = os.path.join(HERE, "..", "mechanisms.hpp") + ":mechanisms::planar_four_bar"
IMPOSSIBLE = os.path.join(HERE, "..", "import", "bad", "inertia_breaks_triangle.urdf")
PENDULUM = os.path.join(HERE, "modes_pendulum.hpp") + ":checks::pendulum"


def modes(*arguments):
    """(what it printed, its figures)"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "figures.json")
        done = subprocess.run([sys.argv[1], "modes", *arguments, "--json", path], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"modes {' '.join(arguments)} failed: {done.stderr}")
        with open(path) as file:
            return done.stdout, json.load(file)


def expect(what, got, wanted, tolerance=2e-6):
    print(f"{what}: {got:.7g}")
    if not abs(got - wanted) <= tolerance * max(abs(wanted), 1e-3):
        sys.exit(f"{what}: {got}, not {wanted}")


def expect_error(*arguments, says):
    done = subprocess.run([sys.argv[1], "modes", *arguments], capture_output=True, text=True)
    if done.returncode == 0 or says not in done.stderr:
        sys.exit(f"modes {' '.join(arguments)} must fail and say '{says}', not: {done.returncode}, {done.stderr}")


def cells(text, mode):
    """[eigenvalue, Hz, damping, ...] of the line of a mode"""
    return next(line.split()[1:] for line in text.splitlines() if line.split()[:1] == [str(mode)])


# 004, section 6.1, as recomputed from its parameters
text, figures = modes("triple_pendulum")
for k, wanted in enumerate([4.60319, 6.76552, 19.86356]):
    expect(f"triple pendulum, eigenvalue {k + 1}", figures["eigenvalues"][k], wanted)
    expect(f"triple pendulum, Hz {k + 1}", float(cells(text, k + 1)[1]), math.sqrt(wanted) / (2 * math.pi))
# upside down all of them fall
text, figures = modes("triple_pendulum", "--gravity", "0,0,9.81")
expect("upside down", figures["eigenvalues"][0], -19.86356)
if "falls" not in text:
    sys.exit(f"a robot that falls must be called so:\n{text}")

# (I + m l^2) th'' + c th' + (m g l + k) th = 0
m, l, moment, k, c, g = 1.25, 0.5, 0.0625, 2, 0.5, 9.81
I, K = moment + m * l * l, m * g * l + k
entries = {"a bob.mass": g * l / I - K / I * l * l / I,
           "a bob.com.z": -(m * g / I - K / I * 2 * m * l / I),  # z = -l
           "a bob.com.x": 0,
           "a bob.inertia.yy": -K / I / I,
           "a bob.stiffness": 1 / I}
text, figures = modes(PENDULUM, *(word for entry in entries for word in ("--sensitivity", entry)))
expect("pendulum, eigenvalue", figures["eigenvalues"][0], K / I)
for entry, wanted in entries.items():
    expect(f"pendulum, by {entry}", figures["sensitivities"][entry][0], wanted)
*_, hertz, damping, shape = cells(text, 1)
expect("pendulum, Hz", float(hertz), math.sqrt(K / I) / (2 * math.pi))
expect("pendulum, damping ratio", float(damping), c / (2 * math.sqrt(K * I)), 1e-5)

# the four-bar, 004 section 6.2: both cranks 10 kg at 0.5 m, 0.1 kg m^2; 10.1 kg between them, 1 m below
K, M = 9.81 * (2 * 5 + 10.1), 2 * (0.1 + 2.5) + 10.1
text, figures = modes(FOUR_BAR, "--loops", "mechanisms::planar_four_bar_loop", "--sensitivity", "coupler.mass")
expect("four-bar, eigenvalue", figures["eigenvalues"][0], K / M)
expect("four-bar, by coupler.mass", figures["sensitivities"]["coupler.mass"][0], (9.81 - K / M) / M)

# a URDF: a rod on a vertical axis is free
text, figures = modes(IMPOSSIBLE, "--repair")
expect("a link of a URDF", figures["eigenvalues"][0], 0)

expect_error(FOUR_BAR, "--loops", "mechanisms::none", says="does not compile")
expect_error("triple_pendulums", says="did you mean triple_pendulum? There are arm6")
expect_error("no/such.hpp", says="no such header")
expect_error(FOUR_BAR.rpartition(":mechanisms")[0], says="mechanisms.hpp:NAME")
expect_error(IMPOSSIBLE, says="--repair")
expect_error("arm6", "--floating", says="--floating is for URDF and MJCF")
expect_error("triple_pendulum", "--at", "0,1", says="3 numbers in q, not 2")
expect_error("triple_pendulum", "--at", "-1,1", says="3 numbers in q, not 2")
expect_error("triple_pendulum", "--at", "0,1,a", says="no list of numbers")
expect_error("triple_pendulum", "--at", "0,1,nan", says="not finite")
expect_error("triple_pendulum", "--gravity", "1", says="three numbers")
expect_error("triple_pendulum", "--sensitivity", "top.mass", says="no row 'top'; there are upper, middle, lower")
expect_error("triple_pendulum", "--sensitivity", "upper.colour", says="the field one of mass")
expect_error("satellite", says="not symmetric")
