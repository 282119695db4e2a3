"""Rows as MuJoCo's MJCF. What MJCF has no word for stands in <custom><numeric name="limb.FIELD.ROW">, which read_mjcf.py
reads and others ignore. Bodies nest, so the rows come back depth-first."""
from xml.sax.saxutils import quoteattr

import linear
from model import UNIT_AXES, Row, refuse
from write_urdf import numbers, one

ATTRIBUTES = {"armature": "armature", "damping": "damping", "frictionloss": "friction", "stiffness": "stiffness", "springref": "rest"}
FIELDS = ("rotor", "velocity_limit", "effort_limit")


def text(robot, report):
    custom, lines = {"exact": numbers((1.0,))}, []
    order = []

    def add(row, indent):
        order.append(row.name)
        lines.extend(indent + line for line in body(row, custom, report))
        for child in robot.children(row.name):
            add(child, indent + "  ")
        lines.append(indent + "</body>")

    for root in robot.children("world"):
        add(root, "    ")
    if order != [row.name for row in robot.rows]:
        report.say("bodies of MJCF nest: import gives the rows depth-first, not in the table's order")
    extras = [f"    <numeric name={quoteattr('limb.' + key)} data={value}/>" for key, value in custom.items()]
    return "\n".join(["<!-- Made by `tools/limb export`. Metres, kilograms, radians. -->", f"<mujoco model={quoteattr(robot.name)}>",
                      '  <compiler angle="radian" eulerseq="XYZ" inertiafromgeom="false"/>', '  <option gravity="0 0 -9.81"/>',
                      "  <custom>", *extras, "  </custom>", "  <worldbody>", *lines, "  </worldbody>", "</mujoco>", ""])


def body(row, custom, report):
    opening = f"<body name={quoteattr(row.name)}"
    if row.joint != "floating":
        if row.at != linear.ZERO:
            opening += f" pos={numbers(row.at)}"
        if row.rotation != linear.IDENTITY:
            angles, exact = linear.written_angles(row.rotation)
            opening += f" euler={numbers(angles)}"
            if not exact:
                custom[f"rotation.{row.name}"] = numbers(x for line in row.rotation for x in line)
    lines = [opening + ">"]
    lines += ["  " + line for line in joints(row)]
    if row.mass:
        inertia = f"diaginertia={numbers(row.inertia[:3])}" if not any(row.inertia[3:]) else f"fullinertia={numbers(row.inertia)}"
        lines.append(f"  <inertial pos={numbers(row.com)} mass={one(row.mass)} {inertia}/>")
    elif row.freedoms:
        custom[f"mass.{row.name}"] = one(0.0)
    for field in FIELDS:
        if getattr(row, field) and row.freedoms:
            custom[f"{field}.{row.name}"] = one(getattr(row, field))
            report.say(f"{field} of {row.name} has no word in MJCF: kept in <custom>, which other readers ignore")
    if row.friction and row.friction_velocity != Row.friction_velocity:
        custom[f"friction_velocity.{row.name}"] = one(row.friction_velocity)
    if row.gear != 1:
        custom[f"gear.{row.name}"] = one(row.gear)
    if row.trust_inertia:
        custom[f"trust_inertia.{row.name}"] = one(1.0)
        report.say(f"the impossible inertia of {row.name} is written as it is: MuJoCo refuses it")
    if row.trust_units:
        custom[f"trust_units.{row.name}"] = one(1.0)
    return lines


def joints(row):
    if row.joint == "helical":
        refuse(row.place, "MJCF has no helical joint", "make it revolute")
    x, y, z = UNIT_AXES.values()
    made_of = {"fixed": [], "revolute": [("hinge", row.axis)], "prismatic": [("slide", row.axis)], "floating": [("free", None)],
               "spherical": [("ball", None)], "universal": [("hinge", row.axis), ("hinge", row.axis2)],
               "cylindrical": [("hinge", row.axis), ("slide", row.axis)], "planar": [("slide", x), ("slide", y), ("hinge", z)]}[row.joint]
    if row.joint == "floating":
        return [f"<freejoint name={quoteattr(row.name)}/>"]
    rest = "".join(f" {key}={one(getattr(row, field))}" for key, field in ATTRIBUTES.items() if getattr(row, field))
    if row.lower < row.upper:
        rest += f' limited="true" range={numbers((row.lower, row.upper))}'
    names = [row.name] if len(made_of) == 1 else [f"{row.name}.{k + 1}" for k in range(len(made_of))]
    return [f"<joint name={quoteattr(name)} type=\"{kind}\"" + (f" axis={numbers(axis)}" if axis else "") + rest + "/>"
            for name, (kind, axis) in zip(names, made_of)]
