#!/usr/bin/env python3
"""Fits a robot's table to a log of its motion (tools/limb identify --help).

Torques are linear in what a table says: tau = Y(q, qd, qdd) pi. limb computes Y (identify.cpp, lib/limb/regressor.hpp);
here the log is differentiated and the equations are solved. What is fitted is all of pi, about the table's values: what the
log does not tell stays in the table. How far rows may be off is measured by the change of their pseudo-inertia J (mass,
first and second moments, 4 x 4) relative to the table's, |J0^-1/2 (J - J0) J0^-1/2| (Lee and Park 2018), which knows neither
units nor frames.
"""
import argparse
import copy
import json
import os
import subprocess
import sys

try:
    import numpy as np
except ImportError:  # help does without
    np = None

sys.path.insert(1, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "robot"))
from robot import ERRORS, HELP, Robot, explain, options_of_import, rows_of, write_table  # noqa: E402

OF_ROW = ["mass", "hx", "hy", "hz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"]
OF_FREEDOM = ["damping", "friction", "armature"]
UNITS = {"mass": "kg", "h": "kg m", "I": "kg m^2", "damping": "N m s/rad", "friction": "N m", "armature": "kg m^2"}
DEGREE = 4  # of the polynomials
SHORTEST, LONGEST = 0.02, 0.2  # s, over which they reach
STILL = 0.05  # rad (m): less is no motion to learn from
TOLD = 1 / 3  # a log tells what it knows so much better than the table
REST_GYROSCOPE, REST_ACCELEROMETER = 0.02, 0.3  # rad/s RMS, m/s^2: below these the base stands upright and still


class IdentifyError(Exception):
    pass


# ---- the robot ------------------------------------------------------------------------------------------------------


class Model:
    """A robot's table, and its regressor by a program that is compiled for it"""

    def __init__(self, robot):
        with open(robot.json, encoding="utf-8") as file:
            table = json.load(file)
        if table["positions"] != table["dof"]:
            raise IdentifyError(f"{robot.name} floats or has spherical joints: what is fitted here has an angle or a way for every freedom")
        self.name, self.program = robot.name, robot.program("tools/identify/identify.cpp", "-O1", "-DLIMB_FORCE_INLINE=0")
        self.table = json.loads(self.ask("table"))
        self.rows, self.dof = self.table["rows"], self.table["dof"]
        self.pi = np.array(self.table["parameters"])
        self.joints = [row["name"] + (f"[{k}]" if row["freedoms"] > 1 else "") for row in self.rows for k in range(row["freedoms"])]
        self.row_of = [row["name"] for row in self.rows for _ in range(row["freedoms"])]
        self.names = [f"{row['name']}.{what}" for row in self.rows for what in OF_ROW]
        self.names += [f"{joint}.{what}" for joint in self.joints for what in OF_FREEDOM]
        self.first_freedom = len(OF_ROW) * len(self.rows)

    def ask(self, *words, given=None):
        result = subprocess.run([self.program, *words], input=given, capture_output=True)
        if result.returncode != 0:
            raise IdentifyError(result.stderr.decode().strip().removeprefix("identify: "))
        return result.stdout

    def regressor(self, motion):
        """Y of each sample: samples x joints x parameters"""
        states = np.hstack([motion["q"], motion["qd"], motion["qdd"], motion["base"]])
        Y = np.frombuffer(self.ask("regressor", *(["base"] if motion["driven"] else []), given=states.tobytes()))
        return Y.reshape(len(states), self.dof, len(self.pi))

    def combinations(self, driven):
        return self.table["combinations_on_a_driven_base" if driven else "combinations"]

    def of_row(self, row):
        return slice(len(OF_ROW) * row, len(OF_ROW) * (row + 1))

    def of_freedom(self, what):
        return [self.first_freedom + len(OF_FREEDOM) * i + OF_FREEDOM.index(what) for i in range(self.dof)]


def unit(name):
    what = name.split(".")[-1]
    return UNITS.get(what) or UNITS[what[0]]


