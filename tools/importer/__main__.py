#!/usr/bin/env python3
"""Robots in and out of limb: `tools/limb import` and `tools/limb export`."""
import argparse
import os
import sys

import options_of_import
import report
import write_mjcf
import write_table
import write_urdf

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(1, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "robot"))
from robot import ERRORS, HELP, Robot, explain  # noqa: E402

WRITERS = {"urdf": write_urdf.text, "mjcf": write_mjcf.text}


def parser_of_import():
    parser = argparse.ArgumentParser(prog="tools/limb import", description="A URDF or MJCF file as a limb table.")
    parser.add_argument("file")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the table goes (default: standard output)")
    parser.add_argument("--quiet", action="store_true", help="do not say what was done")
    parser.add_argument("--run", action="store_true", help="then run its dynamics on an emulated board, and on the host for the same bits")
    options_of_import.add(parser)
    return parser


def do_import(arguments):
    options = parser_of_import().parse_args(arguments)
    import files  # needs lxml, which export may not
    robot, said = files.read(options.file, options)
    text = write_table.imported(robot, options.file, options)
    output = options.output
    if options.run and not output:
        output = os.path.relpath(os.path.join(ROOT, "build", "import", robot.name + ".hpp"))
        os.makedirs(os.path.dirname(output), exist_ok=True)
    if output:
        with open(output, "w") as file:
            file.write(text)
    else:
        print(text, end="")
    if not options.quiet:
        print(said.text(robot) + (f"\nwrote {output}" if output else ""), file=sys.stdout if output else sys.stderr, flush=True)
    if options.run:
        run_on_board(Robot(robot.name, f"robots::{robot.name}", os.path.abspath(output)), robot)


def run_on_board(robot, rows):
    import run  # needs the ARM compiler and QEMU, which the rest does not
    try:
        run.run(robot, rows)
    except run.cost.ERRORS as error:
        sys.exit(run.cost.explain(error))


def parser_of_export():
    parser = argparse.ArgumentParser(prog="tools/limb export", description="A limb table, or a URDF or MJCF file, as URDF or MJCF.")
    parser.add_argument("robot", help=HELP)
    parser.add_argument("--format", choices=WRITERS, required=True)
    parser.add_argument("-o", "--output", metavar="FILE", help="where it goes (default: standard output)")
    options_of_import.add(parser)
    return parser


def do_export(arguments):
    options = parser_of_export().parse_args(arguments)
    said = report.Report()
    text = WRITERS[options.format](Robot.of(options.robot, options).model, said)
    if options.output:
        with open(options.output, "w") as file:
            file.write(text)
    else:
        print(text, end="")
    for line in dict.fromkeys(said.lines):
        print(f"limb export: {line}", file=sys.stderr)


def main():
    commands = {"import": do_import, "export": do_export}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    try:
        commands[sys.argv[1]](sys.argv[2:])
    except ERRORS as error:
        sys.exit(f"limb {sys.argv[1]}: {explain(error)}")
    except KeyboardInterrupt:
        sys.exit(130)
    except ImportError as error:
        sys.exit(f"limb {sys.argv[1]}: needs {error.name} (Debian: python3-{error.name})")


if __name__ == "__main__":
    main()
