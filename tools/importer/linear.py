"""Vectors, 3 x 3 matrices and turns. A matrix is a tuple of three rows; everything is double, as in limb's tables."""
import math
import struct

IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ZERO = (0.0, 0.0, 0.0)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a):
    return math.sqrt(dot(a, a))


def plus(a, b):
    return tuple(x + y for x, y in zip(a, b))


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def scaled(a, k):
    return tuple(x * k for x in a)


def transpose(m):
    return tuple(zip(*m))


def apply(m, v):
    return tuple(dot(row, v) for row in m)


def product(a, b):
    columns = transpose(b)
    return tuple(tuple(dot(row, column) for column in columns) for row in a)


def is_quarter_turns(m):
    """made of 0, 1 and -1 only"""
    return all(x in (-1, 0, 1) for row in m for x in row)


# ---- turns ----------------------------------------------------------------------------------------------------------


def sin_cos(x):
    """limb::sin_cos(double), operation by operation: the same bits"""
    magic = 6755399441055744.0
    t = x * 0.63661977236758134308 + magic
    k = struct.unpack("<Q", struct.pack("<d", t))[0]
    kf = t - magic
    r = (x - kf * 1.57079632673412561417) - kf * 6.07710050650619224932e-11
    z = r * r
    s = (((((1.58969099521155010221e-10 * z - 2.50507602534068634195e-08) * z + 2.75573137070700676789e-06) * z
           - 1.98412698298579493134e-04) * z + 8.33333333332248946124e-03) * z - 1.66666666666666324348e-01) * (z * r) + r
    c = ((((((-1.13596475577881948265e-11 * z + 2.08757232129817482790e-09) * z - 2.75573143513906633035e-07) * z
            + 2.48015872894767294178e-05) * z - 1.38888888888741095749e-03) * z + 4.16666666666666019037e-02) * z - 0.5) * z + 1.0
    if (k ^ (k << 1)) & 2:
        s = -s
    if k & 2:
        c = -c
    return (c, s) if k & 1 else (s, c)


def rpy(roll, pitch, yaw):
    """limb::rpy: Rz(yaw) Ry(pitch) Rx(roll), the same bits"""
    (xs, xc), (ys, yc), (zs, zc) = sin_cos(roll), sin_cos(pitch), sin_cos(yaw)
    return ((zc * yc, zc * ys * xs - zs * xc, zc * ys * xc + zs * xs),
            (zs * yc, zs * ys * xs + zc * xc, zs * ys * xc - zc * xs),
            (-ys, yc * xs, yc * xc))


def about(axis, angle):
    """the turn about a unit axis"""
    s, c = math.sin(angle), math.cos(angle)
    x, y, z = axis
    k = 1 - c
    return ((c + x * x * k, x * y * k - z * s, x * z * k + y * s),
            (y * x * k + z * s, c + y * y * k, y * z * k - x * s),
            (z * x * k - y * s, z * y * k + x * s, c + z * z * k))


def from_quaternion(q):
    """w x y z, of any length but zero"""
    n = math.sqrt(sum(x * x for x in q))
    w, x, y, z = (v / n for v in q)
    return ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))


def z_to(direction):
    """the smallest turn that brings z onto a unit vector"""
    x, y, z = direction
    s = math.hypot(x, y)
    if s < 1e-12:
        return IDENTITY if z > 0 else ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))
    return about((-y / s, x / s, 0.0), math.atan2(s, z))


def quarter_turns(m, slack):
    """(the turn by right angles nearest to m, the angle in between), or (None, 0) when that angle exceeds slack"""
    near = tuple(tuple(float(round(x)) for x in row) for row in m)
    is_turn = all(sum(map(abs, row)) == 1 for row in near) and all(sum(map(abs, column)) == 1 for column in transpose(near))
    if not is_turn or dot(cross(near[0], near[1]), near[2]) < 0:
        return None, 0.0
    off = product(transpose(near), m)
    angle = norm((off[2][1] - off[1][2], off[0][2] - off[2][0], off[1][0] - off[0][1])) / 2
    return (near, angle) if angle <= slack else (None, 0.0)


def angles_of(m):
    """roll, pitch, yaw of m but for rounding"""
    pitch = math.atan2(-m[2][0], math.hypot(m[2][1], m[2][2]))
    if abs(m[2][0]) >= 1:  # roll and yaw turn about the same axis: no roll
        return 0.0, pitch, math.atan2(-m[0][1], m[1][1])
    return math.atan2(m[2][1], m[2][2]), pitch, math.atan2(m[1][0], m[0][0])


def as_rpy(m):
    """the angles with the fewest digits for which rpy() gives m to the last bit, or None"""
    r, p, y = angles_of(m)
    half = lambda a: math.copysign(math.pi, a)
    choices = [(r, p, y), (r - half(r), half(p) - p, y - half(y))]
    for digits in [*range(1, 10), 17]:
        for choice in choices:
            angles = tuple(float(f"{a:.{digits}g}") if abs(a) > 1e-15 else 0.0 for a in choice)
            if rpy(*angles) == m:
                return angles
    return None


def written_angles(m):
    """(roll, pitch, yaw to write for m, whether a reader that knows limb::rpy and quarter turns gets m back exactly)"""
    angles = as_rpy(m)
    return angles or angles_of(m), angles is not None or is_quarter_turns(m)


# ---- inertias: symmetric matrices as xx yy zz xy xz yz --------------------------------------------------------------


def full(i):
    xx, yy, zz, xy, xz, yz = i
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def six(m):
    return (m[0][0], m[1][1], m[2][2], (m[0][1] + m[1][0]) / 2, (m[0][2] + m[2][0]) / 2, (m[1][2] + m[2][1]) / 2)


def turned(m, inertia):
    """m I m'"""
    return inertia if m == IDENTITY else six(product(product(m, full(inertia)), transpose(m)))


def shifted(inertia, mass, offset):
    """about a point that is `offset` away from the centre of mass"""
    x, y, z = offset
    shift = (y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z)
    return tuple(i + mass * s for i, s in zip(inertia, shift))


def eigen(symmetric):
    """(eigenvalues, matrix whose columns are the eigenvectors) by Jacobi's turns"""
    a = [list(row) for row in full(symmetric)]
    v = [list(row) for row in IDENTITY]
    for _ in range(50):
        off = sum(abs(a[i][j]) for i, j in ((0, 1), (0, 2), (1, 2)))
        if off <= 1e-300 or off < 1e-17 * sum(abs(a[i][i]) for i in range(3)):
            break
        for p, q in ((0, 1), (0, 2), (1, 2)):
            if a[p][q] == 0:
                continue
            angle = 0.5 * math.atan2(2 * a[p][q], a[q][q] - a[p][p])
            s, c = math.sin(angle), math.cos(angle)
            for m in (a, v):
                for row in m:
                    row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]
            a[p], a[q] = [c * x - s * y for x, y in zip(a[p], a[q])], [s * x + c * y for x, y in zip(a[p], a[q])]
    return [a[i][i] for i in range(3)], tuple(tuple(row) for row in v)
