"""A robot as limb's table has it, wherever it was read from, and what must be true of it.

A row is a body and the joint it hangs from (lib/limb/row.hpp). The checks are those of limb::tree(), made here so that
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
        out = {f.name: getattr(self, f.name) for f in dataclasses.fields(self) if f.name not in ("place", "joint_name", "lacks")}
        if self.joint not in ("revolute", "prismatic", "helical", "universal", "cylindrical"):
            del out["axis"]
        if self.joint != "universal":
            del out["axis2"]
        if self.joint != "helical":
            del out["pitch"]
        if self.joint == "floating":  # its frame at q = 0 is the world's
            del out["at"], out["rotation"]
        return out


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


def _minors(s, slack):
    """limb::table::check_row's test, number by number"""
    xx, yy, zz, xy, xz, yz = s
    d3 = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
    return (xx > -slack and yy > -slack and zz > -slack and xx * yy - xy * xy > -slack * abs(xx + yy)
            and xx * zz - xz * xz > -slack * abs(xx + zz) and yy * zz - yz * yz > -slack * abs(yy + zz)
            and d3 > -slack * abs(xx + yy + zz) * abs(xx + yy + zz))


def wrong_with_inertia(mass, inertia):
    """why no real body has it, and by how much; None when one can"""
    size = inertia[0] + inertia[1] + inertia[2]
    if mass == 0 and not any(inertia):
        return None
    if mass == 0:
        return "has inertia but no mass"
    if not any(inertia):
        return f"has {mass:g} kg but no inertia: a point, which a joint through it cannot turn"
    a, b, c = sorted(linear.eigen(inertia)[0])
    moments = f"principal moments {a:.4g}, {b:.4g}, {c:.4g} kg m^2"
    if not _minors(inertia, 0):
        return f"inertia is not positive definite: {moments}"
    if not _minors(_second_moments(inertia), 1e-6 * size):
        return (f"inertia breaks the triangle inequality: {moments}, the largest exceeds the sum of the others by "
                f"{c - a - b:.3g} ({100 * (c - a - b) / c:.2g} %)")
    return None


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


def check_inertias(robot, report, repair, trust):
    problems = []
    for row in robot.rows:
        if row.mass < 0:
            problems.append(Problem(row.place, f"mass is {row.mass:g} kg", "give it the mass of the body"))
            continue
        wrong = None if row.trust_inertia else wrong_with_inertia(row.mass, row.inertia)
        if not wrong:
            continue
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
    beyond = {row.name: row.mass for row in robot.rows}
    for row in reversed(robot.rows):
        if row.freedoms and not beyond[row.name] > 0:
            refuse(row.place, f"the joint of {row.name} moves no mass", "give a link beyond it an <inertial>, or make the joint fixed")
        if row.parent in beyond:
            beyond[row.parent] += beyond[row.name]


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
