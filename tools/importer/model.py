"""A robot as limb's table has it, wherever it was read from, and what must be true of it.

A row is a body and the joint it hangs from (lib/limb/table/row.hpp). The checks are those of limb::tree(), made here so that
they can name the file, the line and the remedy.
"""
import dataclasses
import math

import linear

FREEDOMS = {"fixed": 0, "revolute": 1, "prismatic": 1, "helical": 1, "universal": 2, "cylindrical": 2, "planar": 3,
            "spherical": 3, "floating": 6}
WITH_QUATERNION = ("spherical", "floating")
UNIT_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
MOST_ROWS = 512
MOST_CHARACTERS = 200
HUGE = 1e9  # above it a number is a mistake; a limit is none


@dataclasses.dataclass(frozen=True)
class Place:
    file: str
    line: int
    element: str = ""

    def __str__(self):
        file = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return file + self.element


@dataclasses.dataclass(frozen=True)
class Problem:
    place: Place
    what: str
    remedy: str

    def __str__(self):
        return f"{str(self.place).rstrip(': ')}: {self.what}\n    remedy: {self.remedy}"


class Refusal(Exception):
    def __init__(self, *problems):
        super().__init__("\n".join(map(str, problems)))


def refuse(place, what, remedy):
    raise Refusal(Problem(place, what, remedy))


@dataclasses.dataclass
class Row:
    """limb::Row's fields, in its order, with its defaults (tests/import/options.py compares them), and what only an import knows"""
    name: str
    parent: str                        # "world": the root
    joint: str = "fixed"               # a name of limb::Joint, revolute_x and the like being revolute with an axis
    axis: tuple = UNIT_AXES["z"]
    axis2: tuple = UNIT_AXES["x"]
    pitch: float = 0.0
    at: tuple = linear.ZERO
    rotation: tuple = linear.IDENTITY
    mass: float = 0.0
    com: tuple = linear.ZERO
    inertia: tuple = (0.0,) * 6        # xx yy zz xy xz yz
    armature: float = 0.0
    rotor: float = 0.0
    gear: float = 1.0
    damping: float = 0.0
    friction: float = 0.0
    friction_velocity: float = 0.02
    stiffness: float = 0.0
    rest: float = 0.0
    lower: float = 0.0
    upper: float = 0.0
    velocity_limit: float = 0.0
    effort_limit: float = 0.0
    trust_inertia: bool = False
    trust_units: bool = False
    place: Place = Place("", 0)
    joint_name: str = ""
    lacks: str = ""                    # why it has no mass, where that is not what the file says

    @property
    def freedoms(self):
        return FREEDOMS[self.joint]

    @property
    def numbers(self):
        return self.freedoms + (self.joint in WITH_QUATERNION)

    def given(self):
        """{field: value} of what limb::Row has, the fields that its joint does not use left out"""
        out = {field: getattr(self, field) for field in FIELDS}
        if self.joint not in ("revolute", "prismatic", "helical", "universal", "cylindrical"):
            del out["axis"]
        if self.joint != "universal":
            del out["axis2"]
        if self.joint != "helical":
            del out["pitch"]
        if self.joint == "floating":  # its frame at q = 0 is the world's
            del out["at"], out["rotation"]
        return out


FIELDS = [field.name for field in dataclasses.fields(Row) if field.name not in ("place", "joint_name", "lacks")]


@dataclasses.dataclass
class Robot:
    name: str
    rows: list
    source: str = ""                   # the name of the file

    @property
    def mass(self):
        return sum(row.mass for row in self.rows)

    def children(self, name):
        return [row for row in self.rows if row.parent == name]


def reframe(robot, row, turn=linear.IDENTITY, origin=linear.ZERO):
    """gives a row another frame, x_old = turn x_new + origin; its axes are the caller's"""
    back = linear.transpose(turn)
    row.at = linear.plus(row.at, linear.apply(row.rotation, origin))
    row.rotation = linear.product(row.rotation, turn)
    if row.mass:
        row.com = linear.apply(back, linear.minus(row.com, origin))
    row.inertia = linear.turned(back, row.inertia)
    for child in robot.children(row.name):
        child.at = linear.apply(back, linear.minus(child.at, origin))
        child.rotation = linear.product(back, child.rotation)


# ---- inertia --------------------------------------------------------------------------------------------------------


