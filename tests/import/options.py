#!/usr/bin/env python3
"""What import does when asked to: repair, trust, floating, root, mimic, snap; what it says; numbers as literals; frames."""
import argparse
import json
import os
import random
import shutil
import struct
import sys
import tempfile
import unittest

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools")
sys.path[:0] = [os.path.join(TOOLS, "importer"), os.path.join(TOOLS, "robot")]
import files  # noqa: E402
import linear  # noqa: E402
import model  # noqa: E402
import robot as robots  # noqa: E402
import write_table  # noqa: E402

LINK = '<link name="{}"><inertial><origin xyz="{}"/><mass value="{}"/><inertia ixx="{}" iyy="{}" izz="{}" ixy="0" ixz="0" iyz="0"/></inertial></link>'


def link(name, com="0 0 0.1", mass=1, xx=0.01, yy=0.01, zz=0.01):
    return LINK.format(name, com, mass, xx, yy, zz)


def joint(name, parent, child, kind="revolute", inner='<axis xyz="0 0 1"/>'):
    return f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{inner}</joint>'


def read(text, **options):
    given = {"name": None, "root": None, "floating": False, "mimic": "refuse", "snap": 2e-5, "repair": False, "trust": False, **options}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sample.xml")
        with open(path, "w") as file:
            file.write(text)
        robot, said = files.read(path, argparse.Namespace(**given))
    return robot, said.text(robot)


def urdf(*parts):
    return '<robot name="r">' + "".join(parts) + "</robot>"


def mjcf(world, head=""):
    return f"<mujoco>{head}<worldbody>{world}</worldbody></mujoco>"


BODY = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'


def close(a, b, slack=1e-12):
    return all(abs(x - y) <= slack for x, y in zip(a, b, strict=True))


class Inertia(unittest.TestCase):
    IMPOSSIBLE = urdf('<link name="base"/>', link("arm", zz=0.05), joint("j", "base", "arm"))

    def test_repair_gives_the_nearest_possible_one(self):
        robot, said = read(self.IMPOSSIBLE, repair=True)
        # second moments 0.025, 0.025, -0.015: the last is raised to (nearly) nothing
        self.assertTrue(close(robot.rows[0].inertia[:3], (0.025, 0.025, 0.05), 1e-6))
        self.assertIn("repaired: arm", said)
        self.assertIsNone(model.wrong_with_inertia(1, robot.rows[0].inertia))

    def test_no_possible_one_is_nearer(self):
        moments = lambda i: linear.full(model._second_moments(i))
        distance = lambda a, b: sum((x - y)**2 for r, s in zip(moments(a), moments(b)) for x, y in zip(r, s))
        source = random.Random(1)
        for _ in range(50):
            given = tuple(source.uniform(-0.02, 0.1) for _ in range(6))
            nearest = model.nearest_inertia(1.0, given)
            self.assertIsNone(model.wrong_with_inertia(1.0, nearest))
            for _ in range(50):
                other = tuple(x + source.uniform(-0.01, 0.01) for x in nearest)
                if min(linear.eigen(model._second_moments(other))[0]) >= 0:
                    self.assertGreater(distance(other, given), distance(nearest, given) - 1e-6)

    def test_possible_ones_are_left_alone(self):
        robot, said = read(urdf('<link name="base"/>', link("arm"), joint("j", "base", "arm")), repair=True)
        self.assertEqual(robot.rows[0].inertia, (0.01, 0.01, 0.01, 0, 0, 0))
        self.assertNotIn("repaired", said)

    def test_trust(self):
        robot, _ = read(self.IMPOSSIBLE, trust=True)
        self.assertTrue(robot.rows[0].trust_inertia)
        self.assertEqual(robot.rows[0].inertia[2], 0.05)


