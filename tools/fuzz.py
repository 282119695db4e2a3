#!/usr/bin/env python3
"""Robots that nobody chose, and whether limb computes them right: tools/limb fuzz.

    tools/limb fuzz --robots 100 --seed 1     as many as you have patience for; about 5 s of one processor each
    tools/limb fuzz --robots 1 --seed 1 --from 17     robot 17 of seed 1 alone

Each robot is a random table: topology, order of rows, joints, fixed rows, massless frames, drives. A third of them is oblique, a third
nice (right angles, zeros, round bodies, coinciding joints), a third almost nice (nice numbers off by 1e-16 to 1e-4, or rounded).
tests/random_robots.cpp calls every public function with every option on them, written out, looped over and with shared limbs, and
compares with the equations of motion in another way (tests/oracle). What differs is made smaller while it still does, and printed.
"""
import argparse
import concurrent.futures
import copy
import math
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.join(ROOT, "tools", "robot"))
import compiled  # noqa: E402

TESTS = os.path.join(ROOT, "tests")
STYLES = ["oblique", "nice", "almost nice"]
EXTRAS = ["derivatives", "closed", "parts"]
TOGETHER = 4     # robots in one program
LONGEST = 120    # s: a program that has not ended by then hangs
with open(os.path.join(ROOT, "lib", "limb", "table", "error.hpp")) as sentences:
    MISTAKES = re.findall(r'= "(\w+): ', sentences.read())   # for which limb refuses a table

FREEDOMS = {"fixed": 0, "universal": 2, "cylindrical": 2, "planar": 3, "spherical": 3, "floating": 6}
JOINTS = ["fixed"] * 3 + ["revolute_x", "revolute_y", "revolute_z"] * 3 + ["revolute"] * 3 + ["prismatic_x", "prismatic_y", "prismatic_z"] + \
         ["prismatic", "helical", "universal", "cylindrical", "planar", "spherical"]
WITH_AXIS = ("revolute", "prismatic", "helical", "universal", "cylindrical")
TURNS = ("revolute", "revolute_x", "revolute_y", "revolute_z", "helical")


def freedoms(joint):
    return FREEDOMS.get(joint, 1)


# ---- vectors ----------------------------------------------------------------------------------------------------------


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    size = math.sqrt(dot(a, a))
    return [x / size for x in a]


def times(A, B):
    return [[dot(row, column) for column in zip(*B)] for row in A]


def rpy(angles):
    (sr, cr), (sp, cp), (sy, cy) = [(math.sin(a), math.cos(a)) for a in angles]
    return times(times([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]], [[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]]), [[1, 0, 0], [0, cr, -sr], [0, sr, cr]])


# ---- drawing a robot --------------------------------------------------------------------------------------------------