# ---- the log --------------------------------------------------------------------------------------------------------


def stem_of(path):
    return path.removesuffix(".csv").removesuffix(".frames")


def recorded_robot(path):
    """the name of the robot whose link was recorded; None where there is no recording"""
    try:
        with open(stem_of(path) + ".frames", "rb") as file:
            title = file.readline(200).split()
    except FileNotFoundError:
        return None
    if title[:3] != b"limb frames 1".split() or len(title) != 4:
        raise IdentifyError(f"{stem_of(path)}.frames is no recording of a link")
    return title[3].decode(errors="replace")


def read_log(robot, path):
    """time, q, tau, base: as measured. A recorded link, or any CSV with columns time, ROW/q, ROW/tau"""
    stem = stem_of(path)
    frames = stem + ".frames"
    if os.path.exists(frames):
        if recorded_robot(path) != robot.name:
            raise IdentifyError(f"{frames} is a recording of {recorded_robot(path)}, not of {robot.name}")
        rows = np.frombuffer(robot.ask("samples", frames)).reshape(-1, 1 + 2 * robot.dof + 9)
        time, q, tau, base = np.split(rows, [1, 1 + robot.dof, 1 + 2 * robot.dof], axis=1)
        return {"path": frames, "stem": stem, "time": time[:, 0], "q": q, "tau": tau, "base": base}
    if not os.path.exists(stem + ".csv"):
        raise IdentifyError(f"there is neither {frames} nor {stem}.csv")
    log = np.genfromtxt(stem + ".csv", delimiter=",", names=True, deletechars="", replace_space=" ")
    missing = [column for column in ["time", *(f"{j}/{what}" for j in robot.joints for what in ("q", "tau"))]
               if column not in log.dtype.names]
    if missing:
        raise IdentifyError(f"{stem}.csv has no column {', '.join(missing)}")
    of = {what: np.column_stack([log[f"{joint}/{what}"] for joint in robot.joints]) for what in ("q", "tau")}
    base = np.tile([0, 0, 0, 0, 0, 0, 0, 0, 9.81], (len(log), 1))
    return {"path": stem + ".csv", "stem": stem, "time": log["time"], "base": base} | of


def pieces(log, shortest):
    """the log cut where periods are missing, without pieces that are too short to differentiate; and its period"""
    if not all(np.isfinite(log[what]).all() for what in ("time", "q", "tau", "base")):
        raise IdentifyError(f"{log['path']} holds numbers that are not finite")
    steps = np.diff(log["time"])
    if len(steps) == 0 or not np.median(steps) > 0:
        raise IdentifyError(f"{log['path']} has no time to differentiate by")
    period = np.median(steps)
    cuts = [0, *(np.flatnonzero(np.abs(steps - period) > 0.01 * period) + 1), len(log["time"])]
    found = [slice(a, b) for a, b in zip(cuts, cuts[1:]) if (b - a) * period > shortest]
    if not found:
        raise IdentifyError(f"{log['path']} has no {shortest:g} s without a gap")
    return found, period


def is_driven(log):
    gyroscope = np.sqrt(np.mean(np.sum(log["base"][:, :3] ** 2, axis=1)))
    off = np.linalg.norm(np.mean(log["base"][:, 6:], axis=0) - [0, 0, 9.81])
    return bool(gyroscope > REST_GYROSCOPE or off > REST_ACCELEROMETER)


# ---- filters: all symmetric, so without phase -------------------------------------------------------------------------


def local_polynomial(half, period):
    """weights on 2 half + 1 samples that give value, rate and acceleration in their middle (Savitzky and Golay)"""
    t = np.arange(-half, half + 1) * period
    powers = np.vander(t / t[-1], DEGREE + 1, increasing=True)
    fit = np.linalg.pinv(powers)
    return fit[0], fit[1] / t[-1], 2 * fit[2] / t[-1] ** 2


def filtered(weights, columns):
    return np.column_stack([np.convolve(column, weights[::-1], "valid") for column in columns.T])


