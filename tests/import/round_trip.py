#!/usr/bin/env python3
"""import(export(r)) = r for every sample robot, by URDF and by MJCF.

    round_trip.py FOLDER [ROBOT...]

Rows are compared number by number, then the tables that import printed are compiled beside the originals: their rows and
their inverse dynamics must have the same bits (round_trip.cpp). FOLDER keeps what was made.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tools", "importer"), os.path.join(ROOT, "tools", "robot")]
import compiled  # noqa: E402
import files  # noqa: E402
import options_of_import  # noqa: E402
import report  # noqa: E402
import write_mjcf  # noqa: E402
import write_table  # noqa: E402
import write_urdf  # noqa: E402
from robot import Robot  # noqa: E402

SAMPLES = ["gimbal3", "arm6", "arm7", "stanford6", "xarm7", "hya6_trusted", "quad18", "go2", "tree15", "chain2", "chain16", "chain64",
           "driven::arm6", "driven::gimbal3", "joints"]
MOVED = ["gimbal3", "xarm7", "go2", "joints"]  # whose inverse dynamics is computed, too: it takes time to compile
WRITERS = {"urdf": write_urdf.text, "mjcf": write_mjcf.text}


def robot_of(name):
    if name == "joints":
        return Robot.of(os.path.join(HERE, "joints.hpp"))
    return Robot.of(os.path.join(ROOT, "lib", "robots", "driven.hpp:" + name) if "::" in name else name)


def there_and_back(name, robot, form, folder):
    """writes the robot, reads it, compares its rows and writes the table that it has become"""
    path = os.path.join(folder, f"{name}_{form}.{form}")
    with open(path, "w") as file:
        file.write(WRITERS[form](robot, report.Report()))
    back, _ = files.read(path, options_of_import.defaults())
    for before, after in zip(robot.rows, back.rows, strict=True):
        if before.given() != after.given():
            sys.exit(f"{path}: {before.name} came back changed:\n{before.given()}\n{after.given()}")
    back.name = f"{name}_{form}"
    with open(os.path.join(folder, back.name + ".hpp"), "w") as file:
        file.write(write_table.imported(back, path, options_of_import.defaults()))


def main():
    folder, wanted = sys.argv[1], sys.argv[2:] or SAMPLES
    os.makedirs(folder, exist_ok=True)
    robots = [robot_of(name) for name in wanted]
    includes, pairs = [robot.header for robot in robots], []
    for original, robot in zip(wanted, robots):
        for form in ("urdf", "mjcf"):
            if (original, form) == ("joints", "urdf"):
                continue  # URDF lacks most of them
            name = original.replace("::", "_")
            there_and_back(name, robot.model, form, folder)
            includes.append(f"{name}_{form}.hpp")
            pairs.append(f"{'MOVED' if original in MOVED else 'PAIR'}({original}, {name}_{form})")
    with open(os.path.join(folder, "tables.hpp"), "w") as file:
        file.writelines(f'#include "{include}"\n' for include in dict.fromkeys(includes))
        file.write(f"#define PAIRS {' '.join(pairs)}\n")
    program = os.path.join(folder, "round_trip")
    subprocess.run([*compiled.host(), "-I", folder, os.path.join(HERE, "round_trip.cpp"), "-o", program], check=True)
    sys.exit(subprocess.run([program]).returncode)


main()
