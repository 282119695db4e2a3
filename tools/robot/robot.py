"""The robot that a tool is asked for: Robot.of(text), wherever text leads.

    arm6                          a sample robot of lib/robots
    my/arm.hpp, my/arm.hpp:NAME   a header with tables, and which of them: arm or my::arm
    my/arm.urdf, my/dog.xml       URDF or MJCF, read as tools/limb import reads it, with its options
"""
import difflib
import functools
import json
import os
import re
import subprocess
import sys

import compiled

ROOT = compiled.ROOT
sys.path.insert(1, os.path.join(ROOT, "tools", "importer"))
import model  # noqa: E402
import options_of_import  # noqa: E402
import write_table  # noqa: E402

SAMPLES = os.path.join(ROOT, "lib", "robots")
HEADERS = (".hpp", ".h", ".hh", ".hxx")
HELP = "a sample robot (lib/robots), a header with its table, header.hpp[:NAME], or a URDF or MJCF file"
ERRORS = (model.Refusal, compiled.CompileError, OSError)


def explain(error):
    """one of ERRORS for the user"""
    if isinstance(error, BrokenPipeError):
        os._exit(0)  # head has seen enough
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)


# ---- headers ----------------------------------------------------------------------------------------------------------

LEFT_OUT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.DOTALL)
TOKEN = re.compile(r"\bnamespace\s+([\w:]*)\s*\{|([{}])|\bconstexpr\b[\w\s:<>,&*]*?\b(\w+)\s*=\s*(?:::)?(?:limb\s*::\s*)?(?:tree|in_form)\s*\(")


def tables_in(text):
    """the C++ names of the tables that a source defines at namespace scope"""
    text = LEFT_OUT.sub(lambda found: '""' if found[0][0] == '"' else " ", text)
    inside, tables = [], []
    for token in TOKEN.finditer(text):
        namespace, brace, table = token.groups()
        if brace == "}":
            del inside[-1:]
        elif table is None:
            inside.append(None if brace else namespace)
        elif None not in inside and not re.search(r"\btemplate\b[^;{}]*$", text[:token.start()]):
            tables.append("::".join([*filter(None, inside), table]))
    return tables


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


@functools.cache
def samples():
    """the names of the sample robots"""
    names = sorted(os.path.splitext(name)[0] for name in os.listdir(SAMPLES) if name.endswith(".hpp"))
    return [name for name in names if f"robots::{name}" in tables_in(read(os.path.join(SAMPLES, name + ".hpp")))]


def table_of(header, wanted):
    """the C++ name of the table in a header that is called `wanted`, or of the only one"""
    tables = tables_in(read(header))
    if wanted:
        wanted = wanted.removeprefix("::")
        fits = [table for table in tables if f"::{table}".endswith(f"::{wanted}")]
        return fits[0] if len(fits) == 1 else wanted  # one that a macro made, or another header: the compiler knows
    own = [table for table in tables if table.split("::")[-1] == os.path.splitext(os.path.basename(header))[0]]
    if len(tables) != 1 and len(own) != 1:
        model.refuse(model.Place(header, 0), f"holds {len(tables) or 'no'} tables, constexpr auto NAME = limb::tree(...)"
                     + (f": {', '.join(tables)}" if tables else ""), f"say which robot is meant: {header}:NAME")
    return tables[0] if len(tables) == 1 else own[0]