class Draw:
    """Numbers of one style. Only random() of Python's generator is used: its numbers are the same in every version."""

    def __init__(self, seed, number):
        self.source = random.Random(seed * 1_000_003 + number)
        self.style = STYLES[number % 3]

    def chance(self, share):
        return self.source.random() < share

    def between(self, low, high):
        return low + (high - low) * self.source.random()

    def one_of(self, things):
        return things[int(self.source.random() * len(things))]

    def nearly(self, x, most=1e-4, fewest=3):
        """x, or all but x: off by 1e-16 to `most`, or rounded to `fewest` to 9 decimals"""
        if self.style != "almost nice" or self.chance(0.4):
            return x
        if self.chance(0.3):
            return round(x, fewest + int(self.between(0, 10 - fewest)))
        return x + 10 ** self.between(-16, math.log10(most)) * self.one_of([-1, 1])

    def way(self, size):
        if self.style == "oblique":
            return [self.between(-size, size) for _ in range(3)]
        lengths = [0, 0, 0, size, -size / 2, round(self.between(-size, size), 2)]
        return [self.nearly(self.one_of(lengths)) for _ in range(3)]

    def axis(self):
        if self.style == "oblique":
            return unit([self.between(-1, 1) + 0.05, self.between(-1, 1), self.between(-1, 1) + 0.01])
        a = self.one_of([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1], [0, -1, 0], [0.6, 0, 0.8], [1 / 3, 2 / 3, 2 / 3]])
        off = [self.nearly(0, fewest=9) for _ in range(3)]
        return [x + y for x, y in zip(a, cross(a, off))]   # across it, so that it stays a unit vector to second order

    def rotation(self):
        """C++ of a rotation"""
        if self.style == "oblique":
            angles = [self.between(-3, 3) for _ in range(3)]
        elif self.chance(0.5 if self.style == "nice" else 0.2):
            return None
        else:
            angles = [self.nearly(self.one_of([0, 0, 0, math.pi / 2, -math.pi / 2, math.pi, math.pi / 4])) for _ in range(3)]
        if self.chance(0.6):
            return "limb::rpy(" + ", ".join(map(repr, angles)) + ")"
        decimals = self.one_of([6, 7, 9, 12, 17]) if self.style == "almost nice" else 17
        return "{" + ", ".join("{" + ", ".join(repr(round(x, decimals) + 0.0) for x in row) + "}" for row in rpy(angles)) + "}"

    def inertia(self, mass):
        """about the centre of mass, of a body that there can be: xx yy zz xy xz yz"""
        size = mass * 0.1 ** 2
        if self.style == "oblique":
            s = [size * self.between(0.2, 1) for _ in range(3)]
            R = rpy([self.between(-3, 3) for _ in range(3)])
            S = times(times(R, [[s[0], 0, 0], [0, s[1], 0], [0, 0, s[2]]]), list(zip(*R)))
            return [S[1][1] + S[2][2], S[0][0] + S[2][2], S[0][0] + S[1][1], -S[0][1], -S[0][2], -S[1][2]]
        a, b = round(size * self.between(0.5, 1), 4) + 1e-4, round(size * self.between(0.5, 1), 4) + 1e-4
        round_about = self.one_of([[a, a, b], [a, b, a], [b, a, a], [a, a, a], [a, b, (a + b) * 0.75]])
        near = lambda x: x + self.nearly(0) * a   # noqa: E731
        return [near(x) for x in round_about] + [near(0) if self.chance(0.3) else 0 for _ in range(3)]

    def body(self, row):
        row["mass"] = self.nearly(round(self.between(0.2, 3), 1))
        if self.style != "oblique" and row["joint"][-2:] in ("_x", "_y", "_z") and self.chance(0.35):   # a wheel
            along, size = "xyz".index(row["joint"][-1]), row["mass"] * 0.005
            row["com"] = [self.nearly(0.1 if k == along and self.chance(0.5) else 0) for k in range(3)]
            row["inertia"] = [self.nearly(1.5 if k == along else 1) * size for k in range(3)] + [self.nearly(0) * size for _ in range(3)]
            return
        row["com"] = self.way(0.15)
        row["inertia"] = self.inertia(row["mass"])

    def row(self, name, parent, joint, axis=None):
        row = {"name": name, "parent": parent, "joint": joint}
        if joint in WITH_AXIS:
            row["axis"] = axis or self.axis()
        if joint == "universal":
            row["axis2"] = unit(cross(row["axis"], [0.36, 0.48, 0.8])) if self.style == "oblique" else \
                self.one_of([a for a in ([1, 0, 0], [0, 1, 0], [0, 0, 1]) if abs(dot(a, row["axis"])) < 0.9])
        if joint == "helical":
            row["pitch"] = self.nearly(self.one_of([0.1, -0.05]))
        if joint != "floating":
            row["at"] = self.way(0.4)
            row["rotation"] = self.rotation()
        self.body(row)
        if freedoms(joint) and joint not in ("floating", "spherical"):
            if self.chance(0.3):
                row["armature"] = self.nearly(0.02)
            if freedoms(joint) == 1 and self.chance(0.2):
                row["rotor"], row["gear"] = 1e-5, self.one_of([1, -20, 50])
            if self.chance(0.2):
                row["rest"] = 0.3
        if freedoms(joint):
            if joint != "floating" and self.chance(0.2):
                row["stiffness"] = self.between(0, 5)
            if self.chance(0.3):
                row["damping"], row["friction"] = self.between(0, 0.5), self.between(0, 0.5)
        return row

    def robot(self):
        most = 3 + int(self.between(0, 4))
        root = "floating" if self.chance(0.2) else "fixed" if self.chance(0.25) else self.one_of(JOINTS)
        rows = [self.row("r0", "world", root)]
        budget = 9 - freedoms(root) // 2
        while len(rows) < most and budget > 0:
            up = rows[-1] if self.chance(0.6) else self.one_of(rows)
            joint = self.one_of([j for j in JOINTS if freedoms(j) <= budget])
            if up["joint"] in TURNS and up["joint"] != "helical" and self.chance(0.35):
                joint = up["joint"]   # parallel, if nothing turns it
            rows.append(self.row(f"r{len(rows)}", up["name"], joint, up.get("axis") if joint == up["joint"] and self.chance(0.5) else None))
            budget -= freedoms(joint)
        if sum(freedoms(row["joint"]) for row in rows) == 0:
            rows.append(self.row(f"r{len(rows)}", rows[-1]["name"], "revolute_y"))
        twins = self.chance(0.15)
        if twins:   # limbs of the root's that are alike but for their numbers
            for k in range(2):
                upper = self.row(f"r{len(rows)}", "r0", "revolute_y")
                lower = self.row(f"r{len(rows) + 1}", upper["name"], "revolute_y")
                for row in (upper, lower):
                    for field in ("rotation", "armature", "rotor", "gear"):
                        row.pop(field, None)
                rows += [upper, lower]
        # what weighs nothing: frames, and rows that turn what does
        for row in rows:
            below = [other for other in rows if other["parent"] == row["name"]]
            across = row["joint"] in TURNS and any(b["joint"] in TURNS and b["joint"] != row["joint"] and not b.get("rotation") for b in below) and \
                self.style == "nice" and row["joint"].startswith("revolute_")
            if (row["joint"] == "fixed" and self.chance(0.3)) or (across and self.chance(0.3)):
                for field in ("mass", "com", "inertia", "rotor", "gear"):
                    row.pop(field, None)
        if self.chance(0.5):
            for i in range(len(rows) - 1, 0, -1):
                j = int(self.between(0, i + 1))
                rows[i], rows[j] = rows[j], rows[i]
        return rows, twins