def averaged(values, count):
    whole = len(values) // count * count
    return values[:whole].reshape(-1, count, *values.shape[1:]).mean(axis=1)


def felt_torque(told, period, lag):
    """The torque about each sample, over half a period before it and after it, of a motor that was told these torques from
    sample to sample and follows by first order."""
    share = -np.expm1(-period / lag) if lag > 0 else 1
    mean, now = np.empty_like(told), told[0]
    for k, torque in enumerate(told):
        mean[k] = torque + (now - torque) * share * lag / period
        now = now + (torque - now) * share
    return (mean + np.vstack([told[:1], mean[:-1]])) / 2


def sensor_noise(log, what, parts, half, period):
    """standard deviation of what the polynomials leave of each signal: its noise, as long as they can follow it"""
    value = local_polynomial(half, period)[0]
    left = [log[what][part][half:-half] - filtered(value, log[what][part]) for part in parts]
    return rms(np.concatenate(left)) / np.sqrt(1 - value[half])


def best_window(log, driven):
    """s: the longest over which polynomials take no more from the motion (the accelerations of q, the readings of an IMU)
    than they leave of its noise. What they take is what they differ by from shorter ones, beyond noise."""
    parts, period = pieces(log, 4 * SHORTEST)
    noise = {what: sensor_noise(log, what, parts, half_of(SHORTEST, period), period) for what in ("q", "base")}

    def follows(window):
        half, shorter = half_of(window, period), half_of(window / 1.5, period)
        for what, derivative in (("q", 2), ("base", 0))[:2 if driven else 1]:
            weights = local_polynomial(half, period)[derivative]
            difference = weights - np.pad(local_polynomial(shorter, period)[derivative], half - shorter)
            seen = rms(np.concatenate([filtered(difference, log[what][part]) for part in parts]))
            taken = seen ** 2 - np.sum(difference ** 2) * noise[what] ** 2
            if np.any(taken > np.sum(weights ** 2) * noise[what] ** 2):
                return False
        return True

    window, longest = SHORTEST, min([LONGEST, *((part.stop - part.start) * period / 8 for part in parts)])
    while 1.2 * window < longest and follows(1.2 * window):
        window *= 1.2
    return window


def half_of(window, period):
    return max(int(round(window / period / 2)), DEGREE)


class Equations:
    """A log as averaged equations Y pi = tau, for any lag of the motors"""

    def __init__(self, robot, log, window):
        self.robot, self.log, self.driven = robot, log, is_driven(log)
        window = window or best_window(log, self.driven)
        self.parts, self.period = pieces(log, 4 * window)
        self.half = half_of(window, self.period)
        self.together = self.half  # samples that are averaged
        self.weights = local_polynomial(self.half, self.period)
        self.Y = self.of(log["q"], log["base"])

    def of(self, q, base):
        return np.concatenate([self.of_part(q[part], base[part]) for part in self.parts])

    def of_part(self, q, base):
        value, rate, acceleration = self.weights
        motion = {"q": filtered(value, q), "qd": filtered(rate, q), "qdd": filtered(acceleration, q),
                  "base": filtered(value, base), "driven": self.driven}
        some = 200 * self.together  # so many at once: Y of a long log is large
        found = []
        for start in range(0, len(motion["q"]), some):
            cut = {k: v[start:start + some] if isinstance(v, np.ndarray) else v for k, v in motion.items()}
            if len(cut["q"]) >= self.together:
                found.append(averaged(self.robot.regressor(cut), self.together))
        return np.concatenate(found)

    def tau(self, lag):
        return np.concatenate([averaged(filtered(self.weights[0], felt_torque(self.log["tau"][part], self.period, lag)),
                                        self.together) for part in self.parts])

    def smoother(self):
        """the same of a log that has been through the polynomials once already"""
        value, h = self.weights[0], self.half
        smooth = {what: np.concatenate([filtered(value, self.log[what][part]) for part in self.parts])
                  for what in ("q", "tau", "base")}
        smooth["time"] = np.concatenate([self.log["time"][part][h:-h] for part in self.parts])
        return Equations(self.robot, self.log | smooth, 2 * h * self.period)

    def noise(self):
        """what the sensors' noise may have added to Y: that of noise of the same size once more"""
        random = np.random.default_rng(1)
        again = {what: self.log[what] + random.normal(size=self.log[what].shape)
                 * sensor_noise(self.log, what, self.parts, self.half, self.period) for what in ("q", "base")}
        return self.of(again["q"], again["base"]) - self.Y