class Tree(unittest.TestCase):
    def test_bolted_root_is_a_fixed_row_or_the_world(self):
        robot, said = read(urdf(link("base", mass=7), link("arm"), joint("j", "base", "arm")))
        self.assertEqual([(row.name, row.parent, row.joint) for row in robot.rows], [("base", "world", "fixed"), ("arm", "base", "revolute")])
        self.assertIn("no joint feels their 7 kg (--floating lets the root go): base", said)
        robot, _ = read(urdf('<link name="base"/>', link("arm"), joint("j", "base", "arm")))
        self.assertEqual([(row.name, row.parent) for row in robot.rows], [("arm", "world")])

    def test_floating(self):
        robot, _ = read(urdf(link("base"), link("arm"), joint("j", "base", "arm")), floating=True)
        self.assertEqual(robot.rows[0].joint, "floating")
        robot, _ = read(urdf('<link name="world"/>', link("base"), joint("f", "world", "base", "floating", "")))
        self.assertEqual([(row.name, row.joint) for row in robot.rows], [("base", "floating")])

    def test_mass_of_what_is_fixed_counts(self):
        text = urdf('<link name="foot_print"/>', link("body"), link("arm"), '<link name="wrist"/>', link("tool"),
                    joint("w", "foot_print", "body", "fixed", ""),
                    joint("j", "body", "arm"), joint("k", "arm", "wrist"), joint("l", "wrist", "tool", "fixed", ""))
        robot, said = read(text, floating=True)
        self.assertEqual([row.joint for row in robot.rows], ["floating", "fixed", "revolute", "revolute", "fixed"])
        self.assertIn("wrist has no <inertial>: it has the 1 kg that are fixed to it", said)

    def test_two_limbs_on_a_world_without_mass(self):
        robot, said = read(urdf('<link name="world"/>', link("a"), link("b"), joint("j", "world", "a"), joint("k", "world", "b")))
        self.assertEqual([(row.name, row.parent) for row in robot.rows], [("world_link", "world"), ("a", "world_link"), ("b", "world_link")])
        self.assertIn("world_link", said)

    def test_root(self):
        text = urdf('<link name="base"/>', link("a"), link("b"), link("c"),
                    joint("j", "base", "a"), joint("k", "a", "b"), joint("l", "b", "c"))
        robot, _ = read(text, root="b")
        self.assertEqual([row.name for row in robot.rows], ["b", "c"])

    def test_children_before_parents_are_put_in_order(self):
        robot, said = read(urdf('<link name="base"/>', link("a"), link("b"), joint("k", "a", "b"), joint("j", "base", "a")))
        self.assertEqual([row.name for row in robot.rows], ["a", "b"])
        self.assertIn("depth-first", said)

    def test_mimic(self):
        text = urdf('<link name="base"/>', link("a"), link("b"), joint("j", "base", "a"),
                    joint("k", "a", "b", inner='<axis xyz="0 0 1"/><mimic joint="j"/>'))
        self.assertEqual(read(text, mimic="free")[0].rows[1].joint, "revolute")
        self.assertEqual(read(text, mimic="fixed")[0].rows[1].joint, "fixed")

    def test_plane_with_another_normal(self):
        robot, _ = read(urdf('<link name="base"/>', link("a", com="0.1 0.2 0.3"), link("b"), joint("p", "base", "a", "planar", '<axis xyz="1 0 0"/>'),
                             joint("j", "a", "b", inner='<origin xyz="0 0 0.5"/>')))
        a, b = robot.rows
        self.assertTrue(close(linear.apply(a.rotation, (0, 0, 1)), (1, 0, 0)))  # its z along the normal
        self.assertTrue(close(linear.apply(a.rotation, a.com), (0.1, 0.2, 0.3)))  # and nothing has moved
        self.assertTrue(close(linear.apply(a.rotation, b.at), (0, 0, 0.5)))
        self.assertTrue(all(close(x, y) for x, y in zip(linear.product(a.rotation, b.rotation), linear.IDENTITY)))

    def test_report(self):
        _, said = read(urdf('<link name="base"/>', link("a"), '<link name="tool"/>',
                            joint("j", "base", "a", inner='<origin rpy="1.5708 0 0"/><axis xyz="0 0 1"/>'),
                            joint("w", "a", "tool", "fixed", ""), "<gazebo/>", "<gazebo/>"))
        for text in ("2 rows, 1 freedoms, 1 kg", "q[0]", 'joint "j"', "folded into their parents by limb at compile time: tool",
                     "snapped to quarter turns, by at most 3.7e-06 rad: origin of j", "ignored: <gazebo> (2)"):
            self.assertIn(text, said)