def _second_moments(inertia):
    half = (inertia[0] + inertia[1] + inertia[2]) / 2
    return (half - inertia[0], half - inertia[1], half - inertia[2], -inertia[3], -inertia[4], -inertia[5])


def _not_negative(s, slack):
    """limb::internal::table::not_negative"""
    xx, yy, zz, xy, xz, yz = s
    trace = abs(xx) + abs(yy) + abs(zz)
    d3 = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
    return (xx >= -slack and yy >= -slack and zz >= -slack and xx * yy - xy * xy >= -slack * trace
            and xx * zz - xz * xz >= -slack * trace and yy * zz - yz * yz >= -slack * trace and d3 >= -slack * trace * trace)


def wrong_with_inertia(mass, inertia, about_frame=0.0):
    """why no real body has it, and by how much; None when one can. limb::internal::table::possible; about_frame: the trace of the second
    moments about the frame that the body's rows were added up in, which rounding is part of"""
    if mass == 0:
        return "has inertia but no mass" if any(inertia) else None
    s = _second_moments(inertia)
    trace = s[0] + s[1] + s[2]
    slack = 1e-6 * abs(trace) + 1e-13 * about_frame
    negative = not _not_negative(inertia, slack)
    if not negative and _not_negative(s, slack):
        return None
    a, b, c = sorted(linear.eigen(inertia)[0])
    moments = f"principal moments {a:.4g}, {b:.4g}, {c:.4g} kg m^2"
    if negative:
        return f"inertia is negative: {moments}"
    return (f"inertia breaks the triangle inequality: {moments}, the largest exceeds the sum of the others by "
            f"{c - a - b:.3g} ({100 * (c - a - b) / c:.2g} %)")


def nearest_inertia(mass, inertia):
    """The nearest inertia that a body of this mass can have, distances being those of the second moments S = trace(I)/2 - I
    (of the pseudo-inertia about the centre of mass, that is): negative eigenvalues of S are raised, to a millionth of the
    whole or a radius of gyration of 0.1 mm, so that the result is a body and no sheet without thickness."""
    values, vectors = linear.eigen(_second_moments(inertia))
    floor = max(1e-6 * sum(max(v, 0.0) for v in values), 1e-8 * mass)
    values = [max(v, floor) for v in values]
    s = linear.turned(vectors, (*values, 0.0, 0.0, 0.0))
    trace = s[0] + s[1] + s[2]
    return (trace - s[0], trace - s[1], trace - s[2], -s[3], -s[4], -s[5])


@dataclasses.dataclass
class Moments:
    """mass, mass times centre, second moments (xx yy zz xy xz yz) about a frame: limb::internal::table::Pseudo"""
    m: float = 0.0
    h: tuple = linear.ZERO
    s: tuple = (0.0,) * 6

    def __add__(self, other):
        return Moments(self.m + other.m, linear.plus(self.h, other.h), linear.plus(self.s, other.s))

    def moved(self, turn, way):
        """seen from a frame in which it is turned and then moved"""
        h = linear.apply(turn, self.h)
        (hx, hy, hz), (x, y, z) = h, way
        g = linear.plus(h, linear.scaled(way, self.m))
        shift = (x * (hx + g[0]), y * (hy + g[1]), z * (hz + g[2]), hx * y + x * g[1], hx * z + x * g[2], hy * z + y * g[2])
        return Moments(self.m, g, linear.plus(linear.turned(turn, self.s), shift))

    def inertia(self):
        """about the centre of mass"""
        if self.m == 0:
            s = self.s
        else:
            (x, y, z), (hx, hy, hz) = linear.scaled(self.h, 1 / self.m), self.h
            s = linear.minus(self.s, (x * hx, y * hy, z * hz, x * hy, x * hz, y * hz))
        trace = s[0] + s[1] + s[2]
        return (trace - s[0], trace - s[1], trace - s[2], -s[3], -s[4], -s[5])


def moments(row):
    return Moments(row.mass, linear.ZERO, _second_moments(row.inertia)).moved(linear.IDENTITY, row.com if row.mass else linear.ZERO)


def bodies(robot):
    """[the rows of a moving body, first the one whose joint moves it]; what is bolted to the world is none"""
    of = {}
    for row in robot.rows:
        if row.freedoms:
            of[row.name] = [row]
        elif row.parent in of:
            of[row.name] = of[row.parent]
            of[row.parent].append(row)
    return [rows for name, rows in of.items() if rows[0].name == name]