def rms(values):
    return np.sqrt(np.mean(values ** 2, axis=0))


# ---- what a table may be off by ---------------------------------------------------------------------------------------


def pseudo_inertia(ten):
    """[S h; h' m] of mass, first moments and inertia about the origin; S = trace(I) / 2 - I"""
    m, hx, hy, hz, Ixx, Iyy, Izz, Ixy, Ixz, Iyz = ten
    half = (Ixx + Iyy + Izz) / 2
    return np.array([[half - Ixx, -Ixy, -Ixz, hx], [-Ixy, half - Iyy, -Iyz, hy], [-Ixz, -Iyz, half - Izz, hz],
                     [hx, hy, hz, m]])


def row_metric(ten):
    """G with d'G d = |J0^-1/2 D J0^-1/2|^2, D the pseudo-inertia of d: above 1 no J = J0 + D need be that of a body"""
    size, turn = np.linalg.eigh(pseudo_inertia(ten))
    back = turn / np.sqrt(np.maximum(size, 1e-6 * size.max()))  # a trusted inertia may have eigenvalues below zero
    units = [back.T @ pseudo_inertia(unit_ten) @ back for unit_ten in np.eye(len(OF_ROW))]
    return np.array([[np.sum(a * b) for a in units] for b in units])


class Doubt:
    """The prior: U with |U (pi - table)| = 1 where all is off as far as it may be. Held parameters are not free"""

    def __init__(self, robot, share, tau, Y, held):
        n = len(robot.pi)
        G = np.zeros((n, n))
        free = np.ones(n, bool)
        for r, row in enumerate(robot.rows):
            place = robot.of_row(r)
            if robot.pi[place][0] <= 0 or row["name"] in held:
                free[place] = False
            else:
                G[place, place] = row_metric(robot.pi[place]) / share ** 2
        for what in OF_FREEDOM:
            for i, place in enumerate(robot.of_freedom(what)):
                # what the table says, or what takes a twentieth of the torque
                column = rms(Y[:, i, place])
                small = 0.05 * rms(tau[:, i]) / column if column > 0 else 0
                scale = max(share * robot.pi[place], small)
                free[place] = scale > 0 and what not in held and robot.joints[i] not in held and robot.row_of[i] not in held
                G[place, place] = 1 / scale ** 2 if scale > 0 else 0
        self.free = np.flatnonzero(free)
        self.U = np.linalg.cholesky(G[np.ix_(self.free, self.free)]).T


# ---- the fit ----------------------------------------------------------------------------------------------------------


def squares(Y):
    """Y'Y of each joint"""
    return np.einsum("sja,sjb->jab", Y, Y, optimize=True)


