"""A robot, however it is given, as a header that programs can be compiled with."""
import dataclasses
import os
import re

import compile_rows
import files
import model
import report
import write_table


@dataclasses.dataclass
class Given:
    name: str     # for people and for file names
    spelled: str  # in C++
    header: str   # path
    robot: model.Robot
    said: report.Report


def given(path, options, folder):
    """a URDF or MJCF file, whose header goes to `folder`, or a header with a table"""
    if path.endswith(".hpp"):
        header, stem = compile_rows.header_of(path)
        spelled = options.name or stem
        with open(header) as file:
            inside = re.search(r"^namespace robots\b", file.read(), re.MULTILINE)
        name = write_table.identifier(spelled.replace("::", "_"))
        return Given(name, f"robots::{spelled}" if inside else spelled, header, compile_rows.read(path, options.name), report.Report())
    robot, said = files.read(path, options)
    os.makedirs(folder, exist_ok=True)
    header = os.path.join(folder, robot.name + ".hpp")
    with open(header, "w") as file:
        file.write(write_table.header(robot, os.path.basename(path)))
    return Given(robot.name, f"robots::{robot.name}", header, robot, said)
