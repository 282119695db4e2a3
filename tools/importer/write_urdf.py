"""Rows as URDF. What URDF has no word for stands in <limb .../>, which read_urdf.py reads and others ignore.

Universal and cylindrical joints become two joints with a massless link in between, which any reader understands;
helical and spherical ones have no counterpart.
"""
from xml.sax.saxutils import quoteattr

import linear
from model import Row, refuse

TYPES = {"fixed": "fixed", "floating": "floating", "planar": "planar"}
NONE = '"1e9"'  # a limit that is none: URDF demands the attribute


def text(robot, report):
    parts, said = [], set()
    for row in robot.rows:
        parts += ["", link(row)]
        for line in joints(row, said):
            parts.append(line)
    for what in sorted(said):
        report.say(what)
    return "\n".join(['<?xml version="1.0"?>', "<!-- Made by `tools/limb export`. Metres, kilograms, radians. -->",
                      f"<robot name={quoteattr(robot.name)}>", '  <limb snap="0"/>', '  <link name="world"/>', *parts, "</robot>", ""])


def numbers(values):
    return '"' + " ".join(repr(x).removesuffix(".0") if x else "0" for x in values) + '"'


def one(x):
    return numbers((x,))


def link(row):
    name = quoteattr(row.name)
    if not row.mass and not row.freedoms:
        return f"  <link name={name}/>"
    keys = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    inertia = " ".join(f"{key}={one(value)}" for key, value in zip(keys, row.inertia))
    return (f"  <link name={name}>\n    <inertial>\n      <origin xyz={numbers(row.com)}/>\n      <mass value={one(row.mass)}/>\n"
            f"      <inertia {inertia}/>\n    </inertial>\n  </link>")


def joints(row, said):
    """the joint's lines, and those of a link in between where one is needed"""
    if row.joint in ("helical", "spherical"):
        refuse(row.place, f"URDF has no {row.joint} joint", "export to MJCF" if row.joint == "spherical" else "make it revolute")
    extra = extras(row, said)
    if row.joint in ("universal", "cylindrical"):
        between = row.name + ".between"
        second = Row(row.name, between, "revolute" if row.joint == "universal" else "prismatic",
                     row.axis2 if row.joint == "universal" else row.axis)
        first = Row(between, row.parent, "revolute", row.axis, at=row.at, rotation=row.rotation)
        said.add(f"{row.joint} joints are written as two joints with a massless link in between; import gives two rows")
        return [joint(first, "revolute", {}), link(first), joint(second, second.joint, extra)]
    return [joint(row, TYPES.get(row.joint, row.joint), extra)]


def extras(row, said):
    """{attribute: text} of <limb>"""
    out = {key: one(getattr(row, key)) for key in ("armature", "rotor", "stiffness", "rest") if getattr(row, key)}
    if row.gear != 1:
        out["gear"] = one(row.gear)
    if row.friction and row.friction_velocity != Row.friction_velocity:
        out["friction_velocity"] = one(row.friction_velocity)
    for key in out:
        said.add(f"{key} has no word in URDF: kept in <limb>, which other readers ignore")
    if row.trust_inertia:
        out["trust_inertia"] = '"true"'
        said.add("an impossible inertia is written as it is: other readers may refuse it")
    if row.trust_units:
        out["trust_units"] = '"true"'
    return out


def joint(row, kind, extra):
    limited = row.lower < row.upper
    if kind == "revolute" and not limited:
        kind = "continuous"
    lines = [f"  <joint name={quoteattr(row.name)} type=\"{kind}\">",
             f"    <parent link={quoteattr(row.parent)}/>", f"    <child link={quoteattr(row.name)}/>"]
    if row.joint != "floating" and (row.at, row.rotation) != (linear.ZERO, linear.IDENTITY):
        angles, exact = linear.written_angles(row.rotation)
        if not exact:
            extra = {**extra, "rotation": numbers(x for line in row.rotation for x in line)}
        lines.append(f"    <origin xyz={numbers(row.at)} rpy={numbers(angles)}/>")
    if kind not in ("fixed", "floating"):
        lines.append(f"    <axis xyz={numbers(row.axis)}/>")
        limit = [f"{key}={one(value) if value else NONE}" for key, value in (("effort", row.effort_limit), ("velocity", row.velocity_limit))]
        if kind in ("revolute", "prismatic"):
            ends = (one(row.lower), one(row.upper)) if limited else ('"-1e9"', NONE)
            limit = [f"lower={ends[0]}", f"upper={ends[1]}", *limit]
        if kind in ("revolute", "prismatic") or row.effort_limit or row.velocity_limit:
            lines.append(f"    <limit {' '.join(limit)}/>")
        if row.damping or row.friction:
            lines.append(f"    <dynamics damping={one(row.damping)} friction={one(row.friction)}/>")
    if extra:
        lines.append("    <limb " + " ".join(f"{key}={value}" for key, value in extra.items()) + "/>")
    return "\n".join([*lines, "  </joint>"])