class Turns(unittest.TestCase):
    ONE = '<link name="base"/>', link("a")

    def test_snap(self):
        text = urdf(*self.ONE, joint("j", "base", "a", inner='<origin rpy="1.5708 0 -3.1416"/><axis xyz="0 0 1"/>'))
        self.assertTrue(linear.is_quarter_turns(read(text)[0].rows[0].rotation))
        self.assertEqual(read(text, snap=0)[0].rows[0].rotation, linear.rpy(1.5708, 0, -3.1416))
        self.assertFalse(linear.is_quarter_turns(read(text.replace("1.5708", "1.571"))[0].rows[0].rotation))

    def test_axis_within_rounding(self):
        robot, said = read(urdf(*self.ONE, joint("j", "base", "a", inner='<axis xyz="0.7071 0.7071 0"/>')))
        self.assertTrue(close(robot.rows[0].axis, (0.5**0.5, 0.5**0.5, 0)))
        self.assertIn("axes made unit vectors, with the length they had: a (0.99999", said)

    def test_frames_of_mjcf_are_only_places(self):
        framed, _ = read(mjcf(f'<frame pos="0 0 1" euler="90 0 0"><frame pos="1 0 0"><body name="a" pos="0 2 0"><joint/>{BODY}</body></frame></frame>'))
        plain, _ = read(mjcf(f'<body name="a" pos="1 0 3" euler="90 0 0"><joint/>{BODY}</body>'))
        self.assertTrue(close(framed.rows[0].at, plain.rows[0].at) and framed.rows[0].rotation == plain.rows[0].rotation)

    def test_springs(self):
        row, = read(mjcf(f'<body name="a"><joint stiffness="5" springref="90"/>{BODY}</body>'))[0].rows
        self.assertEqual((row.stiffness, row.rest), (5.0, linear.math.pi / 2))

    def test_euler_sequences(self):
        body = f'<body name="a" euler="0.3 -0.2 0.5"><joint/>{BODY}</body>'
        turn = {letter: lambda a, axis=axis: linear.about(axis, a) for letter, axis in model.UNIT_AXES.items()}
        moving = linear.product(linear.product(turn["x"](0.3), turn["y"](-0.2)), turn["z"](0.5))
        fixed = linear.product(linear.product(turn["z"](0.5), turn["y"](-0.2)), turn["x"](0.3))
        for sequence, expected in (("xyz", moving), ("XYZ", fixed)):
            rotation = read(mjcf(body, f'<compiler eulerseq="{sequence}" angle="radian"/>'))[0].rows[0].rotation
            self.assertTrue(all(close(a, b) for a, b in zip(rotation, expected)))


class Literals(unittest.TestCase):
    def test_numbers_read_back(self):
        source = random.Random(2)
        as_float = lambda x: struct.unpack("<f", struct.pack("<f", x))[0]
        for _ in range(3000):
            x = source.uniform(-1, 1) * 10 ** source.randint(-12, 6)
            x = source.choice([x, as_float(x), round(x, 4), float(round(x))])
            text = write_table.number(x)
            back = as_float(float(text[:-1])) if text.endswith("f") else float(text)
            self.assertEqual(back, x, text)
        self.assertEqual([write_table.number(x) for x in (as_float(0.05), 0.05, 0.5, 3.0, -0.0)], ["0.05f", "0.05", "0.5", "3", "0"])

    def test_names_stay_inside_their_quotes_and_comments(self):
        nasty = urdf('<link name="base"/>', link("a&quot;??/\\"), joint("j\\", "base", "a&quot;??/\\"))
        robot, _ = read(nasty)
        line = write_table.table(robot)[0]
        self.assertIn(r'.name = "a\"\?\?/\\",', line)
        self.assertTrue(line.endswith("// joint j/"))

    def test_names(self):
        self.assertEqual([write_table.identifier(x) for x in ("my-arm 7", "7dof", "class", "ünder", "")],
                         ["my_arm_7", "robot_7dof", "class_", "nder", "robot"])


HEADER = """#include "limb/limb.hpp"
// constexpr auto none = limb::tree({});
namespace my { /* { */ namespace own::robots {
inline constexpr auto arm = limb::tree({
    {.name = "a}", .joint = limb::Joint::revolute_z, .mass = 1, .com = {1, 0, 0}, .inertia = {1, 1, 1}}});
template <const auto& robot> constexpr auto looped = limb::in_form(limb::Form::looped, robot);
} inline int f() { static constexpr auto inner = limb::in_form(limb::Form::looped, own::robots::arm); return inner.dof; }
constexpr limb::Tree<1> arm = limb::in_form(limb::Form::looped, own::robots::arm);
}
namespace { static constexpr auto robot = limb::tree({{.name = "alone", .joint = limb::Joint::revolute_z, .mass = 1, .inertia = {1, 1, 1}}}); }
"""


