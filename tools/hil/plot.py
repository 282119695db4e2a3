#!/usr/bin/env python3
"""Plots logs of tools/limb hil, as PNG and SVG.

    plot.py LOG.csv                        angles, errors and torques of one run, beside the log
    plot.py --out PREFIX NAME=LOG.csv...   the errors of several runs over each other
"""
import csv
import math
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


def read(path):
    """column name -> numbers"""
    with open(path, newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        return dict(zip(names, zip(*(map(float, row) for row in rows))))


def joints(log):
    return [name[:-len("/q")] for name in log if name.endswith("/q")]


def milli(values):
    return [1e3 * value for value in values]


def error(log):
    """mrad: where the camera points, or all joints together"""
    if "pointing_error" in log:
        return milli(log["pointing_error"])
    each = [log[f"{joint}/error"] for joint in joints(log)]
    return [1e3 * math.sqrt(sum(e * e for e in at_once) / len(at_once)) for at_once in zip(*each)]


def save(figure, prefix):
    figure.tight_layout()
    for ending in ("png", "svg"):
        figure.savefig(f"{prefix}.{ending}", dpi=110)
        print(f"  plot: {prefix}.{ending}")


def one(path):
    log = read(path)
    figure, (angles, errors, torques) = plt.subplots(3, 1, figsize=(10, 10), sharex=True)
    for i, joint in enumerate(joints(log)):
        angles.plot(log["time"], log[f"{joint}/q"], color=f"C{i}", label=joint)
        angles.plot(log["time"], log[f"{joint}/q_ref"], color=f"C{i}", linestyle=":")
        if "pointing_error" not in log:
            errors.plot(log["time"], milli(log[f"{joint}/error"]), color=f"C{i}")
        torques.plot(log["time"], log[f"{joint}/tau"], color=f"C{i}")
    if "pointing_error" in log:
        errors.plot(log["time"], error(log), color="black")
    angles.set_ylabel("angle, rad (dotted: reference)")
    angles.legend(loc="upper right")
    errors.set_ylabel("pointing error, mrad" if "pointing_error" in log else "error, mrad")
    torques.set_ylabel("torque, N m")
    torques.set_xlabel("time, s")
    save(figure, path.removesuffix(".csv"))


def several(prefix, named):
    figure, axes = plt.subplots(figsize=(10, 5))
    for name, path in named:
        log = read(path)
        axes.plot(log["time"], error(log), label=name)
        kind = "pointing error" if "pointing_error" in log else "tracking error, RMS of all joints"
    axes.set_yscale("log")
    axes.set_ylabel(f"{kind}, mrad")
    axes.set_xlabel("time, s")
    axes.grid(True, alpha=0.3)
    axes.legend()
    save(figure, prefix)


if sys.argv[1] == "--out":
    several(sys.argv[2], [word.split("=", 1) for word in sys.argv[3:]])
else:
    one(sys.argv[1])
