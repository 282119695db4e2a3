"""What an import did, for the person who asked for it."""
import collections


class Report:
    def __init__(self):
        self.lines = []
        self.gathered = {}  # heading: what it holds for
        self.ignored = collections.Counter()
        self.snaps = []  # (what, angle)

    def say(self, text):
        self.lines.append(text)

    def gather(self, heading, what):
        """one line for all that is said alike"""
        self.gathered.setdefault(heading, []).append(what)

    def ignore(self, what):
        self.ignored[what] += 1

    def snapped(self, what, angle):
        self.snaps.append((what, angle))

    def text(self, robot):
        out = [f"{robot.name} from {robot.source}: {len(robot.rows)} rows, {sum(row.freedoms for row in robot.rows)} freedoms, {robot.mass:.6g} kg"]
        out += _joint_order(robot)
        fixed = [row.name for row in robot.rows if row.joint == "fixed" and row.parent != "world"]
        if fixed:
            out.append(f"fixed, folded into their parents by limb at compile time: {', '.join(fixed)}")
        if self.snaps:
            most = max(angle for _, angle in self.snaps)
            out.append(f"snapped to quarter turns, by at most {most:.2g} rad: " + ", ".join(what for what, _ in self.snaps))
        out += [f"{heading}: {', '.join(items)}" for heading, items in self.gathered.items()]
        out += self.lines
        if self.ignored:
            out.append("ignored: " + ", ".join(f"{what} ({count})" if count > 1 else what for what, count in sorted(self.ignored.items())))
        return "\n".join(out)


def _joint_order(robot):
    lines, q, qd = [], 0, 0
    width = max(len(row.name) for row in robot.rows)
    for row in robot.rows:
        if row.freedoms:
            places = f"q[{q}]" if row.numbers == 1 else f"q[{q}..{q + row.numbers - 1}]"
            if q != qd or row.numbers != row.freedoms:
                places += f" qd[{qd}]" if row.freedoms == 1 else f" qd[{qd}..{qd + row.freedoms - 1}]"
            named = f', joint "{row.joint_name}"' if row.joint_name and row.joint_name != row.name else ""
            lines.append(f"  {places:22} {row.name:{width}}  {row.joint}{named}")
        q += row.numbers
        qd += row.freedoms
    return lines
