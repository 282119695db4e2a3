"""MuJoCo's MJCF to rows: a body and its joint make a row, named after the body.

A body with several joints is a universal, cylindrical or planar row where its joints make one, otherwise several rows of
which the last has the mass. What MJCF has no word for comes from <custom><numeric name="limb.FIELD.ROW">, as write_mjcf.py
writes it.
"""
import collections
import math
import re

import geom_inertia
import linear
from model import HUGE, UNIT_AXES, Place, Robot, Row, refuse, refuse_too_many, reframe, unit_axis
from xml_file import local

SAVED = "open it in MuJoCo and save it (`compile model.xml saved.xml`, or mj_saveLastXML), and import what it saved"
KINDS = {"hinge": "revolute", "slide": "prismatic", "ball": "spherical", "free": "floating"}
IGNORED = {"visual", "statistic", "asset", "size", "contact", "sensor", "keyframe", "actuator", "tendon", "extension", "deformable"}
IGNORED_IN_BODY = {"geom", "site", "camera", "light", "inertial", "joint", "freejoint"}
MOST_DEFAULTS = 200
CHANGES_MASSES = {"settotalmass": "-1", "boundmass": "0", "boundinertia": "0", "balanceinertia": "false"}
EXTRA = {"pitch": 1, "rotor": 1, "gear": 1, "friction_velocity": 1, "velocity_limit": 1, "effort_limit": 1, "trust_inertia": 1, "trust_units": 1, "mass": 1,
         "rotation": 9}


def read(file, options, report):
    return Reader(file, options, report).robot()


def placed(at, turn, inner_at, inner_turn):
    """a frame in a frame"""
    return linear.plus(at, linear.apply(turn, inner_at)), linear.product(turn, inner_turn)


class WithDefaults:
    """an element whose missing attributes come from its default class"""

    def __init__(self, element, defaults):
        self.element, self.defaults, self.tag, self.sourceline = element, defaults, element.tag, element.sourceline

    def get(self, key, default=None):
        return self.element.get(key, self.defaults.get(key, default))

    def getparent(self):
        return self.element.getparent()