class WhichRobot(unittest.TestCase):
    """robot.py"""

    def of(self, text, **options):
        return robots.Robot.of(text, argparse.Namespace(**{**vars(robots.options_of_import.defaults()), **options}))

    def refused(self, text, says, **options):
        with self.assertRaises(robots.ERRORS) as caught:
            self.of(text, **options).model
        self.assertIn(says, robots.explain(caught.exception))

    def header(self, text=HEADER, name="some robots.hpp"):
        folder = tempfile.TemporaryDirectory(prefix="a b:c ")
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def test_tables_in_a_header(self):
        self.assertEqual(robots.tables_in(HEADER), ["my::own::robots::arm", "my::arm", "robot"])

    def test_samples(self):
        self.assertEqual(self.of("arm6").table, "robots::arm6")
        self.assertEqual(self.of("arm6").with_drives().table, "robots::driven::arm6")
        self.assertEqual(self.of("go2").with_drives().table, "robots::go2")
        mine = self.header('#include "robots/arm6.hpp"\n')  # whose robot has the name of a sample
        self.assertEqual(self.of(f"{mine}:robots::arm6").with_drives().table, "robots::arm6")
        self.assertNotIn("driven", robots.samples())
        self.refused("ar6", "did you mean arm6?")
        self.refused("GO2", "did you mean go2?")
        self.refused("nothing like it", "There are arm6, arm7")
        self.refused("", "There are arm6, arm7")
        self.refused("arm6", "leave it out", floating=True)
        self.refused("arm6", "leave it out", name="arm")

    def test_headers(self):
        path = self.header()
        for name, table in {"my::arm": "my::arm", "::my::arm": "my::arm", "own::robots::arm": "my::own::robots::arm", "robot": "robot"}.items():
            self.assertEqual(self.of(f"{path}:{name}").table, table)
            self.assertEqual(self.of(path, name=name).table, table)
        self.assertEqual([row.name for row in self.of(f"{path}:my::arm").model.rows], ["a}"])
        self.assertEqual([row.name for row in self.of(f"{path}:robot").model.rows], ["alone"])  # a name of our programs, too
        self.refused(path, "say which robot is meant")
        self.refused(f"{path}:my::leg", "does not compile with a robot named my::leg")
        self.refused(f"{path}:my::own", "some robots.hpp: does not compile")
        self.refused(f"{path}:limb::finite", "does not compile")
        self.refused(self.header("struct Broken {"), "holds no tables")
        self.refused(self.header("int i = 3;"), "holds no tables")
        self.refused(self.header("constexpr int i = 3;") + ":i", "this is no robot: limb::tree")
        self.refused(os.path.dirname(path) + "/none.hpp", "no such header")
        self.refused(path, "--floating is for URDF and MJCF files", floating=True)

    def test_a_table_that_is_called_as_its_header(self):
        path = self.header(HEADER.replace("auto robot =", "auto legs ="), "legs.hpp")
        self.assertEqual(self.of(path).table, "legs")

    def test_files(self):
        path = self.header(urdf('<link name="base"/>', link("arm", zz=0.05), joint("j", "base", "arm")), "some robot.urdf")
        self.refused(path, "--repair")
        self.assertEqual(self.of(path, trust=True).model.rows[0].inertia[2], 0.05)
        self.assertEqual(self.of(path, repair=True, name="other").table, "robots::other")
        self.refused(path + ":arm", "there is no such robot, nor such a file")
        self.refused(self.header("arm", "arm.xyz"), "is not well-formed XML")
        self.refused(os.path.dirname(path), "there is no such file")

    def test_fields_are_those_of_limb(self):
        """importer/model.py knows every field of limb::Row, in its order, with its default"""
        path = self.header('#include "limb/limb.hpp"\nconstexpr auto plain = limb::tree({{.name = "a"}, {.name = "b", .joint = limb::Joint::revolute_z, '
                           '.mass = 1, .inertia = {1, 1, 1}}});')
        robot = self.of(path)
        with open(robot.json) as file:
            printed = list(json.load(file)["rows"][0])
        self.assertEqual(printed[1:-4], model.FIELDS)
        self.assertEqual(robot.model.rows[0].given(), model.Row("a", "world").given())


class Cache(unittest.TestCase):
    def test_nothing_is_made_by_halves_or_twice(self):
        made = []

        def make(folder):
            made.append(folder)
            with open(os.path.join(folder, "half"), "w") as file:
                file.write("half")
            if len(made) == 1:
                raise KeyboardInterrupt
            if len(made) == 2:  # another command is faster
                robots.compiled.made("sample", [key], make)

        key = repr(random.random())
        with self.assertRaises(KeyboardInterrupt):
            robots.compiled.made("sample", [key], make)
        before = set(os.listdir(robots.compiled.CACHE))
        folder = robots.compiled.made("sample", [key], make)
        self.addCleanup(lambda: shutil.rmtree(folder))
        self.assertEqual(robots.compiled.made("sample", [key], make), folder)
        self.assertEqual((len(made), os.listdir(folder)), (3, ["half"]))
        self.assertEqual(set(os.listdir(robots.compiled.CACHE)) - before, {os.path.basename(folder)})


unittest.main()
