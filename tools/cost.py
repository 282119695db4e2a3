#!/usr/bin/env python3
"""What the sweeps of a robot cost on a Cortex-M4F: of the sample robots, of a URDF or MJCF file, of a table in a header.

Every sweep of a robot is compiled as a function of its own with the firmware's flags (tools/cost/kernel.cpp), called once in
QEMU on an emulated STM32F405, and its trace looked at (tools/m4cycles.py). Operations are those of limb::cost<robot>.
Objects stay in build/compiled and are compiled again only when their preprocessed source or the flags change.
"""
import argparse
import concurrent.futures
import functools
import glob
import json
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import typing

import m4cycles

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.join(ROOT, "tools", "robot"))
import compiled  # noqa: E402
from robot import ERRORS as ROBOT_ERRORS, HELP, Robot, explain as explain_robot, read  # noqa: E402

FOLDER = None  # where firmware is built; None: by the preset of BOARD
STORED = os.path.join(ROOT, "tests", "cost_counts.json")
MARGIN = 1.03  # by so much an instruction count may differ from the stored one
BOARD = "stm32f405"
AROUND = [f"boards/{BOARD}/board.cpp", "port/stm32f4/stm32f4.cpp", "port/stm32/stm32.cpp", "port/cortex_m4f/startup.cpp",
          "port/cortex_m4f/mpu.cpp", "port/cortex_m4f/fault.cpp", "port/cortex_m4f/tick.cpp",
          "port/semihosting/semihosting.cpp", "tools/cost/main.cpp"]

ROBOTS = ["gimbal3", "arm6", "arm7", "stanford6", "xarm7", "quad18", "go2", "tree15",
          "chain4", "chain8", "chain16", "chain32", "chain64"]
ARGUMENTS = {"inverse_dynamics": "(q, qd, in)", "mass_matrix": "(q)", "forward_dynamics": "(q, qd, in)",
             "forward_dynamics_aba": "(q, qd, in)", "forward_dynamics_ltdl": "(q, qd, in)",
             "gravity_torque": "(q)", "bias_torque": "(q, qd)"}
ALGORITHMS = list(ARGUMENTS)
# What is built on the sweeps (--more): measured, but not counted by limb::cost.
MORE = {"mass_times": "(q, in)", "inverse_mass_times": "(q, in)", "coriolis_torque": "(q, qd)", "coriolis_matrix": "(q, qd)",
        "centre_of_mass": "(q, qd)", "momentum": "(q, qd)", "energies": "(q, qd)", "reactions": "(q, qd, in)",
        "joint_elements": "(q, qd)", "regressor": "(q, qd, in)", "inverse_dynamics_derivatives": "(q, qd, in)",
        "forward_dynamics_derivatives": "(q, qd, in)"}
# the same of robots with closed loops, whose table has the name of the robot's and _loop
OF_LOOPS = {"loop_forward_dynamics": "(q, qd, in)", "close_velocities": "(q, qd)"}
LOOPED = ["four_bar"]
FORMS = ["automatic", "unrolled", "shared", "looped"]  # in the order of limb::Form
OPERATIONS = ["multiplications", "additions", "divisions", "square_roots", "sin_cos"]

# What tests/checks/cost_counts.py keeps from growing. The rest is made of the same code.
KEPT = ["inverse_dynamics", "mass_matrix", "forward_dynamics", "forward_dynamics_aba", "forward_dynamics_ltdl"]


# Robots that were asked for: {name: Robot}, and those on which the factorisation, which grows with the cube of a chain's length,
# is not worth measuring.
GIVEN = {}
LONG = {"chain32", "chain64"}
MANY_FREEDOMS = 24


class CostError(Exception):
    pass


ERRORS = (CostError, m4cycles.TraceError, subprocess.CalledProcessError, *ROBOT_ERRORS)


def explain(error):
    if isinstance(error, subprocess.CalledProcessError):
        return f"cost: {' '.join(error.cmd)} failed:\n{error.stderr}"
    return f"cost: {explain_robot(error)}"


def say(text):
    print(f"cost: {text}", file=sys.stderr, flush=True)


def kernels(robots=ROBOTS, algorithms=ALGORITHMS):
    """[(robot, algorithm)] worth measuring"""
    return [(r, a) for r in robots for a in algorithms
            if not (a == "forward_dynamics_ltdl" and r in LONG) and not (a in OF_LOOPS and r not in LOOPED)]