class Reader:
    def __init__(self, file, options, report):
        self.file, self.options, self.report = file, options, report
        self.compiler, self.defaults, self.rows, self.anchors = {}, {"main": {}}, [], []
        self.compiler_place = Place(file.name, 0, "<compiler>")
        self.snap = options.snap
        self.names = collections.Counter(body.get("name") for body in file.root.iterfind(".//body"))  # of rows: how many have it

    # ---- the file

    def robot(self):
        file = self.file
        worlds = []
        for element in file.root.iter():
            if local(element) in ("include", "replicate", "attach", "composite", "flexcomp", "plugin") and isinstance(element.tag, str):
                file.refuse(element, "is not supported", SAVED)
        for element in file.root:
            tag = local(element)
            if tag == "compiler":
                self.compiler.update(element.attrib)
                self.compiler_place = file.place(element)
            elif tag == "default":
                self.read_defaults(element, {})
                self.defaults["main"] = self.defaults[element.get("class") or "main"]
            elif tag == "option":
                self.read_option(element)
            elif tag == "equality":
                self.read_equality(element)
            elif tag == "worldbody":
                worlds.append(element)
            elif tag != "custom":
                if tag not in IGNORED:
                    file.refuse(element, "is no section of MJCF that this tool knows", "remove it, or " + SAVED)
                self.report.ignore(f"<{tag}>")
        self.check_compiler()
        for tag in ("body", "joint"):
            refuse_too_many(file.place(file.root), sum(1 for world in worlds for _ in world.iter(tag)))
        extras = self.read_custom()
        self.add_roots(worlds)
        robot = Robot(file.root.get("model") or "", self.rows, file.name)
        for row, anchor in self.anchors:
            reframe(robot, row, origin=anchor)
        for row in self.rows:
            if row.joint == "floating" and (row.at, row.rotation) != (linear.ZERO, linear.IDENTITY):
                self.report.say(f"pos of {row.name} dropped: the q of a floating root is counted from the world")
                row.at, row.rotation = linear.ZERO, linear.IDENTITY
        self.apply(extras, robot)
        return robot

    def check_compiler(self):
        place = self.compiler_place
        for key, harmless in CHANGES_MASSES.items():
            if self.compiler.get(key, harmless) not in (harmless, "0"):
                refuse(place, f'{key}="{self.compiler[key]}" changes masses behind the file\'s numbers', SAVED)
        if self.compiler.get("coordinate", "local") != "local":
            refuse(place, 'coordinate="global" is not supported', SAVED)
        sequence = self.compiler.get("eulerseq", "xyz")
        if len(sequence) != 3 or any(c not in "xyzXYZ" for c in sequence):
            refuse(place, f'eulerseq="{sequence[:20]}" is no sequence of three axes', "write three of x y z (moving) or X Y Z (fixed)")
        if not re.fullmatch(r"\d \d", self.compiler.get("inertiagrouprange", "0 5")):
            refuse(place, f'inertiagrouprange="{self.compiler["inertiagrouprange"][:20]}" is no range', "write two numbers from 0 to 5")
        if self.compiler.get("angle", "degree") not in ("degree", "radian"):
            refuse(place, f'angle="{self.compiler["angle"][:20]}" is no unit', "write degree or radian")

    def read_defaults(self, element, above):
        name = element.get("class") or "main"
        own = {tag: dict(attributes) for tag, attributes in {**above, **self.defaults.get(name, {})}.items()}
        for child in element:
            if local(child) in ("joint", "geom"):
                own.setdefault(local(child), {}).update(child.attrib)
                if len(own[local(child)]) > MOST_DEFAULTS:
                    self.file.refuse(child, f"has more than {MOST_DEFAULTS} attributes", "MJCF knows far fewer")
        if len(self.defaults) > MOST_DEFAULTS:
            self.file.refuse(element, f"there are more than {MOST_DEFAULTS} default classes", "a robot needs far fewer")
        self.defaults[name] = own
        for child in element.findall("default"):
            if not child.get("class"):
                self.file.refuse(child, "a default inside a default has no class", 'write class="..."')
            self.read_defaults(child, own)

    def merged(self, element, childclass):
        name = element.get("class") or childclass
        if name not in self.defaults:
            self.file.refuse(element, f'there is no default class "{name}"', "declare it in <default>, before it is used")
        return WithDefaults(element, self.defaults[name].get(local(element), {}))

    def read_option(self, option):
        gravity = self.file.numbers(option, "gravity", 3, (0.0, 0.0, -9.81))
        if gravity != (0.0, 0.0, -9.81):
            self.report.say("gravity is {:g} {:g} {:g} in the file: pass limb::Gravity to the sweeps; limb's own is 0 0 -9.81".format(*gravity))
        for key in ("wind", "density", "viscosity"):
            if any(float(x) for x in self.file.numbers(option, key, (1, 3), (0.0,))):
                self.report.say(f"option {key} ignored: limb has no fluid")

    def read_equality(self, equality):
        for element in equality:
            if element.get("active") == "false":
                continue
            if local(element) == "joint" and self.options.mimic == "free":
                self.report.say(f"{element.get('joint1')} no longer follows {element.get('joint2')}: a joint of its own")
                continue
            if local(element) == "joint":
                self.file.refuse(element, f'couples joints "{element.get("joint1")}" and "{element.get("joint2")}", and limb has no coupled joints',
                                 "--mimic free makes it a joint of its own, which you drive accordingly")
            self.file.refuse(element, f"<{local(element)}> closes a loop", "a table is a tree: remove it, and close the loop with limb::loops")

    def read_custom(self):
        """{(row, field): numbers}"""
        extras = {}
        for element in self.file.root.iterfind("custom/*"):
            name = element.get("name") or ""
            if name == "limb.exact":
                self.snap = 0.0
            elif name.startswith("limb."):
                field, _, row = name[len("limb."):].partition(".")
                if field not in EXTRA:
                    self.file.refuse(element, f'"{field}" is no field of a row', "remove it")
                extras[row, field] = self.file.numbers(element, "data", EXTRA[field])
            else:
                self.report.ignore("<custom>")
        return extras

    def apply(self, extras, robot):
        by_name = {row.name: row for row in robot.rows}
        for (name, field), values in extras.items():
            if name not in by_name:
                continue
            row = by_name[name]
            if field == "rotation":
                row.rotation = (values[0:3], values[3:6], values[6:9])
            elif field in ("trust_inertia", "trust_units"):
                setattr(row, field, values[0] != 0)
            elif field == "pitch":
                row.joint, row.pitch = "helical", values[0]
            elif field == "mass":  # none, and that is meant
                row.mass, row.lacks = values[0], ""
            else:
                setattr(row, field, values[0])

    # ---- frames

    def angle(self, value):
        return value if self.compiler.get("angle", "degree") == "radian" else value * math.pi / 180

    def frame(self, element, what):
        """(pos, rotation)"""
        file = self.file
        at = file.numbers(element, "pos", 3, linear.ZERO)
        given = [key for key in ("quat", "axisangle", "euler", "xyaxes", "zaxis") if element.get(key) is not None]
        if len(given) > 1:
            file.refuse(element, f"has {' and '.join(given)}: two orientations", "keep one")
        turn = linear.IDENTITY
        if given == ["quat"]:
            q = file.numbers(element, "quat", 4)
            if sum(x * x for x in q) < 1e-18:
                file.refuse(element, "quat has no length", "write w x y z of a unit quaternion")
            turn = linear.from_quaternion(q)
        elif given == ["axisangle"]:
            *axis, angle = file.numbers(element, "axisangle", 4)
            turn = linear.about(self.direction(element, axis), self.angle(angle))
        elif given == ["euler"]:
            turn = self.euler([self.angle(a) for a in file.numbers(element, "euler", 3)])
        elif given == ["xyaxes"]:
            six = file.numbers(element, "xyaxes", 6)
            x = self.direction(element, six[:3])
            y = linear.minus(six[3:], linear.scaled(x, linear.dot(x, six[3:])))
            y = self.direction(element, y)
            turn = linear.transpose((x, y, linear.cross(x, y)))
        elif given == ["zaxis"]:
            turn = linear.z_to(self.direction(element, file.numbers(element, "zaxis", 3)))
        near, off = linear.quarter_turns(turn, max(self.snap, 1e-14))
        if near and off > 1e-14:
            self.report.snapped(what, off)
        return at, near or turn

    def direction(self, element, vector):
        length = linear.norm(vector)
        if length < 1e-9:
            self.file.refuse(element, "an axis has no direction", "write a vector that is not zero")
        return linear.scaled(vector, 1 / length)

    def euler(self, angles):
        sequence = self.compiler.get("eulerseq", "xyz")
        if sequence == "XYZ":
            return linear.rpy(*angles)
        if sequence == "zyx":
            return linear.rpy(*reversed(angles))
        turn = linear.IDENTITY
        for letter, angle in zip(sequence, angles):
            step = linear.about(UNIT_AXES[letter.lower()], angle)
            turn = linear.product(turn, step) if letter.islower() else linear.product(step, turn)
        return turn

    # ---- bodies

    def add_roots(self, worlds):
        bodies = [entry for world in worlds for entry in self.bodies_in(world, "main")]
        if self.options.root:
            found = [entry for entry in self.all_bodies(worlds) if entry[0].get("name") == self.options.root]
            if not found:
                self.file.refuse(self.file.root, f'--root: there is no body "{self.options.root}"', "name one of the file's bodies")
            bodies = found[:1]
        moving, still = [], []
        for entry in bodies:
            moves = any(local(e) in ("joint", "freejoint") for e in entry[0].iter())
            (moving if moves or self.options.floating else still).append(entry)
        for entry in still:
            self.report.say(f"{entry[0].get('name') or 'a body'} left out: nothing in it moves")
        if not moving:
            self.file.refuse(worlds[0] if worlds else self.file.root, "no body moves", "give a body a joint")
        parent = "world"
        if len(moving) > 1:
            if any(e.tag == "freejoint" or e.get("type") == "free" for entry in moving for e in entry[0]):
                names = ", ".join(str(entry[0].get("name")) for entry in moving[:5])
                self.file.refuse(moving[1][0], f"two roots: {names} hang from the world, and one of them is free",
                                 f'import one: --root "{moving[0][0].get("name")}"')
            parent = self.free_name("ground")
            self.rows.append(Row(parent, "world", place=self.file.place(worlds[0])))
            self.report.say(f'{len(moving)} bodies hang from the world: row "{parent}" carries them')
        for body, childclass, at, turn in moving:
            self.add_body(body, parent, childclass, at, turn, is_root=True)

    def bodies_in(self, element, childclass, at=linear.ZERO, turn=linear.IDENTITY, in_frame=False):
        """[(body, childclass, pos and rotation of the frames in between)]; <frame> is only a place"""
        for child in element:
            tag = local(child)
            if tag == "body":
                yield child, childclass, at, turn
            elif tag == "frame":
                off, rotation = self.frame(child, "a frame")
                yield from self.bodies_in(child, child.get("childclass") or childclass, *placed(at, turn, off, rotation), in_frame=True)
            elif in_frame and tag in ("joint", "freejoint", "inertial"):
                self.file.refuse(child, "inside a <frame> is not supported", "move it out of the frame, or " + SAVED)
            elif tag not in IGNORED_IN_BODY:
                self.file.refuse(child, "is not supported in a body", SAVED)
            elif tag in ("site", "camera", "light"):
                self.report.ignore(f"<{tag}>")

    def all_bodies(self, worlds):
        for world in worlds:
            stack = [(world, "main")]
            while stack:
                element, childclass = stack.pop()
                for entry in self.bodies_in(element, childclass):
                    yield entry
                    stack.append((entry[0], entry[0].get("childclass") or entry[1]))

    def free_name(self, wanted):
        name, count = wanted, 0
        while name in self.names or name == "world":
            count += 1
            name = f"{wanted}_{count}"
        self.names[name] += 1
        return name

    def add_body(self, body, parent, childclass, at, turn, is_root=False):
        file = self.file
        name = body.get("name")
        if not name:
            name = self.free_name("body")
            self.report.say(f"a body without a name (line {body.sourceline}) is row {name}")
        if self.names[name] > 1:
            file.refuse(body, "two bodies have this name", "give every body a name of its own")
        if name == "world":
            file.refuse(body, 'a body is named "world"', "rename it: limb calls so what carries the root")
        childclass = body.get("childclass") or childclass
        if body.get("mocap") == "true":
            file.refuse(body, "mocap bodies are not supported", "remove it")
        if file.number(body, "gravcomp", 0.0) != 0:
            file.refuse(body, "gravcomp cannot be written in a table", "remove it, and add gravity_torque in the controller")
        off, rotation = self.frame(body, f"pos of {name}")
        at, rotation = placed(at, turn, off, rotation)
        whole = Row(name, parent, at=at, rotation=rotation, place=file.place(body))
        self.read_inertia(whole, body, childclass)
        if whole.mass == 0 and body.find("inertial") is None:
            whole.lacks = "has neither <inertial> nor geoms with mass"
        self.add_rows(whole, self.joints(whole, body, childclass, is_root))
        for entry in self.bodies_in(body, childclass):
            self.add_body(entry[0], name, *entry[1:])

    # ---- joints

    def joints(self, whole, body, childclass, is_root):
        """[(row with what the joint says, anchor)]"""
        found, free = [], None
        for element in body:
            if local(element) == "freejoint":
                found.append((Row("", "", "floating", joint_name=element.get("name") or ""), linear.ZERO))
            elif local(element) == "joint":
                found.append(self.joint(self.merged(element, childclass), whole.name))
            if found and found[-1][0].joint == "floating":
                free = element
        if is_root and self.options.floating:
            if found:
                self.file.refuse(body, "--floating, but the root body has a joint already", "leave --floating out")
            return [(Row("", "", "floating"), linear.ZERO)]
        if free is not None and (len(found) > 1 or whole.parent != "world"):
            self.file.refuse(free, "a free joint must be its body's only one, and its body the root",
                             "remove the others, or import that body alone with --root")
        return self.merge(found)

    def add_rows(self, whole, joints):
        """the rows of a body: one a joint, of which the last has the body's name and mass"""
        rows = [row for row, _ in joints] or [whole]
        for k, row in enumerate(rows[:-1]):
            row.name = self.free_name(row.joint_name or f"{whole.name}_{k + 1}")
        for field in ("name", "mass", "com", "inertia", "lacks"):
            setattr(rows[-1], field, getattr(whole, field))
        rows[0].parent, rows[0].at, rows[0].rotation = whole.parent, whole.at, whole.rotation
        for above, row in zip(rows, rows[1:]):
            row.parent = above.name
        for row in rows:
            row.place = whole.place
        if len(rows) > 1:
            self.report.gather("bodies with several joints, a row each", " + ".join(row.name for row in rows))
        self.rows += rows
        self.anchors += [(row, anchor) for row, anchor in joints if anchor != linear.ZERO]

    def joint(self, element, body):
        """(row with what the joint says, anchor)"""
        file = self.file
        kind = element.get("type", "hinge")
        if kind not in KINDS:
            file.refuse(element, f'type="{kind}" is no joint of MJCF', "write hinge, slide, ball or free")
        row = Row("", "", KINDS[kind], joint_name=element.get("name") or "")
        if kind == "free":
            return row, linear.ZERO
        turns = kind == "hinge"
        if turns or kind == "slide":
            row.axis = unit_axis(file.numbers(element, "axis", 3, (0.0, 0.0, 1.0)), file.place(element), self.report, body, any_length=True)
        row.damping, row.friction, row.stiffness, row.armature = (file.at_least_zero(element, key, 0.0)
                                                                  for key in ("damping", "frictionloss", "stiffness", "armature"))
        if kind == "ball" and row.armature:
            file.refuse(element, "a ball with armature cannot be written in a table", "add it to the body's inertia")
        if any(file.numbers(element, "springdamper", 2, (0.0, 0.0))):
            file.refuse(element, "springdamper is not supported", "write stiffness and damping")
        if file.number(element, "ref", 0.0) != 0:
            file.refuse(element, "ref is not zero: q would be counted from elsewhere", "write ref=\"0\" and turn the body instead, or " + SAVED)
        if row.stiffness and kind == "ball":
            self.report.say(f"the spring of {body}: limb's torque is stiffness sin(angle), MuJoCo's stiffness angle")
        elif row.stiffness:
            rest = file.number(element, "springref", 0.0)
            row.rest = self.angle(rest) if turns else rest
        if element.get("limited", "auto") != "false" and element.get("range") is not None and kind != "ball":
            lower, upper = file.numbers(element, "range", 2, limit=float("inf"))
            if lower > upper:
                file.refuse(element, f"range {lower:g} {upper:g} is upside down", "swap the two")
            if -HUGE < lower and upper < HUGE:
                row.lower, row.upper = (self.angle(x) if turns else x for x in (lower, upper))
        if element.get("actuatorfrcrange") is not None:
            row.effort_limit = min(map(abs, file.numbers(element, "actuatorfrcrange", 2)))
        return row, file.numbers(element, "pos", 3, linear.ZERO)

    def merge(self, joints):
        """one row for joints that make a universal, cylindrical or planar one"""
        rows, anchors = [row for row, _ in joints], [anchor for _, anchor in joints]
        same = ("damping", "friction", "stiffness", "rest", "armature", "lower", "upper", "effort_limit")
        if len(rows) < 2 or len(set(anchors)) > 1 or any(getattr(row, key) != getattr(rows[0], key) for row in rows for key in same):
            return joints
        first, kinds = rows[0], [row.joint for row in rows]
        if kinds == ["revolute", "revolute"] and linear.norm(linear.cross(first.axis, rows[1].axis)) > 0.1:
            first.joint, first.axis2 = "universal", rows[1].axis
        elif kinds == ["revolute", "prismatic"] and first.axis == rows[1].axis:
            first.joint = "cylindrical"
        elif kinds == ["prismatic", "prismatic", "revolute"] and [row.axis for row in rows] == list(UNIT_AXES.values()):
            first.joint = "planar"
        else:
            return joints
        return [(first, anchors[0])]

    # ---- inertia

    def read_inertia(self, row, body, childclass):
        file = self.file
        inertial = body.find("inertial")
        from_geoms = self.compiler.get("inertiafromgeom", "auto")
        if from_geoms == "true" or (inertial is None and from_geoms == "auto"):
            self.infer(row, body, childclass)
            return
        for _ in body.iterfind("geom"):
            self.report.ignore("<geom>")
        if inertial is not None:
            row.mass = file.number(inertial, "mass")
            row.com, turn = self.frame(inertial, f"inertial of {row.name}")
            whole = inertial.get("fullinertia") is not None
            if whole == (inertial.get("diaginertia") is not None):
                file.refuse(inertial, "needs either diaginertia or fullinertia", 'write diaginertia="ixx iyy izz"')
            own = file.numbers(inertial, "fullinertia", 6) if whole else (*file.numbers(inertial, "diaginertia", 3), 0.0, 0.0, 0.0)
            row.inertia = linear.turned(turn, own)
    def infer(self, row, body, childclass):
        parts, shapes = [], []
        for geom, inner_class, at, turn in self.geoms_in(body, childclass):
            part, kind = self.geom(self.merged(geom, inner_class), at, turn)
            if part:
                parts.append(part)
                shapes.append(kind)
        if parts:
            row.mass, row.com, row.inertia = geom_inertia.combined(parts)
            self.report.gather("without <inertial>, inferred from their geoms as MuJoCo does", f"{row.name} ({row.mass:.6g} kg, {'; '.join(shapes)})")

    def geoms_in(self, element, childclass, at=linear.ZERO, turn=linear.IDENTITY):
        for child in element:
            if local(child) == "geom":
                yield child, childclass, at, turn
            elif local(child) == "frame":
                off, rotation = self.frame(child, "a frame")
                yield from self.geoms_in(child, child.get("childclass") or childclass, *placed(at, turn, off, rotation))

    def geom(self, element, at, turn):
        """((mass, com, inertia) in the body's frame, its shape), or (None, shape) when it has no mass"""
        file = self.file
        kind = element.get("type", "sphere")
        groups = [float(x) for x in self.compiler.get("inertiagrouprange", "0 5").split()]  # two, as check_compiler saw
        density, mass = file.at_least_zero(element, "density", 1000.0), file.number(element, "mass", -1.0)
        has_mass = mass > 0 or (mass < 0 and density > 0)
        if kind in geom_inertia.NO_MASS or not has_mass or not groups[0] <= file.number(element, "group", 0.0) <= groups[1]:
            return None, kind
        if kind not in geom_inertia.SIZES or element.get("mesh") is not None:
            file.refuse(element, f"the mass of a geom of type {kind} is not inferred", "give the body an <inertial>, or " + SAVED)
        if element.get("shellinertia") == "true":
            file.refuse(element, "shellinertia is not supported", "give the body an <inertial>, or " + SAVED)
        size = file.numbers(element, "size", (1, 2, 3))
        off, rotation = self.frame(element, "a geom")
        if element.get("fromto") is not None:
            if kind not in ("capsule", "cylinder"):
                file.refuse(element, f"fromto of a {kind} is not supported", "write pos, quat and size")
            ends = file.numbers(element, "fromto", 6)
            along = linear.minus(ends[3:], ends[:3])
            off = linear.scaled(linear.plus(ends[:3], ends[3:]), 0.5)
            rotation = linear.z_to(self.direction(element, along))
            rotation = linear.quarter_turns(rotation, 1e-14)[0] or rotation
            size = (size[0], linear.norm(along) / 2)
        count = geom_inertia.SIZES[kind]
        if len(size) < count or any(x <= 0 for x in size[:count]):
            file.refuse(element, f"a {kind} needs {count} positive sizes", 'write size="..."')
        size = size[:count]
        mass = mass if mass >= 0 else density * geom_inertia.volume(kind, size)
        own = (*geom_inertia.moments(kind, size, mass), 0.0, 0.0, 0.0)
        return (mass, linear.plus(at, linear.apply(turn, off)), linear.turned(linear.product(turn, rotation), own)), kind
