"""URDF to rows: a link and the joint that it is the child of make a row, named after the link.

The root link is the world when it has no <inertial> and one child; otherwise it is a fixed row (or, with --floating, a free
one). What URDF has no word for comes from <limb .../>, as write_urdf.py writes it.
"""
import math

import linear
from model import HUGE, Robot, Row, refuse_too_many, reframe, unit_axis
from xml_file import local

JOINTS = {"revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "fixed", "floating": "floating", "planar": "planar"}
READ_IN_JOINT = {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "limb"}
# attributes of <limb>, and how many numbers they hold
EXTRA = {"axis2": 3, "pitch": 1, "armature": 1, "rotor": 1, "gear": 1, "friction_velocity": 1, "stiffness": 1, "rest": 1}
EXPAND = "run `xacro robot.urdf.xacro > robot.urdf` and import that"


def read(file, options, report):
    refuse_xacro(file)
    for element in file.root:
        if local(element) not in ("link", "joint", "limb"):
            report.ignore(f"<{local(element)}>")
    links, joints = named(file, "link"), named(file, "joint")
    if not links:
        file.refuse(file.root, "has no <link>", "give a URDF with links and joints")
    refuse_too_many(file.place(file.root), len(links))
    above = parents(file, links, joints)
    root = root_of(file, links, above, options.root)
    mark = file.root.find("limb")
    reader = RowReader(file, report, options, file.number(mark, "snap", options.snap) if mark is not None else options.snap)

    order = rows_in_order(file, root, joints, above, options, report)
    rows = reader.root_rows(root, links[root], [joints[above[name][0]] for name in order if above[name][1] == root])
    name_of_root = rows[0].name if rows else "world"
    for name in order:
        joint, parent = above[name]
        if name == "world":
            file.refuse(links[name], 'a link that is not the root is named "world"', "rename it: limb calls so what carries the root")
        rows.append(reader.row(name, links[name], joints[joint], name_of_root if parent == root else parent))
    robot = Robot(file.root.get("name") or "", rows, file.name)
    for row in rows:
        if row.joint == "planar" and row.axis != (0.0, 0.0, 1.0):
            reframe(robot, row, linear.z_to(row.axis))
            report.say(f"frame of {row.name} turned so that its z is the plane's normal; q counts along its x and y, then about z")
    return robot


# ---- the tree -------------------------------------------------------------------------------------------------------


def refuse_xacro(file):
    for element in file.root.iter():
        if isinstance(element.tag, str) and "xacro" in element.tag:
            file.refuse(element, "is xacro that was not expanded", EXPAND)
        for attribute, value in element.items():
            if "${" in value or "$(" in value:
                file.refuse(element, f'{attribute}="{value[:60]}" is xacro that was not expanded', EXPAND)


def named(file, tag):
    found = {}
    for element in file.root.findall(tag):
        name = file.name_of(element)
        if name in found:
            file.refuse(element, f"the name is taken since line {found[name].sourceline}", f"give every {tag} a name of its own")
        found[name] = element
    return found


def parents(file, links, joints):
    """{link: (joint, parent link)}"""
    above = {}
    for name, joint in joints.items():
        ends = {}
        for end in ("parent", "child"):
            element = joint.find(end)
            if element is None:
                file.refuse(joint, f"has no <{end}>", f'write <{end} link="..."/>')
            ends[end] = file.name_of(element, "link")
            if ends[end] not in links:
                file.refuse(element, f'there is no link "{ends[end]}"', "name one of the file's links, or add that link")
        child = ends["child"]
        if ends["parent"] == child:
            file.refuse(joint, f'joins link "{child}" to itself', "name two links")
        if child in above:
            other = joints[above[child][0]]
            file.refuse(joint, f'link "{child}" already hangs from joint "{above[child][0]}" (line {other.sourceline}): a closed loop',
                        "a table is a tree: remove one of the two joints, and close the loop with limb::loops")
        above[child] = (name, ends["parent"])
    return above


def root_of(file, links, above, wanted):
    if wanted:
        if wanted not in links:
            file.refuse(file.root, f'--root: there is no link "{wanted}"', "name one of the file's links")
        return wanted
    roots = [name for name in links if name not in above]
    if len(roots) > 1:
        file.refuse(links[roots[1]], f"two roots: {', '.join(roots[:5])} are nobody's child",
                    f'join them, or import one of them: --root "{roots[0]}"')
    if not roots:
        file.refuse(next(iter(links.values())), "every link is a child: the joints run in a circle",
                    "remove the joint whose child should be the root")
    return roots[0]


def rows_in_order(file, root, joints, above, options, report):
    """the links below the root: as their joints stand in the file if parents come first there, otherwise depth-first"""
    children = {}
    for child, (_, parent) in above.items():
        children.setdefault(parent, []).append(child)
    depth_first, stack = [], [root]
    while stack:
        name = stack.pop()
        depth_first.append(name)
        stack += reversed([child for child in children.get(name, []) if child != root])
    below = set(depth_first[1:])
    lost = [child for child in above if child not in below and child != root]
    if lost and not options.root:
        file.refuse(joints[above[lost[0]][0]], f'link "{lost[0]}" never reaches the root "{root}": joints run in a circle',
                    "remove one joint of the circle")
    known = {root}
    as_written = [child for child in above if child in below]
    for name in as_written:
        if above[name][1] not in known:
            report.say("rows are in depth-first order: in the file a child's joint stands before its parent's")
            return depth_first[1:]
        known.add(name)
    return as_written


# ---- rows -----------------------------------------------------------------------------------------------------------


class RowReader:
    def __init__(self, file, report, options, snap):
        self.file, self.report, self.options, self.snap = file, report, options, snap

    def origin(self, parent, what):
        """(offset, rotation) of <origin>"""
        origin = parent.find("origin")
        if origin is None:
            return linear.ZERO, linear.IDENTITY
        xyz = self.file.numbers(origin, "xyz", 3, linear.ZERO)
        angles = self.file.numbers(origin, "rpy", 3, linear.ZERO, limit=200)
        near = [round(a / (math.pi / 2)) * (math.pi / 2) for a in angles]
        off = [abs(a - n) for a, n in zip(angles, near)]
        snaps = [o <= self.snap for o in off]
        if any(s and o > 1e-15 for s, o in zip(snaps, off)):
            self.report.snapped(what, max(o for s, o in zip(snaps, off) if s))
        rotation = linear.rpy(*[n if s else a for a, n, s in zip(angles, near, snaps)])
        exact, _ = linear.quarter_turns(rotation, 1e-14 if all(snaps) else -1)
        return xyz, exact or rotation

    def body(self, row, link):
        """mass, centre of mass and inertia of <inertial>"""
        for element in link:
            if local(element) != "inertial":
                self.report.ignore(f"<{local(element)}>")
        inertial = link.find("inertial")
        if inertial is None:
            row.lacks = "has no <inertial>"
            return row
        mass, inertia = inertial.find("mass"), inertial.find("inertia")
        if mass is None:
            self.file.refuse(inertial, "has no <mass>", 'write <mass value="..."/>')
        row.mass = self.file.number(mass, "value")
        if inertia is None and row.mass != 0:
            self.file.refuse(inertial, "has no <inertia>", 'write <inertia ixx="..." iyy="..." izz="..." ixy="..." ixz="..." iyz="..."/>')
        row.com, turn = self.origin(inertial, f"inertial of {row.name}")
        if inertia is not None:
            six = tuple(self.file.number(inertia, f"i{axes}") for axes in ("xx", "yy", "zz", "xy", "xz", "yz"))
            row.inertia = linear.turned(turn, six)
        return row

    def root_rows(self, name, link, first):
        """[the row of the root link], or [] where it is nothing but the world"""
        row = Row(name, "world", "fixed", place=self.file.place(link))
        inertial = link.find("inertial")
        if self.options.floating:
            row.joint = "floating"
        elif any(joint.get("type") == "floating" for joint in first):
            if inertial is not None or len(first) > 1:
                self.file.refuse(link, "carries a floating joint and more",
                                 "a floating link can only be the robot's root: import it alone, --root LINK --floating")
            return []
        elif inertial is None and len(first) == 1:
            return []
        row = self.body(row, link)
        if name == "world":
            row.name = "world_link"
            self.report.say('link "world" is row "world_link": limb calls "world" what carries the root')
        return [row]

    def row(self, name, link, joint, parent):
        file = self.file
        kind = joint.get("type")
        if kind not in JOINTS:
            file.refuse(joint, f'type="{kind}" is no joint of URDF', "write revolute, continuous, prismatic, fixed, floating or planar")
        row = Row(name, parent, JOINTS[kind], place=file.place(joint), joint_name=joint.get("name"))
        for element in joint:
            if local(element) not in READ_IN_JOINT:
                self.report.ignore(f"<{local(element)}>")
        if joint.find("mimic") is not None:
            self.mimic(row, joint)
        if row.joint == "floating" and parent != "world":
            file.refuse(joint, "a floating joint that is not at the root", "import the floating part alone: --root LINK --floating")
        row.at, row.rotation = self.origin(joint, f"origin of {joint.get('name')}")
        if row.joint == "floating" and (row.at, row.rotation) != (linear.ZERO, linear.IDENTITY):
            self.report.say(f"origin of {joint.get('name')} dropped: the q of a floating root is counted from the world")
            row.at, row.rotation = linear.ZERO, linear.IDENTITY
        self.extras(row, joint)
        if row.freedoms and row.joint not in ("floating", "spherical"):
            axis = joint.find("axis")
            row.axis = file.numbers(axis, "xyz", 3, (1.0, 0.0, 0.0)) if axis is not None else (1.0, 0.0, 0.0)
            row.axis = unit_axis(row.axis, file.place(axis if axis is not None else joint), self.report, name, any_length=False)
        if row.freedoms:
            self.limits(row, joint, kind)
            dynamics = joint.find("dynamics")
            if dynamics is not None:
                row.damping, row.friction = (file.at_least_zero(dynamics, key, 0.0) for key in ("damping", "friction"))
        row = self.body(row, link)
        row.place = file.place(link)
        return row

    def mimic(self, row, joint):
        of = joint.find("mimic").get("joint")
        if self.options.mimic == "refuse":
            self.file.refuse(joint, f'mimics joint "{of}", and limb has no coupled joints',
                             "--mimic free makes it a joint of its own, which you drive accordingly; --mimic fixed welds it at zero")
        if self.options.mimic == "fixed":
            row.joint = "fixed"
        self.report.say(f'{row.name} no longer mimics joint "{of}": ' + ("welded at zero" if row.joint == "fixed" else "a joint of its own"))

    def limits(self, row, joint, kind):
        limit = joint.find("limit")
        if limit is None:
            if kind in ("revolute", "prismatic"):
                self.report.gather("without <limit>, and none in the table", row.name)
            return
        most = float("inf")
        effort, velocity = (self.file.number(limit, key, 0.0, most) for key in ("effort", "velocity"))
        if effort < 0 or velocity < 0:
            self.file.refuse(limit, f"effort {effort:g}, velocity {velocity:g}: a limit is negative", "write its magnitude; 0 is none")
        row.effort_limit, row.velocity_limit = (x if x < HUGE else 0.0 for x in (effort, velocity))
        lower, upper = (self.file.number(limit, key, 0.0, most) for key in ("lower", "upper"))
        if kind == "continuous":
            return
        if lower > upper:
            self.file.refuse(limit, f"lower {lower:g} is above upper {upper:g}", "swap them")
        if -HUGE < lower and upper < HUGE:
            row.lower, row.upper = lower, upper
            if lower == upper:
                self.report.gather("lower = upper, which is no limit in the table", row.name)

    def extras(self, row, joint):
        """<limb>: what write_urdf.py could not say in URDF"""
        limb = joint.find("limb")
        if limb is None:
            return
        for field, count in EXTRA.items():
            if limb.get(field) is not None:
                values = self.file.numbers(limb, field, count)
                setattr(row, field, values if count > 1 else values[0])
        if limb.get("rotation") is not None:
            nine = self.file.numbers(limb, "rotation", 9)
            row.rotation = (nine[0:3], nine[3:6], nine[6:9])
        row.trust_inertia, row.trust_units = (limb.get(field) == "true" for field in ("trust_inertia", "trust_units"))