def take(text, options):
    """the name by which a robot is measured (robot.py)"""
    robot = Robot.of(text, options)
    if robot.said:
        print(robot.said)
    name, count = robot.name, 1
    while name in GIVEN and GIVEN[name].definitions != robot.definitions or name in options.robot and robot.table != f"robots::{name}":
        count += 1
        name = f"{robot.name}_{count}"
    GIVEN[name] = robot
    if sum(row.freedoms for row in robot.model.rows) > MANY_FREEDOMS:
        LONG.add(name)
    return name


def use(folder):
    """measure with the compiler for which CMake has made that folder"""
    global FOLDER
    FOLDER = os.path.abspath(folder)


# ---- compiling ------------------------------------------------------------------------------------------------------


@functools.cache
def configured():
    """the folder where CMake has been told how firmware is compiled and linked"""
    if FOLDER:
        return FOLDER
    done = subprocess.run(["cmake", "--preset", BOARD], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise CostError(f"cmake --preset {BOARD} failed; run tools/limb setup first?\n{done.stderr}")
    return os.path.join(ROOT, "build", BOARD)


@functools.cache
def compiler():
    """the command by which CMake compiles firmware, warnings left out"""
    with open(os.path.join(configured(), "compile_commands.json")) as file:
        commands = [shlex.split(entry["command"]) for entry in json.load(file) if entry["file"].endswith("/apps/sweeps.cpp")]
    command = commands[0]
    return [word for word in command[:command.index("-o")] if not word.startswith("-W")]


@functools.cache
def linked_with(variable):
    """flags, from CMake's cache"""
    with open(os.path.join(configured(), "CMakeCache.txt")) as file:
        return shlex.split(re.search(rf"^{variable}:\w+=(.*)$", file.read(), re.MULTILINE)[1])


@functools.cache
def compiler_version():
    return m4cycles.tool(compiler()[0], "-dumpfullversion").strip()


def measured_with():
    qemu = re.search(r"version (\S+)", m4cycles.tool("qemu-system-arm", "--version"))[1]
    return f"arm-none-eabi-g++ {compiler_version()}, -O2; QEMU {qemu}"


def run_compiler(*arguments):
    """processor seconds, which other programs on the machine disturb less than the clock"""
    with subprocess.Popen([*compiler(), *arguments], stderr=subprocess.PIPE, text=True) as process:
        messages = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        first = "\n".join(messages.splitlines()[:20])
        raise CostError(f"does not compile: {' '.join(arguments)}\n{first}")
    return usage.ru_utime + usage.ru_stime


@functools.cache
def preprocessed(source, *definitions):
    return m4cycles.tool(*compiler(), *definitions, "-E", "-P", source)


class Object(typing.NamedTuple):
    path: str
    seconds: float  # that it took to compile


def compiled_object(name, source, robot=(), more=()):
    """robot: definitions that choose what is included"""
    source = os.path.join(ROOT, source)

    def make(folder):
        seconds = run_compiler(*robot, *more, "-fstack-usage", "-c", source, "-o", os.path.join(folder, "object.o"))
        with open(os.path.join(folder, "seconds"), "w") as file:
            file.write(repr(seconds))
        say(f"compiled {name} in {seconds:.1f} s")

    folder = compiled.made(name, [*compiler(), compiler_version(), *robot, *more, preprocessed(source, *robot)], make)
    with open(os.path.join(folder, "seconds")) as file:
        return Object(os.path.join(folder, "object.o"), float(file.read()))


def label(robot, form):
    return robot if form is None else f"{robot}_{form}"


def definitions(robot, form):
    given = GIVEN.get(robot) or Robot.of(robot)
    return (*given.definitions, *([f"-DFORM={form}"] if form else []))


def compiled_kernel(robot, algorithm, form):
    name = f"{label(robot, form)}.{algorithm}"
    arguments = (ARGUMENTS | MORE | OF_LOOPS)[algorithm]
    more = (f"-DALGORITHM={algorithm}", f"-DARGUMENTS={arguments}", f"-DKERNEL=kernel_{algorithm}",
            *([f"-DLOOPS=robots::{robot}_loop"] if algorithm in OF_LOOPS else []))
    return compiled_object(name, "tools/cost/kernel.cpp", definitions(robot, form), more)


def link(name, objects):
    """the path of the program that these make"""
    memory, scripts = os.path.join(ROOT, "boards", BOARD, "memory.ld"), os.path.join(ROOT, "port", "cortex_m4f")
    before = [*linked_with("CMAKE_EXE_LINKER_FLAGS"), "-T", memory, "-L", scripts, *objects]
    after = linked_with("CMAKE_CXX_STANDARD_LIBRARIES")
    layout = [read(path) for path in (memory, *sorted(glob.glob(os.path.join(scripts, "*.ld"))))]
    folder = compiled.made(f"{name}.elf", [*compiler(), compiler_version(), *before, *after, *layout],
                           lambda folder: run_compiler(*before, "-o", os.path.join(folder, "elf"), *after))
    return os.path.join(folder, "elf")


def frame_bytes(path):
    """the stack frame of an object's kernel, as the compiler reports it"""
    with open(path[:-len("o")] + "su") as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    dynamic = [function for function, _, kind in lines if kind != "static"]
    if dynamic:
        raise CostError(f"stack use is not known at compile time: {', '.join(dynamic)}")
    return next(int(size) for function, size, _ in lines if "kernel_" in function)


def table_bytes(path):
    """constants of an object that do not lie inside its functions"""
    return sum(int(size) for size in re.findall(r"^\.rodata\S*\s+(\d+)", m4cycles.tool("arm-none-eabi-size", "-A", path), re.MULTILINE))


# ---- measuring ------------------------------------------------------------------------------------------------------


def in_parallel(function, tasks):
    """[function(*task)]; the first error ends it"""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(function, *task) for task in tasks]
        try:
            return [future.result() for future in futures]
        finally:
            pool.shutdown(cancel_futures=True)


