"""The options of whatever reads a URDF or MJCF file."""
import argparse


def add(parser):
    parser.add_argument("--name", help="the table's C++ name (default: the robot's name in the file); of a header: which table")
    parser.add_argument("--root", metavar="LINK", help="import this link or body and what hangs from it")
    parser.add_argument("--floating", action="store_true", help="the root is free, not bolted to the world")
    parser.add_argument("--mimic", choices=["refuse", "free", "fixed"], default="refuse", help="joints that mimic others (default: refuse)")
    parser.add_argument("--snap", type=float, default=2e-5, metavar="RAD",
                        help="angles this near to quarter turns are meant as such (default 2e-5: 1.5708 and 3.1416 are; 0: none)")
    inertia = parser.add_mutually_exclusive_group()
    inertia.add_argument("--repair", action="store_true", help="replace impossible inertias by the nearest possible ones")
    inertia.add_argument("--trust", action="store_true", help="take impossible inertias and unlikely units as they are (.trust_inertia, .trust_units)")


def defaults():
    parser = argparse.ArgumentParser()
    add(parser)
    return parser.parse_args([])


def given(options):
    """the words of those that differ from the defaults"""
    differ = [(name, getattr(options, name)) for name, default in vars(defaults()).items() if getattr(options, name) != default]
    return [f"--{name}" if value is True else f"--{name}={value}" for name, value in differ]
