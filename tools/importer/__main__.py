#!/usr/bin/env python3
"""Robots in and out of limb: `tools/limb import` and `tools/limb export`."""
import argparse
import os
import sys

import as_header
import compile_rows
import files
import model
import options_of_import
import report
import write_table


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
    robot, said = files.read(options.file, options)
    given = [name for name in ("floating", "repair", "trust") if getattr(options, name)]
    text = write_table.header(robot, os.path.basename(options.file), "".join(f" --{name}" for name in given))
    output = options.output
    if options.run and not output:
        output = os.path.relpath(os.path.join(compile_rows.ROOT, "build", "import", robot.name + ".hpp"))
        os.makedirs(os.path.dirname(output), exist_ok=True)
    if output:
        with open(output, "w") as file:
            file.write(text)
    else:
        print(text, end="")
    if not options.quiet:
        print(said.text(robot) + (f"\nwrote {output}" if output else ""), file=sys.stdout if output else sys.stderr, flush=True)
    if options.run:
        run_on_board(as_header.Given(robot.name, f"robots::{robot.name}", os.path.abspath(output), robot, said))


def run_on_board(given):
    import run  # needs the ARM compiler and QEMU, which the rest does not
    try:
        run.run(given)
    except run.cost.ERRORS as error:
        sys.exit(run.cost.explain(error))


def parser_of_export():
    parser = argparse.ArgumentParser(prog="tools/limb export", description="A limb table, or a URDF or MJCF file, as URDF or MJCF.")
    parser.add_argument("robot", help="a sample robot's name (lib/robots), a header with a table, or a URDF or MJCF file")
    parser.add_argument("--format", choices=files.WRITERS, required=True)
    parser.add_argument("-o", "--output", metavar="FILE", help="where it goes (default: standard output)")
    options_of_import.add(parser)
    return parser


def do_export(arguments):
    options = parser_of_export().parse_args(arguments)
    said = report.Report()
    if options.robot.endswith((".urdf", ".xml", ".mjcf")):
        robot, _ = files.read(options.robot, options)
    else:
        robot = compile_rows.read(options.robot, options.name)
    text = files.WRITERS[options.format](robot, said)
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
    except model.Refusal as refusal:
        sys.exit(f"limb {sys.argv[1]}: {refusal}")
    except OSError as error:
        sys.exit(f"limb {sys.argv[1]}: {error.filename}: {error.strerror}")


if __name__ == "__main__":
    main()