class Robot:
    """A table and what is tried on it."""

    def __init__(self, seed, number, **change):
        self.seed, self.number = seed, number
        draw = Draw(seed, number)
        self.style = draw.style
        self.rows, self.twins = draw.robot()
        names = [row["name"] for row in self.rows]
        self.asked, self.held = draw.one_of(names), [draw.one_of(names), draw.one_of(names)]
        self.extra = EXTRAS[(number // 3) % len(EXTRAS)]
        self.ends = [[draw.one_of(names + ["world"]), draw.one_of(names)] for _ in range(2)]
        self.points = [[[round(draw.between(-0.3, 0.3), 3) for _ in range(3)] for _ in range(2)] for _ in range(2)]
        self.ball = draw.chance(0.4)
        self.cut = draw.one_of(names)
        for field, value in change.items():
            setattr(self, field, value)

    def place(self, name):
        return [row["name"] for row in self.rows].index(name)

    def body_of(self, name):
        """the moving row that a row is fixed to, or the world"""
        while name != "world" and self.rows[self.place(name)]["joint"] == "fixed":
            name = self.rows[self.place(name)]["parent"]
        return name

    def limb_of(self, name):
        names = [name]
        for _ in self.rows:
            names += [row["name"] for row in self.rows if row["parent"] in names and row["name"] not in names]
        return names

    def parts(self):
        """(trunk's rows, leg's rows), or None where there are no two that move"""
        leg = self.limb_of(self.cut)
        trunk = [row for row in self.rows if row["name"] not in leg]
        own = [dict(row, parent="world") if row["name"] == self.cut else row for row in self.rows if row["name"] in leg]
        for part in (trunk, own):
            if not any(freedoms(row["joint"]) for row in part):
                return None
            rest = copy.copy(self)
            rest.rows = part
            for row in part:   # each joint moves something
                if freedoms(row["joint"]) and not any(rest.rows[rest.place(name)].get("mass") for name in rest.limb_of(row["name"])):
                    return None
        return trunk, own

    # ---- as C++

    @staticmethod
    def literal(value):
        return "{" + ", ".join(repr(float(x)) for x in value) + "}" if isinstance(value, list) else repr(float(value))

    def table(self, rows=None):
        lines = []
        for row in rows or self.rows:
            fields = [f'.name = "{row["name"]}", .parent = "{row["parent"]}", .joint = {row["joint"]}']
            for field in ("axis", "axis2", "pitch", "at", "rotation", "mass", "com", "inertia", "armature", "rotor", "gear", "damping", "friction",
                          "stiffness", "rest"):
                value = row.get(field)
                if value is None or value == [0, 0, 0]:
                    continue
                fields.append(f".{field} = {value if field == 'rotation' else self.literal(value)}")
            lines.append("    {" + ", ".join(fields) + "},\n")
        return "{\n" + "".join(lines) + "}"

    def struct(self):
        extra = self.extra
        text = [f"struct Robot{self.number} {{   // {self.style}",
                f"static constexpr int number = {self.number};",
                f"static constexpr limb::Row rows[] = {self.table()};",
                f"static constexpr int row = {self.place(self.asked)}, held[] = {{{self.place(self.held[0])}, {self.place(self.held[1])}}};",
                f"static constexpr bool twins = {str(self.twins).lower()};"]
        if extra == "closed":
            ends = [[a, b] for a, b in self.ends if self.body_of(a) != self.body_of(b)]
            if not ends:
                extra = "derivatives"
            else:
                springs, loops = [], []
                for k, ((a, b), (p, q)) in enumerate(zip(ends, self.points)):
                    springs.append(f'{{.name = "s{k}", .from = "{a}", .from_at = {self.literal(p)}, .to = "{b}", .to_at = {self.literal(q)}, '
                                   f".stiffness = 30, .damping = 2, .length = 0.2}}")
                    joint = "spherical" if self.ball and k == 0 else "distance"
                    loops.append(f'{{.name = "l{k}", .joint = limb::Loop::{joint}, .a = "{a}", .a_at = {self.literal(p)}, .b = "{b}", '
                                 f".b_at = {self.literal(q)}{', .distance = 0.5' if joint == 'distance' else ''}}}")
                text += [f"static constexpr limb::SpringRow springs[] = {{{', '.join(springs)}}};",
                         f"static constexpr limb::LoopRow loops[] = {{{', '.join(loops)}}};"]
        if extra == "parts":
            parts = self.parts()
            if not parts:
                extra = "none"
            else:
                trunk, leg = parts
                mount = self.rows[self.place(self.cut)]["parent"]
                for name, rows in (("trunk", trunk), ("leg", leg)):
                    text += [f"static constexpr limb::Row {name}[] = {self.table(rows)};",
                             f"static constexpr int {name}_row[] = {{{', '.join(str(self.place(row['name'])) for row in rows)}}};"]
                text.append(f"static constexpr int mount = {[row['name'] for row in trunk].index(mount)};")
        text.append(f"static constexpr Extra extra = Extra::{extra};\n}};\n")
        return "\n".join(text)


def header(robots):
    """what tests/random_robots.cpp includes"""
    names = ", ".join(f"Robot{robot.number}" for robot in robots)
    return ("// By tools/fuzz.py; not to be changed by hand.\nusing enum limb::Joint;\n" + "".join(robot.struct() for robot in robots) +
            f"template <class...> struct Robots {{}};\nconstexpr Robots<{names}> drawn{{}};\n")


# ---- trying them ------------------------------------------------------------------------------------------------------


class Workshop:
    """Compiles and runs the test with given robots, in a folder of its own."""

    def __init__(self, folder, compiler):
        self.folder = folder
        unity = os.environ.get("LIMB_UNITY_DIR") or os.path.join(ROOT, "build", "deps", "usr", "share", "cmock", "vendor", "unity", "src")
        self.command = compiled.command(*shlex.split(compiler))
        self.flags = ["-O0", "-DLIMB_FORCE_INLINE=0", "-DLIMB_RANDOM_EVERYTHING", "-DUNITY_INCLUDE_CONFIG_H", f"-I{TESTS}", f"-I{TESTS}/support",
                      "-isystem", unity]
        self.objects = []
        for source in (os.path.join(TESTS, "oracle", "maximal_coordinates.cpp"), os.path.join(ROOT, "port", "host", "host.cpp"),
                       os.path.join(TESTS, "support", "unity_output.cpp"), os.path.join(unity, "unity.c")):
            target = os.path.join(folder, os.path.basename(source) + ".o")
            language = ["gcc"] if source.endswith(".c") else self.command
            compiled.run(*language, *self.flags, "-O2", "-c", source, "-o", target, failed=f"{source} does not compile")
            self.objects.append(target)

    def attempt(self, robots):
        """what the test prints of these robots, [] when all is well; raises Refused when limb refuses a table"""
        stem = os.path.join(self.folder, "_".join(str(robot.number) for robot in robots) + f"_{os.urandom(3).hex()}")
        with open(stem + ".hpp", "w") as file:
            file.write(header(robots))
        try:
            built = subprocess.run([*self.command, *self.flags, f'-DLIMB_RANDOM_ROBOTS="{stem}.hpp"', os.path.join(TESTS, "random_robots.cpp"), *self.objects,
                                    "-o", stem], capture_output=True, text=True)
            if built.returncode != 0:
                named = [mistake for mistake in MISTAKES if f"\"{mistake}: " in built.stderr]
                raise Refused(robots, built.stderr, named[0] if named else "")
            try:
                ran = subprocess.run([stem], capture_output=True, text=True, timeout=LONGEST, cwd=TESTS)
                ended = ran.returncode
            except subprocess.TimeoutExpired:
                ended = None
            if ended is not None and ended >= 0:
                said = [line for line in ran.stdout.splitlines() if line.startswith("robot ")]
                return said if said or ended == 0 else [f"robot {robot.number}: the program ended with {ended}" for robot in robots]
            if len(robots) > 1:   # those behind the one that broke it have not had their turn
                return [line for robot in robots for line in self.attempt([robot])]
            return [f"robot {robots[0].number}: {'does not end' if ended is None else f'the program ended with {ended}'}"]
        finally:
            for suffix in ("", ".hpp"):
                if os.path.exists(stem + suffix):
                    os.remove(stem + suffix)


class Refused(Exception):
    def __init__(self, robots, errors, name):
        super().__init__(name)
        self.robots, self.errors, self.name = robots, errors, name


def results(workshop, robots):
    """[(robot, lines, refused)]"""
    try:
        said = workshop.attempt(robots)
    except Refused as refused:
        if len(robots) == 1:
            return [(robots[0], [], refused)]
        return [result for robot in robots for result in results(workshop, [robot])]
    return [(robot, [line for line in said if re.match(rf"robot {robot.number}\b", line)], None) for robot in robots]


def simpler(robot):
    """robots that are a little less than this one"""
    names = [row["name"] for row in robot.rows]
    for name in names:   # without a row: what hung from it hangs from its parent
        row = robot.rows[robot.place(name)]
        if len(names) == 1 or row["joint"] == "floating":
            continue
        rows = [dict(other, parent=row["parent"]) if other["parent"] == name else other for other in robot.rows if other is not row]
        other = copy.copy(robot)
        other.rows = rows
        left = [r["name"] for r in rows]
        other.asked = robot.asked if robot.asked in left else left[-1]
        other.held = [h if h in left else left[-1] for h in robot.held]
        other.cut = robot.cut if robot.cut in left else left[-1]
        other.ends = [[e if e in left or e == "world" else left[-1] for e in pair] for pair in robot.ends]
        yield other
    if robot.extra != "none":
        other = copy.copy(robot)
        other.extra = "none"
        yield other
    for name in names:   # without a field; a row that moves keeps its mass
        row = robot.rows[robot.place(name)]
        for field in ("armature", "rotor", "damping", "stiffness", "rest", "rotation", "at", "com", "inertia"):
            value = row.get(field)
            plain = [0.01, 0.01, 0.01, 0, 0, 0] if field == "inertia" else [0, 0, 0] if field in ("at", "com") else None
            if value is None or value == plain:
                continue
            other = copy.copy(robot)
            other.rows = [dict(r, **{field: plain}) if r is row else r for r in robot.rows]
            yield other


def smallest(workshop, robot):
    """the smallest robot found that still fails, and what is said of it"""
    said = workshop.attempt([robot])
    smaller = True
    while smaller:
        smaller = False
        for other in simpler(robot):
            try:
                lines = workshop.attempt([other])
            except Refused:
                continue
            if lines:
                robot, said, smaller = other, lines, True
                break
    return robot, said


def parser():
    parser = argparse.ArgumentParser(prog="tools/limb fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", type=int, default=100, metavar="N", help="how many (default: 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the tables (default: 1)")
    parser.add_argument("--from", type=int, default=0, metavar="K", dest="first", help="the first one's number (default: 0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="J", help="compilers at a time")
    parser.add_argument("--compiler", default="clang++" if shutil.which("clang++") else "g++", metavar="C",
                        help="default: clang++, which takes half as long, or g++")
    parser.add_argument("--write", metavar="FILE", help="only write the tables, as tests/random_robots.cpp reads them")
    return parser


def main():
    options = parser().parse_args()
    if options.robots < 1 or options.first < 0 or options.jobs < 1:
        parser().error("--robots and --jobs are at least 1, --from at least 0")
    robots = [Robot(options.seed, number) for number in range(options.first, options.first + options.robots)]
    if options.write:
        with open(options.write, "w") as file:
            file.write(header(robots))
        return 0

    wrong, refused, done = [], [], 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        workshop = Workshop(folder, options.compiler)
        groups = [robots[i:i + TOGETHER] for i in range(0, len(robots), TOGETHER)]
        for group in concurrent.futures.as_completed([pool.submit(results, workshop, group) for group in groups]):
            for robot, lines, refusal in group.result():
                done += 1
                if refusal:
                    refused.append((robot, refusal))
                    named = refusal.name or "an error that limb does not name:\n" + "\n".join(
                        [line for line in refusal.errors.splitlines() if "error" in line][:3])
                    print(f"robot {robot.number} does not compile: {named}", flush=True)
                for line in lines:
                    print(line, flush=True)
                if lines:
                    wrong.append(robot)
            if sys.stdout.isatty():
                print(f"{done}/{len(robots)}", end="\r", flush=True)
            elif done % 100 < TOGETHER:
                print(f"{done}/{len(robots)}", flush=True)
        for robot in wrong[:3]:
            small, said = smallest(workshop, robot)
            print(f"\nrobot {robot.number} of seed {options.seed}, made smaller:\n{small.struct()}" + "\n".join(said))
    unnamed = sum(1 for _, refusal in refused if not refusal.name)
    print(f"{len(robots)} robots of seed {options.seed}: {len(wrong)} wrong, {len(refused)} refused" +
          (f", {unnamed} of them without a word of limb's" if unnamed else ""))
    return 1 if wrong or unnamed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except compiled.CompileError as error:
        sys.exit(f"limb fuzz: {error}")