def folded(rows):
    """the moments of a body about its first row's frame"""
    whole = {row.name: moments(row) for row in rows}
    for row in reversed(rows[1:]):
        whole[row.parent] += whole[row.name].moved(row.rotation, row.at)
    return whole[rows[0].name]


def check_inertias(robot, report, repair, trust):
    """A row with all that is fixed to it is judged as one body, and nobody feels what is bolted to the world."""
    problems = [Problem(row.place, f"mass is {row.mass:g} kg", "give it the mass of the body") for row in robot.rows if row.mass < 0]
    if problems:
        raise Refusal(*problems)
    for row in robot.rows:
        if row.mass == 0 and row.com != linear.ZERO:
            report.say(f"{row.name} has no mass: its centre of mass is left out")
            row.com = linear.ZERO
    for rows in bodies(robot):
        body = folded(rows)
        wrong = wrong_with_inertia(body.m, body.inertia(), sum(map(abs, body.s[:3])))
        if not wrong or any(row.trust_inertia for row in rows):
            continue
        by_themselves = [(row, wrong_with_inertia(row.mass, row.inertia)) for row in rows]
        for row, wrong in [(row, why) for row, why in by_themselves if why] or [(rows[0], wrong)]:
            if trust:
                row.trust_inertia = True
                report.say(f"trusted: {row.name} {wrong}")
            elif repair and row.mass > 0:
                before, row.inertia = row.inertia, nearest_inertia(row.mass, row.inertia)
                change = max(abs(x - y) for x, y in zip(before, row.inertia))
                report.say(f"repaired: {row.name} {wrong}; now the nearest possible one, no number of it changed by more than {change:.3g} kg m^2")
            else:
                problems.append(Problem(row.place, wrong, "give it an inertia about its centre of mass that a body can have"
                                        + (", or take the nearest one with --repair" if row.mass > 0 else "")))
    if problems:
        raise Refusal(*problems)


# ---- units: limb::internal::table::check_units and looks_like_degrees ---------------------------------------------------------


def check_units(robot, report, trust):
    felt = {row.name: row for rows in bodies(robot) for row in rows}
    radius = {name: math.sqrt(max(sum(row.inertia[:3]) / (2 * row.mass), 0.0)) for name, row in felt.items() if row.mass}
    size = max((max(r, linear.norm(felt[name].com)) for name, r in radius.items()), default=0.0)
    known = all(r > 0 for r in radius.values())
    problems = []
    for row in robot.rows:
        wrong = []
        if row.name in radius:
            r, far = radius[row.name], linear.norm(row.com)
            if r > 100 or (r > 1 and row.mass < 2e-4 * r ** 3):
                wrong.append(f"{row.mass:g} kg with a radius of gyration of {r:.3g} m: is its inertia in kg m^2?")
            if far > 100 or (far > 10 and r > 0 and far > 500 * r and row.mass < 0.1 * far):
                wrong.append(f"{row.mass:g} kg at {far:.3g} m: is its centre of mass in metres?")
        way = linear.norm(row.at)
        if row.name in felt and row.parent in felt and (way > 1000 or (way > 10 and known and way > 300 * size)):
            wrong.append(f"its joint is {way:.3g} m from the one before: is that in metres?")
        turns = row.joint in ("revolute", "helical", "universal", "cylindrical")
        if turns and all(abs(x) <= 720 and x == int(x) for x in (row.lower, row.upper)) and max(abs(row.lower), abs(row.upper)) > 12.6:
            wrong.append(f"limits of {row.lower:g} and {row.upper:g} rad look like degrees")
        if not wrong or row.trust_units:
            continue
        if trust:
            row.trust_units = True
            report.say("trusted: " + row.name + " " + "; ".join(wrong))
        else:
            problems += [Problem(row.place, text, "correct it, or take it as it is with --trust") for text in wrong]
    if problems:
        raise Refusal(*problems)


# ---- the tree -------------------------------------------------------------------------------------------------------


