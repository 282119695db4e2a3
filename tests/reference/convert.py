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
import sys

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "importer"))
import linear  # noqa: E402
import model  # noqa: E402
import write_table  # noqa: E402

STATES, STATES_WITH_WRENCHES = 20, 10

# What the reader of a table should know before using it.
ABOUT = {
    "gimbal3": "Three-axis camera gimbal, yaw - pitch - roll, with off-centre masses and full inertia tensors.",
    "arm6": "Six-axis arm with the lengths and masses of a UR5-class robot: a shoulder, two long parallel-axis links and a\n"
    "compact wrist, with full inertia tensors.",
    "arm7": "Seven-axis arm with the lengths and masses of an iiwa-class robot: every axis at a right angle to the one\n"
    "before it.",
    "stanford6": "The Stanford arm: two revolute joints, a prismatic one, and a three-axis wrist in one point.",
    "xarm7": "UFACTORY xArm 7, published URDF values with the fixed links folded in. Its right angles are written as\n"
    "1.5708, as its makers did, so no rotation here is an exact quarter turn.",
    "quad18": "The HyQ quadruped: a floating trunk and four legs of three joints.",
    "go2": "Unitree Go2, published URDF values with the fixed links (rotors, feet, sensors) folded in: a floating base and\n"
    "four legs of three joints.",
    "tree15": "A made-up tree of 15 bodies with branches, revolute and prismatic joints on every axis and no angle or inertia\n"
    "that is easy: the worst case for anything that hopes to find zeros.",
    "hya6": "The HyA hydraulic arm as published. The last inertia breaks the triangle inequality (0.0107 > 0.0023 + 0.0083): no\n"
    "real body has it. So there is no hya6: limb::tree(hya6_rows) does not compile. robots/hya6_trusted.hpp lets that one\n"
    "row through by name.",
}


# --- the table ---------------------------------------------------------------------------------------------------------
def rotation(placement):
    """Quarter turns as the matrix; other turns as the angles they were made from, if these give the matrix back."""
    R = tuple(map(tuple, placement["R"]))
    if linear.is_quarter_turns(R):
        return R
    angles = placement.get("rpy") or [
        round(math.atan2(R[2][1], R[2][2]), 4),
        round(-math.asin(R[2][0]), 4),
        round(math.atan2(R[1][0], R[0][0]), 4),
    ]
    again = linear.rpy(*angles)
    return again if max(abs(again[i][j] - R[i][j]) for i in range(3) for j in range(3)) < 1e-15 else R


def row(bodies, body):
    above = bodies[body["parent"]]["name"] if body["parent"] >= 0 else "world"
    I = body["inertia_com"]
    return model.Row(
        body["name"],
        above,
        body["joint"]["type"],
        axis=tuple(body["joint"].get("axis") or model.UNIT_AXES["z"]),
        at=tuple(body["placement"]["xyz"]),
        rotation=rotation(body["placement"]),
        mass=body["mass"],
        com=tuple(body["com"]),
        inertia=(I[0][0], I[1][1], I[2][2], I[0][1], I[0][2], I[1][2]),
    )


TRUSTED = """#pragma once

// robots/hya6.hpp with its impossible last inertia accepted as published.

#include "robots/hya6.hpp"

namespace robots {

inline constexpr auto hya6_trusted = limb::tree(hya6_table<true>);

}  // namespace robots
"""


def tables(given):
    """Header name -> text."""
    name, bodies = given["name"], given["bodies"]
    robot = model.Robot(name, [row(bodies, body) for body in bodies])
    if name == "hya6":
        robot.rows[-1].trust_inertia = True
    units = "Metres, kilograms, kg m^2 about the centre of mass in body axes. Made by tests/reference/convert.py."
    text = write_table.header(robot, f"{ABOUT[name]}\n{units}")
    if name != "hya6":
        return {name: text}
    for old, new in (
        ("inline constexpr auto hya6 = limb::tree({", "template <bool trusted>\ninline constexpr limb::Row hya6_table[] = {"),
        (".trust_inertia = true", ".trust_inertia = trusted"),
        ("\n});\n// clang-format on\n", "\n};\n// clang-format on\n\ninline constexpr auto& hya6_rows = hya6_table<false>;\n"),
    ):
        text = text.replace(old, new)
    return {name: text, name + "_trusted": TRUSTED}


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
