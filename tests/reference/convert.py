#!/usr/bin/env python3
"""Makes lib/robots/*.hpp and tests/reference/*.bin from reference files.

usage: convert.py --tables DIR --data DIR MODEL.json...

A reference file holds one robot ("model"), 20 states without and 10 with external wrenches, and what independent
engines computed for them. README.md in this folder describes both the numbers and the .bin layout. The tests need only
the results; this script is kept so that anyone who has the reference files can make them again, bit for bit.
"""

import argparse
import json
import math
import pathlib
import struct

STATES, STATES_WITH_WRENCHES = 20, 10

# What the reader of a table should know before using it.
ABOUT = {
    "gimbal3": "Three-axis camera gimbal, yaw - pitch - roll, with off-centre masses and full inertia tensors.",
    "arm6": "Six-axis arm with the lengths and masses of a UR5-class robot: a shoulder, two long parallel-axis links and a\n"
    "// compact wrist, with full inertia tensors.",
    "arm7": "Seven-axis arm with the lengths and masses of an iiwa-class robot: every axis at a right angle to the one\n"
    "// before it.",
    "stanford6": "The Stanford arm: two revolute joints, a prismatic one, and a three-axis wrist in one point.",
    "xarm7": "UFACTORY xArm 7, published URDF values with the fixed links folded in. Its right angles are written as\n"
    "// 1.5708, as its makers did, so no rotation here is an exact quarter turn.",
    "quad18": "The HyQ quadruped: a floating trunk and four legs of three joints.",
    "go2": "Unitree Go2, published URDF values with the fixed links (rotors, feet, sensors) folded in: a floating base and\n"
    "// four legs of three joints.",
    "tree15": "A made-up tree of 15 bodies with branches, revolute and prismatic joints on every axis and no angle or inertia\n"
    "// that is easy: the worst case for anything that hopes to find zeros.",
    "hya6": "The HyA hydraulic arm as published. The last inertia breaks the triangle inequality (0.0107 > 0.0023 + 0.0083): no\n"
    "// real body has it. So there is no hya6: limb::tree(hya6_rows) does not compile. robots/hya6_trusted.hpp lets that one\n"
    "// row through by name.",
}


# --- numbers as C++ literals -------------------------------------------------------------------------------------------
def is_float(x):
    return struct.unpack("<f", struct.pack("<f", x))[0] == x


def literal(x):
    """Shortest literal that gives exactly x: 0.35f where x is that float, else the shortest double."""
    if x == 0:
        return "0"
    if x == int(x) and abs(x) < 1e6:
        return str(int(x))
    double = repr(x)
    if is_float(x):
        for digits in range(1, 10):
            single = f"{x:.{digits}g}"
            if struct.unpack("<f", struct.pack("<f", float(single)))[0] == x:
                break
        if float(single) != x:
            return single + "f"
        double = single if "." in single or "e" in single else single + ".0"
    return double


def braces(values):
    return "{" + ", ".join(literal(v) for v in values) + "}"


def rpy(r, p, y):
    """URDF: Rz(y) Ry(p) Rx(r)."""
    cr, sr, cp, sp, cy, sy = math.cos(r), math.sin(r), math.cos(p), math.sin(p), math.cos(y), math.sin(y)
    return [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]


def rotation(placement):
    """Quarter turns as the matrix; other turns as the angles they were made from, if these give the matrix back."""
    R = placement["R"]
    if R == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]:
        return ""
    if all(x in (-1, 0, 1) for row in R for x in row):
        return "{" + ", ".join(braces(row) for row in R) + "}"
    angles = placement.get("rpy") or [
        round(math.atan2(R[2][1], R[2][2]), 4),
        round(-math.asin(R[2][0]), 4),
        round(math.atan2(R[1][0], R[0][0]), 4),
    ]
    again = rpy(*angles)
    if max(abs(again[i][j] - R[i][j]) for i in range(3) for j in range(3)) < 1e-15:
        return "limb::rpy(" + ", ".join(literal(a) for a in angles) + ")"
    return "{" + ", ".join(braces(row) for row in R) + "}"


# --- the table ---------------------------------------------------------------------------------------------------------
def joint(body):
    kind = body["joint"]["type"]
    if kind == "floating":
        return kind
    return kind + "_" + "xyz"[body["joint"]["axis"].index(1.0)]


def inertia(body):
    I = body["inertia_com"]
    values = [I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]]
    while len(values) > 3 and values[-1] == 0:
        values.pop()
    return braces(values)


def cells(bodies, index):
    body = bodies[index]
    parent = body["parent"]
    at, com = body["placement"]["xyz"], body["com"]
    follows = parent == index - 1
    return [
        f'.name = "{body["name"]}"',
        "" if follows else f'.parent = "{bodies[parent]["name"]}"',
        f".joint = {joint(body)}",
        f".at = {braces(at)}" if any(at) else "",
        f".rotation = {rotation(body['placement'])}" if rotation(body["placement"]) else "",
        f".mass = {literal(body['mass'])}",
        f".com = {braces(com)}" if any(com) else "",
        f".inertia = {inertia(body)}",
    ]


