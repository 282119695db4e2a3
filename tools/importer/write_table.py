"""Rows as a limb table: aligned like the samples in lib/robots, every number such that it reads back to the same double."""
import fractions
import os
import re
import struct

import linear
from model import UNIT_AXES, Row

KEYWORDS = set("alignas alignof and and_eq asm auto bitand bitor bool break case catch char class co_await co_return co_yield compl "
               "concept const consteval constexpr constinit const_cast continue decltype default delete do double dynamic_cast else "
               "enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not "
               "not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return short signed "
               "sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid "
               "typename union unsigned using virtual void volatile wchar_t while xor xor_eq limb robots fixed revolute prismatic "
               "revolute_x revolute_y revolute_z prismatic_x prismatic_y prismatic_z floating helical universal cylindrical planar "
               "spherical".split())


def identifier(text):
    """a C++ name that resembles text"""
    name = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_") or "robot"
    if name[0].isdigit():
        name = "robot_" + name
    return name + "_" if name in KEYWORDS else re.sub("__+", "_", name)


def number(x):
    """shortest literal whose value as a double is x; a float's, with an f, where x is a float and that is shorter"""
    if x == 0:
        return "0"
    if x == int(x) and abs(x) < 1e6:
        return str(int(x))
    plain = repr(x)
    try:
        is_float = struct.unpack("<f", struct.pack("<f", x))[0] == x
    except OverflowError:
        is_float = False
    if is_float:
        for digits in range(1, 10):
            text = f"{x:.{digits}g}"
            if _rounds_to_float(text, x):
                text = repr(float(text)) + "f"
                return text if len(text) < len(plain) else plain
    return plain


def _rounds_to_float(text, x):
    """is x the float nearest to the decimal number?"""
    bits = struct.unpack("<i", struct.pack("<f", abs(x)))[0]
    below, above = (fractions.Fraction(struct.unpack("<f", struct.pack("<i", b))[0]) for b in (max(bits - 1, 0), bits + 1))
    value, here = abs(fractions.Fraction(text)), fractions.Fraction(abs(x))
    return (below + here) / 2 < value < (here + above) / 2


def numbers(values):
    return "{" + ", ".join(map(number, values)) + "}"


def string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?") + '"'


def remark(text):
    """text that ends with its line"""
    return "".join(c if c.isprintable() else " " for c in text).replace("\\", "/")


def rotation(m):
    if not linear.is_quarter_turns(m):
        angles = linear.as_rpy(m)
        if angles:
            return f"limb::rpy({', '.join(map(number, angles))})"
    return "{" + ", ".join(map(numbers, m)) + "}"


def joint(row):
    for letter, axis in UNIT_AXES.items():
        if row.joint in ("revolute", "prismatic") and row.axis == axis:
            return f"{row.joint}_{letter}"
    return row.joint


def cells(row, above):
    """[(field, text)] in the order of limb::Row; defaults left out"""
    given, default = row.given(), Row("", "")
    if row.joint in ("revolute", "prismatic") and joint(row) != row.joint:
        del given["axis"]
    out = []
    for field, value in given.items():
        if field == "name":
            text = string(value)
        elif field == "parent":
            text = None if value == above else string(value)
        elif field == "joint":
            text = joint(row)
        elif field == "rotation":
            text = None if value == linear.IDENTITY else rotation(value)
        elif value == getattr(default, field) and not (field == "inertia" and row.mass):
            text = None
        elif field in ("trust_inertia", "trust_units"):
            text = "true"
        elif field == "inertia":
            text = numbers(value[:max([3, *(k + 1 for k in range(6) if value[k])])])
        else:
            text = numbers(value) if isinstance(value, tuple) else number(value)
        if text is not None:
            out.append((field, f".{field} = {text}"))
    return out


def table(robot):
    """the lines of the table, in columns"""
    rows = []
    above = "world"
    for row in robot.rows:
        rows.append(dict(cells(row, above)))
        above = row.name
    order = [field for field in Row.__dataclass_fields__ if any(field in row for row in rows)]
    width = {field: max(len(row[field]) for row in rows if field in row) for field in order}
    lines = []
    for row, source in zip(rows, robot.rows):
        last = [field for field in order if field in row][-1]
        line = ""
        for field in order:
            if field == last:
                line += row[field]
                break
            line += (row[field] + ", " if field in row else "").ljust(width[field] + 2)
        comment = f"   // joint {remark(source.joint_name)}" if source.joint_name and source.joint_name != source.name else ""
        lines.append(f"    {{{line}}},{comment}")
    return lines


def header(robot, about, namespace="robots"):
    """the whole file; about: its comment"""
    comment = "\n".join(f"// {line}" for line in about.splitlines())
    return f"""#pragma once

{comment}

#include "limb/limb.hpp"

namespace {namespace} {{

using enum limb::Joint;

// clang-format off
inline constexpr auto {robot.name} = limb::tree({{
""" + "\n".join(table(robot)) + f"""
}});
// clang-format on

}}  // namespace {namespace}
"""


def imported(robot, path, options):
    """the file that import makes of another"""
    given = "".join(f" --{name}" for name in ("floating", "repair", "trust") if getattr(options, name))
    freedoms = sum(row.freedoms for row in robot.rows)
    return header(robot, f"{robot.name}: {freedoms} freedoms, {robot.mass:.6g} kg. Made by `tools/limb import {remark(os.path.basename(path))}{given}`.\n"
                         "Metres, kilograms, kg m^2 about the centre of mass in body axes.")
