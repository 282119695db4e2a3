#!/usr/bin/env python3
"""The sweeps of the sample robots do not grow: instructions against tests/cost_counts.json, and how they grow with a chain.

    cost_counts.py                   measures as `tools/limb cost` does; exits non-zero and names what is more than 3 % above its
                                     stored figure
    cost_counts.py FOLDER ROBOT...   only the stored figures of these, with the compiler of that build folder

Figures belong to a compiler (cost.stored_figures). With one that is not in the file nothing is compared but growth. The check first proves that it can fail.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import cost

REFRESH = "if that is meant, store the new figures: tools/limb cost --store"

LOOPED = [(chain, algorithm, "looped") for chain in ("chain16", "chain64") for algorithm in ("inverse_dynamics", "forward_dynamics_aba")]
UNROLLED = [("chain8", algorithm, "unrolled") for algorithm in ("inverse_dynamics", "forward_dynamics_aba")]
JOINTS = {"chain8": 8, "chain16": 16, "chain64": 64}
PER_JOINT_DRIFT = 1.10     # of the looped form, from chain16 to chain64
LOOPED_OVER_UNROLLED = 2.5  # instructions per joint, against the unrolled chain8
CHOSEN_OVER_BETTER = 1.05  # operations are counted at compile time, instructions are not
CHAIN64_CODE_BYTES = 24 * 1024  # inverse and forward dynamics together


def against_stored(stored, measured):
    """both: {(robot, algorithm): instructions}; the complaints"""
    found = []
    for row in sorted(stored.keys() | measured.keys()):
        name = " ".join(row)
        if row not in stored:
            found.append(f"{name}: no stored figure")
        elif row not in measured:
            found.append(f"{name}: stored, but no longer measured")
        elif measured[row] > cost.MARGIN * stored[row]:
            found.append(f"{name}: {measured[row]} instructions, {stored[row]} stored: {100 * (measured[row] / stored[row] - 1):+.1f} %")
    return found


def against_growth(instructions, chain64_bytes):
    """instructions: {(chain, algorithm, form): number}; the complaints"""
    found = []
    per_joint = {key: count / JOINTS[key[0]] for key, count in instructions.items()}
    for algorithm in ("inverse_dynamics", "forward_dynamics_aba"):
        short, long = per_joint["chain16", algorithm, "looped"], per_joint["chain64", algorithm, "looped"]
        unrolled = per_joint["chain8", algorithm, "unrolled"]
        if max(short, long) > PER_JOINT_DRIFT * min(short, long):
            found.append(f"{algorithm}: {short:.0f} instructions per joint on chain16, {long:.0f} on chain64: not constant within 10 %")
        if max(short, long) > LOOPED_OVER_UNROLLED * unrolled:
            found.append(f"{algorithm}: looped, {max(short, long):.0f} instructions per joint, over {LOOPED_OVER_UNROLLED} x {unrolled:.0f} unrolled")
    if chain64_bytes >= CHAIN64_CODE_BYTES:
        found.append(f"chain64, inverse and forward dynamics: {chain64_bytes} bytes, not under {CHAIN64_CODE_BYTES}")
    return found


def against_choice(measured):
    """measured: {(robot, algorithm): instructions}; forward_dynamics must be the better of the two ways, where both are measured"""
    found = []
    for (robot, algorithm), count in measured.items():
        ways = [measured[robot, way] for way in ("forward_dynamics_aba", "forward_dynamics_ltdl") if (robot, way) in measured]
        if algorithm == "forward_dynamics" and count > CHOSEN_OVER_BETTER * min(ways, default=count):
            found.append(f"{robot}: forward_dynamics chose a way with {count} instructions, the other has {min(ways)}")
    return found


def check_itself():
    row, other = ("arm6", "mass_matrix"), ("arm7", "mass_matrix")
    for stored, measured, complaints in [({row: 1000}, {row: 1030}, 0), ({row: 1000}, {row: 1031}, 1),
                                         ({}, {row: 1000}, 1), ({row: 1000}, {other: 1000}, 2)]:
        if len(against_stored(stored, measured)) != complaints:
            sys.exit(f"the check is blind or too strict: stored {stored}, measured {measured}")
    ways = {("arm6", "forward_dynamics"): 1051, ("arm6", "forward_dynamics_aba"): 1051, ("arm6", "forward_dynamics_ltdl"): 1000}
    if len(against_choice(ways)) != 1 or against_choice(ways | {("arm6", "forward_dynamics"): 1000}):
        sys.exit("the check is blind or too strict about the choice of forward dynamics")
    flat = {key: 200 * JOINTS[key[0]] for key in LOOPED} | {key: 100 * JOINTS[key[0]] for key in UNROLLED}
    for changed, size, complaints in [({}, 0, 0), ({LOOPED[0]: 16 * 225}, 0, 1), ({UNROLLED[1]: 8 * 79}, 0, 1), ({}, 24 * 1024, 1)]:
        if len(against_growth(flat | changed, size)) != complaints:
            sys.exit(f"the check is blind or too strict about growth: {changed}, {size} bytes")


def measured(wanted):
    figures = cost.measure(wanted)
    for (robot, algorithm, form), row in figures.items():
        print(f"{cost.label(robot, form)} {algorithm}: {row['instructions']} instructions, {row['code_bytes']} B of code, "
              f"{row['stack_bytes']} B of stack, compiled in {row['compile_seconds']} s")
    return figures


def against_mine(figures):
    """the complaints about the robots that were measured, against what is stored for this compiler"""
    version, stored = cost.compiler_version(), cost.stored_figures()
    if version not in stored:
        print(f"the stored figures are of arm-none-eabi-g++ {', '.join(stored)}, this is {version}: not compared")
        return []
    now = {(robot, algorithm): row["instructions"] for (robot, algorithm, form), row in figures.items() if not form}
    robots = {robot for robot, _ in now}
    then = {}
    for rows_by_robot in (next(iter(stored.values())), stored[version]):
        then |= {(robot, algorithm): row["instructions"] for robot, rows in rows_by_robot.items() if robot in robots
                 for algorithm, row in rows.items()}
    return against_stored(then, now)


def main(folder=None, *robots):
    check_itself()
    if folder:
        cost.use(folder)
    wanted = [(robot, algorithm, None) for robot, algorithm in cost.kernels(robots or cost.ROBOTS, cost.KEPT)]
    figures = measured(wanted if robots else wanted + LOOPED + UNROLLED)
    found = against_mine(figures)
    if not robots:
        chain64_bytes = sum(figures["chain64", algorithm, None]["code_bytes"] for algorithm in ("inverse_dynamics", "forward_dynamics"))
        found += against_growth({key: figures[key]["instructions"] for key in LOOPED + UNROLLED}, chain64_bytes)
        found += against_choice({(robot, algorithm): figures[robot, algorithm, form]["instructions"] for robot, algorithm, form in wanted})
    if found:
        sys.exit("\n".join([*found, REFRESH]))


try:
    main(*sys.argv[1:])
except cost.ERRORS as error:
    sys.exit(cost.explain(error))