def imported_elsewhere(path, options):
    """(table, what was said) by Debian's Python, which has lxml where the one that runs this may not"""
    command = ["/usr/bin/python3", "-B", os.path.join(ROOT, "tools", "importer"), "import", *options_of_import.given(options), "--", path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    except FileNotFoundError:
        done = None
    if done is None or "needs lxml" in done.stderr:
        raise compiled.CompileError(f"reading {path} needs lxml (Debian: python3-lxml)")
    if done.returncode != 0:
        raise compiled.CompileError(done.stderr.strip().removeprefix("limb import: "))
    return done.stdout, done.stderr.strip()


# ---- robots -----------------------------------------------------------------------------------------------------------


class Robot:
    """.name for people and files; .table its C++ name and .header what to include; .said what import had to say"""

    def __init__(self, name, table, header, said=None):
        self.name, self.table, self.header, self.said = name, table, header, said
        self.definitions = [f"-DROBOT=::{table}", f'-DROBOT_HEADER="{header}"']

    @staticmethod
    def of(text, options=None):
        """options: of import (options_of_import.py)"""
        options = options or options_of_import.defaults()
        header, name = re.fullmatch(rf"(.*?(?:{'|'.join(map(re.escape, HEADERS))})?)(?::((?:::)?\w+(?:::\w+)*))?", text, re.DOTALL).groups()
        if text in samples() or header.endswith(HEADERS):
            not_for_tables = [word for word in options_of_import.given(options) if not word.startswith("--name=") or text in samples()]
            if not_for_tables:
                model.refuse(model.Place(text, 0), f"is a table of limb: {not_for_tables[0]} is for URDF and MJCF files", "leave it out")
        if text in samples():
            return Robot(text, f"robots::{text}", f"robots/{text}.hpp")
        if header.endswith(HEADERS):
            if not os.path.isfile(header):
                model.refuse(model.Place(header, 0), "there is no such header", "give the path of a header with a table")
            table = table_of(header, name or options.name)
            return Robot(write_table.identifier(table.split("::")[-1]), table, os.path.abspath(header))
        if not os.path.exists(text):
            near = difflib.get_close_matches(text, samples(), 1) or [name for name in samples() if name.lower() == text.lower()]
            model.refuse(model.Place(text or "''", 0), "there is no such robot, nor such a file",
                         (f"did you mean {near[0]}? " if near else "") + f"There are {', '.join(samples())}; or give a header with a "
                         "table (arm.hpp or arm.hpp:my::arm), or a URDF or MJCF file")
        return Robot.imported(text, options)

    @staticmethod
    def imported(path, options):
        try:
            import files  # needs lxml, which tables do not
        except ImportError:
            rows, (text, said) = None, imported_elsewhere(path, options)
        else:
            rows, told = files.read(path, options)
            text, said = write_table.imported(rows, path, options), told.text(rows)
        table = tables_in(text)[0]
        name = table.split("::")[-1]

        def make(folder):
            with open(os.path.join(folder, name + ".hpp"), "w", encoding="utf-8") as file:
                file.write(text)

        robot = Robot(name, table, os.path.join(compiled.made(name, [text], make), name + ".hpp"), said)
        if rows:
            robot.model = rows
        return robot

    def with_drives(self):
        """a sample robot with the drives that lib/robots/driven.hpp gives it; any other as it is"""
        driven = f"robots::driven::{self.name}"
        if self.header != f"robots/{self.name}.hpp" or driven not in tables_in(read(os.path.join(SAMPLES, "driven.hpp"))):
            return self
        return Robot(self.name, driven, "robots/driven.hpp")

    def program(self, source, *flags):
        """the path of a program of this robot"""
        name = f"{self.name}.{os.path.splitext(os.path.basename(source))[0]}"
        return compiled.program(name, [*compiled.host(), *flags, *self.definitions], source, of=f" for {self.table}")

    @functools.cached_property
    def json(self):
        """the path of its table as JSON (as_json.hpp)"""
        try:
            return compiled.printed(f"{self.name}.json", self.program("tools/robot/table.cpp"))
        except compiled.SourceError as error:
            model.refuse(model.Place(os.path.basename(self.header), 0), "\n".join([f"does not compile with a robot named {self.table}:", *error.lines]),
                         "correct it, or say which robot is meant: header.hpp:NAME")

    @functools.cached_property
    def model(self):
        """its rows (importer/model.py)"""
        with open(self.json, encoding="utf-8") as file:
            return rows_of(json.load(file), self.table.split("::")[-1], os.path.basename(self.header))


def rows_of(table, name, source):
    """rows from a table's JSON"""
    fields = set(model.FIELDS)

    def row_of(given):
        row = model.Row(**{key: tuple(value) if isinstance(value, list) else value for key, value in given.items() if key in fields})
        row.rotation = tuple(map(tuple, row.rotation))
        kind, _, letter = row.joint.partition("_")
        if letter:
            row.joint, row.axis = kind, model.UNIT_AXES[letter]
        row.place = model.Place("", 0, row.name)
        return row

    return model.Robot(name, [row_of(given) for given in table["rows"]], source)