def measured_robot(robot, form, objects, around):
    """{algorithm: figures}. objects: {algorithm: Object}; around: the paths of the objects that make a program of them"""
    elf = link(label(robot, form), [*around, *[path for path, _ in objects.values()]])
    figures = m4cycles.measure(elf, [f"kernel_{algorithm}" for algorithm in objects])
    out = {}
    for algorithm, (path, seconds) in objects.items():
        row = out[algorithm] = figures[f"kernel_{algorithm}"]
        row["code_bytes"] = row.pop("function_bytes") + table_bytes(path)
        row["compile_seconds"] = round(seconds, 2)
        if row["stack_bytes"] < frame_bytes(path):
            raise CostError(f"{robot} {algorithm}: {row['stack_bytes']} bytes of stack seen, but its frame has {frame_bytes(path)}")
    return out


def measure(wanted):
    """{(robot, algorithm, form): figures} for such triples; form None: the robot's own"""
    for source in ("kernel.cpp", "counts.cpp"):  # fail early, and fill the cache before threads ask for it
        for robot, form in {(r, f) for r, _, f in wanted}:
            preprocessed(os.path.join(ROOT, "tools", "cost", source), *definitions(robot, form))
    around = [compiled_object(os.path.basename(source), source).path for source in AROUND]
    objects = dict(zip(wanted, in_parallel(compiled_kernel, wanted)))
    programs = list(dict.fromkeys((robot, form) for robot, _, form in wanted))
    results = in_parallel(measured_robot, [
        (robot, form, {a: objects[robot, a, form] for r, a, f in wanted if (r, f) == (robot, form)}, around) for robot, form in programs])
    return {(robot, a, form): figures for (robot, form), rows in zip(programs, results) for a, figures in rows.items()}


def counted(robot, form):
    """(the form the robot has, {algorithm: {operation: number}})"""
    algorithms = [a for _, a in kernels([robot])]
    more = ["-DCOUNTED=" + " ".join(f"COUNT({a})" for a in algorithms)]
    path, _ = compiled_object(f"{label(robot, form)}.counts", "tools/cost/counts.cpp", definitions(robot, form), more)
    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "counts")
        m4cycles.tool("arm-none-eabi-objcopy", "-O", "binary", "--only-section=.counts", path, binary)
        with open(binary, "rb") as file:
            numbers = struct.unpack("<36i", file.read())
    return FORMS[numbers[0]], {a: dict(zip(OPERATIONS, numbers[1 + 5 * i:])) for i, a in enumerate(algorithms)}


# ---- rates ----------------------------------------------------------------------------------------------------------

BOARDS = {"stm32f405": "stm32f4", "nucleo_f446re": "stm32f4", "b_g431b_esc1": "stm32g4"}  # and their parts
RATED = ["gravity_torque", "inverse_dynamics", "forward_dynamics"]