def rows(bodies, last_cell=lambda index: ""):
    table = [cells(bodies, i) + [last_cell(i)] for i in range(len(bodies))]
    widths = [max(len(row[c]) for row in table) for c in range(len(table[0]))]
    lines = []
    for row in table:
        last = max(c for c, cell in enumerate(row) if cell)
        text = "".join(
            (cell + ("," if c < last else "")).ljust(widths[c] + 1) + " " if cell else " " * (widths[c] + 2)
            for c, cell in enumerate(row)
            if widths[c]
        )
        lines.append("    {" + text.rstrip() + "},")
    return "\n".join(lines)


HEADER = """#pragma once

// {about}
// Metres, kilograms, kg m^2 about the centre of mass in body axes. Made by tests/reference/convert.py.

#include "limb/limb.hpp"

namespace robots {{

using enum limb::Joint;

"""

TREE = """// clang-format off
inline constexpr auto {name} = limb::tree({{
{rows}
}});
// clang-format on

}}  // namespace robots
"""

UNTRUSTED = """// clang-format off
template <bool trusted>
inline constexpr limb::Row {name}_table[] = {{
{rows}
}};
// clang-format on

inline constexpr auto& {name}_rows = {name}_table<false>;

}}  // namespace robots
"""

TRUSTED = """#pragma once

// robots/{name}.hpp with its impossible last inertia accepted as published.

#include "robots/{name}.hpp"

namespace robots {{

inline constexpr auto {name}_trusted = limb::tree({name}_table<true>);

}}  // namespace robots
"""


def tables(model):
    """Header name -> text."""
    name, bodies = model["name"], model["bodies"]
    header = HEADER.format(about=ABOUT[name])
    if name != "hya6":
        return {name: header + TREE.format(name=name, rows=rows(bodies))}
    trust = lambda i: ".trust_inertia = trusted" if i == len(bodies) - 1 else ""
    return {
        name: header + UNTRUSTED.format(name=name, rows=rows(bodies, trust)),
        name + "_trusted": TRUSTED.format(name=name),
    }


# --- the numbers -------------------------------------------------------------------------------------------------------
def reorder(model):
    """Permutations from the reference's order to limb's: of positions, and of velocities."""
    positions, velocities = list(range(model["nq"])), list(range(model["nv"]))
    if model["bodies"][0]["joint"]["type"] == "floating":
        positions[:7] = [6, 3, 4, 5, 0, 1, 2]  # x y z qx qy qz qw -> qw qx qy qz x y z
        velocities[:6] = [3, 4, 5, 0, 1, 2]  # linear first -> angular first
    return positions, velocities


def numbers(model, state):
    positions, velocities = reorder(model)
    joints = lambda key: [state[key][i] for i in velocities]
    out = [state["q"][i] for i in positions] + joints("qd") + joints("qdd") + joints("tau")
    for wrench in state.get("fext", []):
        out += wrench["force"] + wrench["moment"]
    out += joints("rnea") + joints("fd") + joints("gravity_vector")
    M = state["mass_matrix"]
    out += [M[velocities[i]][velocities[j]] for i in range(model["nv"]) for j in range(i + 1)]
    out += [state["energy"]["kinetic"], state["energy"]["potential"]]
    return out + [x for row in state["end_pose"]["R"] for x in row] + state["end_pose"]["p"]


def data(reference):
    assert len(reference["states"]) == STATES and len(reference["states_fext"]) == STATES_WITH_WRENCHES
    out = []
    for state in reference["states"] + reference["states_fext"]:
        out += numbers(reference["model"], state)
    return struct.pack(f"<{len(out)}d", *out)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tables", type=pathlib.Path, help="folder for the robot headers")
    arguments.add_argument("--data", type=pathlib.Path, help="folder for the .bin files")
    arguments.add_argument("model", nargs="+", type=pathlib.Path)
    given = arguments.parse_args()
    for path in given.model:
        reference = json.loads(path.read_text())
        name = reference["model"]["name"]
        assert reference["model"]["gravity"] == [0, 0, -9.81], "limb's default gravity is assumed by the tests"
        if given.tables and name in ABOUT:  # the chains follow a rule: lib/robots/chain.hpp
            for header, text in tables(reference["model"]).items():
                (given.tables / f"{header}.hpp").write_text(text)
        if given.data:
            robot = "hya6_trusted" if name == "hya6" else name  # named as the robot that the tests can make
            (given.data / f"{robot}.bin").write_bytes(data(reference))


if __name__ == "__main__":
    main()