class Fit:
    """pi of least |(tau - Y pi) / sigma|^2 + |U (pi - table)|^2, sigma of each joint being its own residual.

    Y has noise itself, which does not average out but makes parameters look smaller: Y'Y is too large by what noise adds to
    it, N'N. Taken off it, the fit is right on the average; in directions where it is more than half, the table is believed.
    """

    def __init__(self, robot, Y, tau, doubt, noise):
        self.robot, self.doubt = robot, doubt
        free, V = doubt.free, np.linalg.inv(doubt.U)

        def whitened(matrices):  # sum over the joints, for unknowns that the prior knows to +- 1
            return V.T @ np.einsum("j,jab->ab", self.sigma ** -2, matrices)[np.ix_(free, free)] @ V

        all_squares, products = squares(Y), np.einsum("sja,sj->ja", Y, tau)
        self.sigma = np.maximum(0.01 * rms(tau), 1e-12)
        for _ in range(5):
            rest = self.sigma ** -2 @ (products - (all_squares - noise) @ robot.pi)
            L = np.linalg.cholesky(whitened(all_squares) + np.eye(len(free)))
            inverse = np.linalg.inv(L)
            share, turn = np.linalg.eigh(inverse @ whitened(noise) @ inverse.T)  # of noise, in each direction
            way = inverse.T @ turn  # the directions: columns
            is_clear = share < 0.5
            amount = np.where(is_clear, way.T @ V.T @ rest[free] / (1 - np.where(is_clear, share, 0)), 0)
            self.pi = robot.pi.copy()
            self.pi[free] += V @ way @ amount
            self.residual = rms(tau - Y @ self.pi)
            self.sigma = np.maximum(self.residual, 1e-5 * rms(tau) + 1e-12)
        # one standard deviation of each direction, by the log or by the table: covariance = B B'
        prior = np.linalg.norm(way, axis=0)
        deviation = np.where(is_clear, 1 / (1 - np.where(is_clear, share, 0)), 1 / prior)
        self.B = np.zeros((len(robot.pi), len(free)))
        self.B[free] = V @ way * deviation
        self.prior_B = np.zeros_like(self.B)
        self.prior_B[free] = V
        self.told = int(np.sum(deviation * prior < TOLD))
        self.shift = np.zeros_like(self.pi)

    def see_filter(self, equations, lag, noise):
        """What the filter takes from the motion draws the fit to one side, by about as much as the same filter once more"""
        smoother = equations.smoother()
        self.shift = Fit(self.robot, smoother.Y, smoother.tau(lag), self.doubt, noise).pi - self.pi

    def spread(self, weights):
        """(standard error of a combination, that of the prior)"""
        return np.hypot(np.linalg.norm(weights @ self.B), self.shift @ weights), np.linalg.norm(weights @ self.prior_B)


