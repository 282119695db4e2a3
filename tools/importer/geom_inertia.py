"""Mass, centre of mass and inertia of MJCF's geoms, where a body has no <inertial>: the shapes with a closed form."""
import math

import linear

NO_MASS = ("plane", "hfield")
SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}


def volume(kind, size):
    if kind == "box":
        return 8 * size[0] * size[1] * size[2]
    if kind == "ellipsoid":
        return 4 / 3 * math.pi * size[0] * size[1] * size[2]
    r, h = size[0], 2 * size[1] if len(size) > 1 else 0.0
    return {"sphere": 4 / 3 * math.pi * r**3, "cylinder": math.pi * r * r * h,
            "capsule": math.pi * r * r * h + 4 / 3 * math.pi * r**3}[kind]


def moments(kind, size, mass):
    """principal moments about the centre, along x, y, z"""
    if kind in ("box", "ellipsoid"):
        k = mass / (3 if kind == "box" else 5)
        a, b, c = (x * x for x in size)
        return k * (b + c), k * (a + c), k * (a + b)
    r = size[0]
    if kind == "sphere":
        return (0.4 * mass * r * r,) * 3
    h = 2 * size[1]
    ends = mass * 4 * r / (4 * r + 3 * h) if kind == "capsule" else 0.0  # the two half balls of a capsule
    middle = mass - ends
    across = middle * (3 * r * r + h * h) / 12 + ends * (0.4 * r * r + h * (3 * r + 2 * h) / 8)
    along = middle * r * r / 2 + ends * 0.4 * r * r
    return across, across, along


def combined(parts):
    """(mass, com, inertia about it) of [(mass, com, inertia about it)]"""
    mass = sum(part[0] for part in parts)
    if mass == 0:
        return 0.0, linear.ZERO, (0.0,) * 6
    com = linear.scaled(tuple(sum(m * c[i] for m, c, _ in parts) for i in range(3)), 1 / mass)
    inertia = (0.0,) * 6
    for m, c, own in parts:
        inertia = linear.plus(inertia, linear.shifted(own, m, linear.minus(c, com)))
    return mass, com, inertia