def check(robot, report, repair=False, trust=False):
    """what limb::tree() would refuse; robot.rows must be parents first"""
    if not robot.rows:
        refuse(Place(robot.source, 0), "has no link that could be a row", "give it a joint that moves a link")
    refuse_too_many(robot.rows[0].place, len(robot.rows))
    if not any(row.freedoms for row in robot.rows):
        refuse(robot.rows[0].place, "no joint moves", "give it a joint that moves, or --floating for a body that is free as a whole")
    for row in robot.rows:
        for name in (row.name, row.joint_name):
            if not name.isprintable() or len(name) > MOST_CHARACTERS:
                refuse(row.place, f"a name is longer than {MOST_CHARACTERS} characters or has one that does not print", "choose a plain name")
        for field, value in row.given().items():
            numbers = [x for part in value for x in (part if isinstance(part, tuple) else (part,))] if isinstance(value, tuple) else [value]
            if any(isinstance(x, float) and not math.isfinite(x) for x in numbers):
                refuse(row.place, f"its {field} does not come out as a finite number", "its numbers are too large or too small to reckon with")
    check_inertias(robot, report, repair, trust)
    check_units(robot, report, trust)
    bolted = []
    for row in robot.rows:
        if row.joint == "fixed" and (row.parent == "world" or row.parent in bolted):
            bolted.append(row.name)
    heavy = [row for row in robot.rows if row.name in bolted and row.mass]
    if heavy:
        report.say(f"bolted to the world, so that no joint feels their {sum(row.mass for row in heavy):g} kg (--floating lets the root go): "
                   + ", ".join(row.name for row in heavy))
    rigid = {row.name: row.mass for row in robot.rows}  # with all that is fixed to it
    for row in reversed(robot.rows):
        if row.joint == "fixed" and row.parent in rigid:
            rigid[row.parent] += rigid[row.name]
    for row in robot.rows:
        if row.freedoms and row.lacks and not rigid[row.name] > 0:
            refuse(row.place, f"moves, but {row.lacks}", "give it one; where a link without mass is meant, say so with mass 0 and inertia 0")
        if row.freedoms and row.lacks:
            report.say(f"{row.name} {row.lacks}: it has the {rigid[row.name]:g} kg that are fixed to it")
    beyond = {row.name: moments(row) for row in robot.rows}  # at q = 0
    for row in reversed(robot.rows):
        whole = beyond[row.name]
        if row.freedoms and not whole.m > 0:
            refuse(row.place, f"the joint of {row.name} moves no mass", "give a link beyond it an <inertial>, or make the joint fixed")
        drive = row.armature + row.gear ** 2 * row.rotor
        for axis in turning_axes(row):
            along = linear.dot(axis, linear.apply(linear.full(whole.s), axis))
            felt = sum(whole.s[:3]) - (1 + 1e-13) * along + row.pitch ** 2 * whole.m  # less rounding
            if not felt + drive > 0:
                refuse(row.place, f"the joint of {row.name} moves no inertia: all mass beyond it lies on its axis",
                       "give a link beyond it an inertia, or the joint an armature")
        if row.parent in beyond:
            beyond[row.parent] += whole.moved(row.rotation, row.at)


def turning_axes(row):
    if row.joint in ("revolute", "helical", "cylindrical"):
        return [row.axis]
    if row.joint == "universal":
        return [row.axis, row.axis2]
    return list(UNIT_AXES.values()) if row.joint == "spherical" else [UNIT_AXES["z"]] if row.joint == "planar" else []


def refuse_too_many(place, rows):
    if rows > MOST_ROWS:
        refuse(place, f"has {rows} links; this tool stops at {MOST_ROWS}", "give it as several robots")


def unit_axis(axis, place, report, name, any_length):
    """The axis as a unit vector. any_length: its format says that only the direction counts."""
    length = linear.norm(axis)
    if abs(length - 1) < 4e-16:
        return axis
    text = " ".join(f"{x:g}" for x in axis)
    if length < 1e-9 or not math.isfinite(length):
        refuse(place, f"axis {text} has no direction", "give a unit vector")
    if not any_length and abs(length - 1) > 1e-3:
        unit = " ".join(f"{x / length:.9g}" for x in axis)
        refuse(place, f"axis {text} is not a unit vector: its length is {length:.6g}", f"write {unit}, if that is what is meant")
    report.gather("axes made unit vectors, with the length they had", f"{name} ({length:.9g})")
    return linear.scaled(axis, 1 / length)