def best_lag(robot, equations, doubt_of, noise):
    """s, from 0 to 5 ms: the lag that leaves least, relative to each joint's torque"""

    def left(lag):
        tau = equations.tau(lag)
        return np.sum((Fit(robot, equations.Y, tau, doubt_of(tau), noise).residual / rms(tau)) ** 2)

    low, high, golden = 0.0, 5e-3, (np.sqrt(5) - 1) / 2
    a, b = high - golden * (high - low), low + golden * (high - low)
    at_a, at_b = left(a), left(b)
    while high - low > 2e-5:
        if at_a < at_b:
            high, b, at_b = b, a, at_a
            a = high - golden * (high - low)
            at_a = left(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + golden * (high - low)
            at_b = left(b)
    return (low + high) / 2


def impossible(robot, fit):
    """[(row, what is wrong with it)]: what no real body, and no real drive, can be"""
    found = []
    for r, row in enumerate(robot.rows):
        ten = fit.pi[robot.of_row(r)]
        if np.array_equal(ten, robot.pi[robot.of_row(r)]):
            continue
        lowest = np.linalg.eigvalsh(pseudo_inertia(ten))[0]
        if ten[0] <= 0:
            found.append((row["name"], f"its mass is {ten[0]:.4g} kg"))
        elif lowest < -1e-9 * np.trace(pseudo_inertia(ten)):
            found.append((row["name"], f"its pseudo-inertia has the eigenvalue {lowest:.3g}: no body with a mass of "
                                       f"{ten[0]:.4g} kg has these moments"))
    for what in OF_FREEDOM:
        for joint, place in zip(robot.joints, robot.of_freedom(what)):
            weights = np.eye(len(robot.pi))[place]
            if fit.pi[place] < -3 * fit.spread(weights)[0]:
                found.append((joint, f"its {what} is {fit.pi[place]:.4g} {UNITS[what]}, below zero by more than its error"))
    return found


# ---- what is said of it -------------------------------------------------------------------------------------------------


def combination_name(robot, one, most):
    terms = [robot.names[one["first"]]]
    others = [(j, w) for j, w in zip(one["of"], one["weight"]) if j != one["first"]]
    for j, w in others[:most]:
        terms.append(f"{'-' if w < 0 else '+'} {'' if abs(abs(w) - 1) < 1e-9 else f'{abs(w):.4g} '}{robot.names[j]}")
    if len(others) > most:
        terms.append(f"+ {len(others) - most} more")
    return " ".join(terms)


def show(robot, log, equations, fit, tau, lag, lag_is_given, noise, everything):
    seconds = sum(part.stop - part.start for part in equations.parts) * equations.period
    print(f"{robot.name}, {log['path']}: {seconds:.2f} s at {1 / equations.period:.0f} Hz in "
          f"{len(equations.parts)} piece(s); the base {'moves as its IMU says' if equations.driven else 'stands still'}")
    print(f"  q, qd, qdd: polynomials of degree {DEGREE} over {2 * equations.half * equations.period:.3g} s, no phase; torques "
          f"through the same; {equations.half * equations.period:.3g} s dropped at each end;")
    print(f"  averaged over {equations.together * equations.period:.3g} s: {len(tau)} samples. Torque lag {1e3 * lag:.2f} ms "
          f"({'given' if lag_is_given else 'fitted'})")
    still = [joint for joint, way in zip(robot.joints, np.ptp(log["q"], axis=0)) if way < STILL]
    if still:
        print(f"  {', '.join(still)} moved by less than {STILL} rad (m): this log cannot tell what they weigh, nor their friction")
    before = rms(tau - equations.Y @ robot.pi)
    print(f"\n  {'torque, RMS':14} {'':>12} {'off by: table':>20} {'fitted':>20} {'by sensor noise':>20}")
    lines = list(zip(robot.joints, rms(tau), before, fit.residual, noise))
    total = [np.linalg.norm([line[k] for line in lines]) for k in range(1, 5)]
    for joint, size, *off in [*lines, ("all", *total)]:
        print(f"  {joint:14} {size:9.4g} Nm " + "".join(f" {x:9.3g} Nm {100 * x / size:6.2f} %" for x in off))

    known = robot.combinations(equations.driven)
    Yb = (equations.Y[:, :, [one["first"] for one in known]] / fit.sigma[:, None]).reshape(-1, len(known))
    lengths = np.linalg.norm(Yb, axis=0)
    condition = np.linalg.cond(Yb / np.where(lengths > 0, lengths, 1))
    print(f"\n  torques can see {len(known)} combinations of the {len(robot.pi)} parameters. This log tells {fit.told} directions "
          f"better than the table;\n  condition of its equations, columns of equal length: {condition:.3g}")

    if condition > 100:
        print("  That is much: this motion hardly tells some of them apart. Move the joints more, and independently.")
    print(f"\n  {'table':>12} {'fitted':>12} {'+-':>9}  what the log tells{' and what not (?)' if everything else ''}")
    untold = 0
    for one in known:
        weights = np.zeros(len(robot.pi))
        weights[one["of"]] = one["weight"]
        error, prior = fit.spread(weights)
        is_told = error < TOLD * prior
        untold += not is_told
        if is_told or everything:
            print(f"  {weights @ robot.pi:12.5g} {weights @ fit.pi:12.5g} {error:9.2g} {' ' if is_told else '?'}"
                  f"{combination_name(robot, one, 99 if everything else 2)}, {unit(robot.names[one['first']])}")
    if untold and not everything:
        print(f"  {untold} more stay as the table has them, about: --all shows them")
    return total, condition


def advice(robot, found):
    print("\nidentify: no machine can be what was fitted:", file=sys.stderr)
    for name, wrong in found:
        print(f"  {name}: {wrong}", file=sys.stderr)
    names = sorted({name for name, _ in found})
    print("What to do next:\n"
          "  a longer log, or one that moves these joints faster and further: what a log hardly shows is fitted to its noise\n"
          "  signs and units: does torque along +q speed the joint up? Is it N m, after the gear? Is q in rad?\n"
          f"  --hold {','.join(names)}: leave these rows as the table has them\n"
          "  --doubt 0.2: rows that the table knows within 20 %", file=sys.stderr)


# ---- the fitted table -----------------------------------------------------------------------------------------------------


def inertia_about_origin(row):
    """mass, first moments and inertia about the origin, as pi has them"""
    c, (xx, yy, zz, xy, xz, yz) = row.com, row.inertia
    return np.array([row.mass, *(row.mass * x for x in c), *moved_by((xx, yy, zz, xy, xz, yz), row.mass, c)])


def moved_by(inertia, mass, c):
    """by parallel axes, the signs of limb::Inertia"""
    xx, yy, zz, xy, xz, yz = inertia
    return (xx + mass * (c[1] ** 2 + c[2] ** 2), yy + mass * (c[0] ** 2 + c[2] ** 2), zz + mass * (c[0] ** 2 + c[1] ** 2),
            xy - mass * c[0] * c[1], xz - mass * c[0] * c[2], yz - mass * c[1] * c[2])


def rounded(values):
    return tuple(float(f"{value:.9g}") for value in values)


def fitted_row(row, body, motor):
    """a row with changes of its ten inertial parameters, and of damping, friction and armature of its one freedom. What stays is
    as it was, to the last bit; pi counts a rotor with its gear as armature and as rings on the rows, which the changes leave out."""
    row = copy.copy(row)
    if np.any(body):
        m, *h = (inertia_about_origin(row) + body)[:4]
        c = [x / m for x in h]
        row.inertia = rounded(moved_by((inertia_about_origin(row) + body)[4:], -m, c))
        (row.mass,), row.com = rounded([m]), rounded(c)
    for what, change in zip(OF_FREEDOM, motor):
        if change:
            value = getattr(row, what) + change
            if what == "armature" and value < 0 and row.rotor:  # then it is the rotor that is lighter
                (row.rotor,) = rounded([max(row.rotor + value / row.gear ** 2, 0)])
            (value,) = rounded([max(value, 0)])  # below zero within its error: zero
            setattr(row, what, value)
    return row


def write_fitted(model, pi, path, log):
    """the table that was fitted: what the log does not tell, and what it cannot, is as it was"""
    change = pi - model.pi
    rows = rows_of(model.table, model.name, os.path.basename(path))
    motors = {what: model.of_freedom(what) for what in OF_FREEDOM}
    rows.rows = [fitted_row(row, change[model.of_row(r)], [change[motors[what][given["freedom"]]] for what in OF_FREEDOM]
                            if row.freedoms == 1 else []) for r, (row, given) in enumerate(zip(rows.rows, model.rows))]
    about = (f"{rows.name}, fitted to {write_table.remark(os.path.basename(log['path']))} by tools/limb identify. What that log does not tell is as it was.\n"
             "Metres, kilograms, kg m^2 about the centre of mass in body axes.")
    with open(path, "w", encoding="utf-8") as file:
        file.write(write_table.header(rows, about, "robots::fitted"))
    several = [row.name for row in rows.rows if row.freedoms > 1]
    if several:
        print(f"\n  damping, friction and armature of {', '.join(several)} stay as they were: a row has one number for all its freedoms")


def plot(robot, equations, fit, tau, prefix):
    try:
        import matplotlib
    except ImportError:
        return
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(robot.dof, 1, figsize=(10, 2.2 * robot.dof), sharex=True, squeeze=False)
    time = np.arange(len(tau)) * equations.together * equations.period
    for i, (joint, axis) in enumerate(zip(robot.joints, axes[:, 0])):
        for label, pi, color in (("table", robot.pi, "C1"), ("fitted", fit.pi, "C0")):
            axis.plot(time, (tau - equations.Y @ pi)[:, i], color=color, label=label)
        axis.set_ylabel(f"{joint}, N m")
    axes[0, 0].legend(loc="upper right")
    axes[0, 0].set_title("torque that the model leaves unexplained")
    axes[-1, 0].set_xlabel("time, s (pieces of the log in a row)")
    figure.tight_layout()
    figure.savefig(f"{prefix}.png", dpi=110)
    print(f"\n  plot: {prefix}.png")


def parser():
    parser = argparse.ArgumentParser(prog="tools/limb identify", description="Fits masses, moments, friction and armatures "
                                     "of a robot's table to a log of its motion. Exits with 1 where no machine can be what was fitted.",
                                     epilog="Standard errors know of the sensors' noise and of the filter, not of friction that is "
                                     "no sum of a viscous and a Coulomb part.")
    parser.add_argument("log", help="LOG, LOG.csv or LOG.frames of tools/limb hil: the recorded link is read, that is, what "
                                    "the sensors said; or another logger's LOG.csv with columns time, ROW/q, ROW/tau")
    parser.add_argument("--robot", help=f"{HELP}; default: the one that LOG.frames names, or arm6")
    parser.add_argument("--window", type=float, help="s, over which q is differentiated; default: the longest that follows it")
    parser.add_argument("--lag", type=float, help="s, by which motors follow the logged torques; default: fitted")
    parser.add_argument("--doubt", type=float, default=0.5, help="share by which rows of the table may be off (default 0.5)")
    parser.add_argument("--hold", default="", metavar="A,B", help="leave alone: rows by name, or damping, friction, armature")
    parser.add_argument("--all", action="store_true", help="every combination in full, also those that the log does not tell")
    parser.add_argument("--write", metavar="FILE.hpp", help="write the fitted table")
    parser.add_argument("--json", metavar="FILE", help="write the figures")
    options_of_import.add(parser.add_argument_group("when a file is read"))
    return parser


def main():
    arguments = parser().parse_args()
    if not 0 < arguments.doubt or not 0 < (arguments.window or 1) or not 0 <= (arguments.lag or 0):
        parser().error("--doubt and --window must be above 0, --lag not below")

    if not np:
        raise IdentifyError("Python has no numpy; install it (Debian: python3-numpy)")
    robot = Model(Robot.of(arguments.robot or recorded_robot(arguments.log) or "arm6", arguments).with_drives())
    held = [word for word in arguments.hold.split(",") if word]
    unknown = [word for word in held if word not in OF_FREEDOM + robot.joints + [row["name"] for row in robot.rows]]
    if unknown:
        raise IdentifyError(f"--hold: {robot.name} has no {', '.join(unknown)}")
    log = read_log(robot, arguments.log)
    equations = Equations(robot, log, arguments.window)

    def doubt_of(tau):
        return Doubt(robot, arguments.doubt, tau, equations.Y, held)

    noise = equations.noise()
    noise_squares = squares(noise)
    lag = arguments.lag if arguments.lag is not None else best_lag(robot, equations, doubt_of, noise_squares)
    tau = equations.tau(lag)
    fit = Fit(robot, equations.Y, tau, doubt_of(tau), noise_squares)
    fit.see_filter(equations, lag, noise_squares)

    total, condition = show(robot, log, equations, fit, tau, lag, arguments.lag is not None, rms(noise @ fit.pi),
                            arguments.all)
    plot(robot, equations, fit, tau, log["stem"] + "-identify")
    found = impossible(robot, fit)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"torque": total[0], "table": total[1] / total[0], "fitted": total[2] / total[0],
                       "noise": total[3] / total[0], "lag": lag, "told": fit.told, "condition": float(condition),
                       "parameters": dict(zip(robot.names, fit.pi)), "table_parameters": dict(zip(robot.names, robot.pi)),
                       "impossible": sorted({name for name, _ in found})}, file)
    if found:
        advice(robot, found)
        return 1
    if arguments.write:
        write_fitted(robot, fit.pi, arguments.write, log)
        print(f"  table: {arguments.write}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # head has seen enough
        os._exit(0)
    except (IdentifyError, *ERRORS) as error:
        print(f"identify: {explain(error)}", file=sys.stderr)
        sys.exit(2)