@functools.cache
def boards():
    """{board: (clock in Hz, which cycles apply there)}: code runs from flash, or from RAM where its memory.ld puts the sweeps"""
    out = {}
    for board, part in BOARDS.items():
        with open(os.path.join(ROOT, "port", part, part + ".hpp")) as file:
            clock = int(re.search(r"core_hz = ([\d']+)", file.read())[1].replace("'", ""))
        with open(os.path.join(ROOT, "boards", board, "memory.ld")) as file:
            from_flash = 'REGION_ALIAS("SWEEPS", FLASH)' in file.read()
        out[board] = clock, "flash_cycles" if from_flash else "core_cycles"
    return out


def rates(row):
    """{board: the highest rate of control in Hz at which this sweep alone would fill the processor}"""
    return {board: clock // row[cycles] for board, (clock, cycles) in boards().items()}


def print_rates(rows):
    chosen = [row for row in rows if row["algorithm"] in RATED]
    if not chosen:
        return
    print(f"\n{'highest rate, kHz':34}" + "".join(f"{row['algorithm']:>18}" for row in chosen))
    for board, (clock, cycles) in boards().items():
        where = "flash" if cycles == "flash_cycles" else "RAM"
        cells = "".join(f"{row['highest_rate_hz'][board] / 1000:>18.1f}" for row in chosen)
        print(f"{f'{board}, {clock / 1e6:.0f} MHz, {where}':34}{cells}")


# ---- printing -------------------------------------------------------------------------------------------------------

COLUMNS = [("mult", "multiplications"), ("add", "additions"), ("div", "divisions"), ("sqrt", "square_roots"), ("sincos", "sin_cos"),
           ("instructions", "instructions"), ("core", "core_cycles"), ("flash", "flash_cycles"), ("code B", "code_bytes"),
           ("stack B", "stack_bytes"), ("compile s", "compile_seconds")]
COMPARED = ["instructions", "core_cycles", "flash_cycles", "code_bytes"]


def record(records, robot, algorithm):
    """the figures to beat, or None; of the two ways to forward dynamics the one with fewer instructions"""
    known = records.get(robot, {})
    if algorithm == "forward_dynamics":
        return min((known[a] for a in ("forward_dynamics_ltdl", "forward_dynamics_aba") if a in known), default=None)
    return known.get(algorithm)


def print_table(robot, rows, records):
    headings = "".join(f"{heading:>{max(8, len(heading) + 2)}}" for heading, _ in COLUMNS)
    print(f"\n{robot}, {rows[0]['form']}\n{'':30}{headings}" + ("    against the record: instr  core flash  code" if records else ""))
    for row in rows:
        cells = "".join(f"{row.get(key, '-'):>{max(8, len(heading) + 2)}}" for heading, key in COLUMNS)
        best = record(records, robot, row["algorithm"])
        ratios = "".join(f"{row[key] / value:6.2f}" for key, value in zip(COMPARED, best)) if best else ""
        print(f"{row['algorithm']:30}{cells}" + (f"{ratios:>45}" if best else ""))


def markdown(rows):
    """the table of README.md"""
    shown = ["inverse_dynamics", "mass_matrix", "forward_dynamics"]
    cells = {(row["robot"], row["algorithm"]): " / ".join(str(row[key]) for key in COMPARED) + " B" for row in rows}
    robots = [robot for robot in dict.fromkeys(row["robot"] for row in rows) if all((robot, a) in cells for a in shown)]
    lines = ["| robot | inverse dynamics | mass matrix | forward dynamics |", "|---|---|---|---|"]
    return "\n".join(lines + [f"| {robot} | " + " | ".join(cells[robot, a] for a in shown) + " |" for robot in robots])


def store():
    """the figures of this compiler into tests/cost_counts.json"""
    figures = measure([(robot, algorithm, None) for robot, algorithm in kernels(algorithms=KEPT)])
    stored, version = stored_figures(), compiler_version()
    first = next(iter(stored), version)
    mine = stored[version] = {}
    for (robot, algorithm, _), row in figures.items():
        count = row["instructions"]
        other = stored[first].get(robot, {}).get(algorithm, row)["instructions"]
        if version == first or not other / MARGIN <= count <= other * MARGIN:
            mine.setdefault(robot, {})[algorithm] = {key: row[key] for key in ("instructions", "code_bytes")}
    with open(STORED, "w") as file:
        json.dump(stored, file, indent=1)
        file.write("\n")
    say(f"stored {sum(map(len, mine.values()))} rows for arm-none-eabi-g++ {version} in {os.path.relpath(STORED, ROOT)}")


def stored_figures():
    """{version of the compiler: {robot: {algorithm: figures}}}: all of the first compiler's, of another those that differ by more
    than the margin from the first's"""
    if not os.path.exists(STORED):
        return {}
    with open(STORED) as file:
        return json.load(file)


def parser():
    import options_of_import
    parser = argparse.ArgumentParser(prog="tools/limb cost", description=__doc__.split("\n\n")[0])
    parser.add_argument("file", nargs="*", metavar="ROBOT", help=f"{HELP}; default: the sample robots that README.md lists, and more chains")
    parser.add_argument("--robot", action="append", default=[], choices=ROBOTS + LOOPED, metavar="ROBOT",
                        help="only this one; may be repeated: " + " ".join(ROBOTS + LOOPED))
    parser.add_argument("--algorithm", action="append", choices=[*ALGORITHMS, *MORE, *OF_LOOPS], metavar="ALGORITHM",
                        help="only this one; may be repeated: " + " ".join([*ALGORITHMS, *MORE, *OF_LOOPS]))
    parser.add_argument("--more", action="store_true", help="what is built on the sweeps, instead of them (default robots: gimbal3, arm6, four_bar)")
    parser.add_argument("--form", choices=FORMS[1:], help="lay the sweeps out so, instead of as the robot's table chose")
    parser.add_argument("--records", action="store_true", help="compare with the figures in tools/cost/records.json")
    parser.add_argument("--markdown", action="store_true", help="print the table of README.md, too")
    parser.add_argument("--json", metavar="FILE", help="write the rows as an array of objects, too; -: to standard output, alone")
    parser.add_argument("--html", metavar="FILE", help="write a page with charts, too, that needs nothing else")
    parser.add_argument("--store", action="store_true", help="instead: store the instruction counts that the tests keep from growing")
    parser.add_argument("--build", metavar="FOLDER", help="with the compiler for which CMake has made this folder of builds for boards")
    if_read = parser.add_argument_group("when a file is read")
    options_of_import.add(if_read)
    return parser


def main():
    options = parser().parse_args()
    if options.build:
        use(options.build)
    if options.store:
        if options.file or options.robot or options.algorithm or options.form:
            parser().error("--store always stores every robot; leave --robot, --algorithm and --form out")
        return store()

    out = sys.stdout
    if options.json == "-":
        sys.stdout = sys.stderr
    records = {}
    if options.records:
        with open(os.path.join(ROOT, "tools", "cost", "records.json")) as file:
            records = json.load(file)
    given = list(dict.fromkeys(take(text, options) for text in options.file))
    more = options.more or (options.algorithm and not set(options.algorithm) & ARGUMENTS.keys())
    chosen = kernels(list(dict.fromkeys(given + options.robot)) or (["gimbal3", "arm6", *LOOPED] if more else ROBOTS),
                     options.algorithm or ([*MORE, *OF_LOOPS] if more else ALGORITHMS))
    if not chosen:
        raise CostError("forward_dynamics_ltdl is not measured on chain32 and chain64: it grows with the cube of the length")
    figures = measure([(robot, algorithm, options.form) for robot, algorithm in chosen])
    names = list(dict.fromkeys(robot for robot, _ in chosen))
    counts = in_parallel(counted, [(robot, options.form) for robot in names])
    rows = []
    for robot, (form, operations) in zip(names, counts):
        mine = [{"robot": robot, "algorithm": a, "form": form, **operations.get(a, {}), **figures[robot, a, options.form]}
                for r, a in chosen if r == robot]
        for row in mine:
            row["highest_rate_hz"] = rates(row)
        print_table(robot, mine, records)
        if robot in given:
            print_rates(mine)
        rows += mine
    print(f"\n{measured_with()}. Instructions and stack: one call, exact. Core and flash: cycles, modelled, without wait states and from the"
          "\nflash of an STM32G4 (tools/m4cycles.py). Code: functions and tables that the call uses. Compile: processor time.")
    if options.markdown:
        print("\n" + markdown(rows))
    if options.html:
        import cost_page
        with open(options.html, "w") as file:
            file.write(cost_page.page([row for row in rows if row["algorithm"] in ALGORITHMS], boards(), measured_with()))
        say(f"wrote {options.html}")
    if options.json:
        text = json.dumps(rows, indent=1) + "\n"
        if options.json == "-":
            out.write(text)
        else:
            with open(options.json, "w") as file:
                file.write(text)


if __name__ == "__main__":
    try:
        main()
    except ERRORS as error:
        sys.exit(explain(error))
    except KeyboardInterrupt:
        sys.exit(130)
