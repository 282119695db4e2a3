"""The rows of a table in a header: rows.cpp is compiled with it on the host and run."""
import json
import os
import re
import shutil
import subprocess
import tempfile

from model import UNIT_AXES, Place, Robot, Row, refuse

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def etl_folder():
    """the folder that holds etl/, or None when the compiler finds it anyway"""
    for folder in (os.environ.get("LIMB_ETL_DIR"), os.path.join(ROOT, "build", "deps", "usr", "include")):
        if folder and os.path.isdir(os.path.join(folder, "etl")):
            return folder
    return None


def compiler():
    etl = etl_folder()
    return [shutil.which("g++") or "c++", "-std=c++20", "-ffp-contract=off", "-fconstexpr-ops-limit=1000000000", f"-I{ROOT}/lib",
            *(["-isystem", etl] if etl else [])]


def header_of(text):
    """(header to include, robot's name) of a sample's name or a path: the header's one table, or else what the file is called"""
    sample = os.path.join(ROOT, "lib", "robots", text + ".hpp")
    if os.path.exists(sample):
        return sample, text
    if os.path.exists(text):
        with open(text) as file:
            tables = re.findall(r"constexpr auto (\w+)\s*=\s*limb::tree", file.read())
        return os.path.abspath(text), tables[0] if len(tables) == 1 else os.path.splitext(os.path.basename(text))[0]
    refuse(Place(text, 0), "is neither a sample robot (lib/robots) nor a file", "give one of them")


def read(text, name=None):
    """the robot of a sample's name or a header's path"""
    header, stem = header_of(text)
    return read_all([(header, name or stem)])[0]


def read_all(wanted):
    """the robots of [(header, name)]"""
    with tempfile.TemporaryDirectory() as folder:
        program, headers = os.path.join(folder, "rows"), os.path.join(folder, "headers.hpp")
        with open(headers, "w") as file:
            file.writelines(f'#include "{header}"\n' for header in dict.fromkeys(header for header, _ in wanted))
        names = " ".join(f"PRINT({name})" for _, name in wanted)
        built = subprocess.run([*compiler(), f"-DROBOTS={names}", f'-DHEADERS="{headers}"', os.path.join(HERE, "rows.cpp"), "-o", program],
                               capture_output=True, text=True)
        if built.returncode != 0:
            header, name = wanted[0]
            first = "\n".join([line for line in built.stderr.splitlines() if "error" in line][:5])
            refuse(Place(os.path.basename(header), 0), f"does not compile with a robot named {name}:\n{first}", "correct it, or give --name ROBOT")
        printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
    return [_robot(json.loads(rows), *entry) for rows, entry in zip(printed, wanted)]


def _robot(rows, header, name):
    above = ["world", *(row["name"] for row in rows)]
    return Robot(name.split("::")[-1], [_row(row, up) for row, up in zip(rows, above)], os.path.basename(header))


def _row(given, above):
    row = Row(**{key: tuple(value) if isinstance(value, list) else value for key, value in given.items()})
    row.parent = row.parent or above
    row.rotation = (row.rotation[0:3], row.rotation[3:6], row.rotation[6:9])
    kind, _, letter = row.joint.partition("_")
    if letter:
        row.joint, row.axis = kind, UNIT_AXES[letter]
    row.place = Place("", 0, row.name)
    return row
