"""Robots in files: URDF and MJCF, read with all checks."""
import os

import model
import read_mjcf
import read_urdf
import report
import write_table
import xml_file

READERS = {"robot": read_urdf.read, "mujoco": read_mjcf.read}


def read(path, options):
    """(robot, report) of a URDF or MJCF file; its root element says which"""
    file, said = xml_file.read(path), report.Report()
    tag = xml_file.local(file.root)
    if tag not in READERS:
        file.refuse(file.root, "is neither URDF (<robot>) nor MJCF (<mujoco>)", "convert it to one of them")
    robot = READERS[tag](file, options, said)
    robot.name = write_table.identifier(options.name or robot.name or os.path.splitext(file.name)[0])
    model.check(robot, said, options.repair, options.trust)
    return robot, said
