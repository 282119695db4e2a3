"""Commands that are programs of their own, in tools/: what they need is installed, then they run in this process.

A program says by a function without arguments, `parser()`, what its command line is: so its mistakes are found before anything is
installed, and the shell completes it.
"""
import importlib.util
import os
import runpy
import sys

from cli import needs
from cli.debian import must_install
from cli.paths import TOOLS


class Program:
    """FILE in tools/. `prepare(options)` installs what it needs, and returns words that go behind the user's; `words` go before them.
    `module` is what its Python should have, `parser` the function that makes its parser."""

    def __init__(self, summary, file, prepare, words=(), module=None, parser="parser"):
        self.summary, self.file, self.prepare, self.words, self.module = summary, os.path.join(TOOLS, file), prepare, words, module
        self.name_of_parser = parser

    def parser(self):
        sys.path.insert(1, os.path.dirname(self.file))
        name = os.path.splitext(os.path.basename(self.file))[0].strip("_")
        spec = importlib.util.spec_from_file_location(f"program_{name}", self.file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return getattr(module, self.name_of_parser)()

    def run(self, given, words):
        more = self.prepare(given) or []
        use_python_with(self.module)
        sys.argv = [self.file, *self.words, *words, *more]
        runpy.run_path(self.file, run_name="__main__")
        return 0


def use_python_with(module):
    """start again in another Python, where this one lacks the module"""
    importlib.invalidate_caches()
    python = module and needs.python_with(module)
    if python and python != sys.executable:
        sys.stdout.flush()
        os.execvp(python, [python, "-B", os.path.join(TOOLS, "cli"), *sys.argv[1:]])


# ---- what each needs ------------------------------------------------------------------------------------------------


def for_import(given):
    if given.run:
        needs.need_target()
    else:
        needs.need_text()


def for_export(given):
    if given.robot.endswith((".urdf", ".xml", ".mjcf")):
        needs.need_text()
    else:  # the compiler reads tables
        needs.need_host()


def for_cost(_):
    needs.need_target()


def for_modes(_):
    needs.need_host()
    needs.wish_for_module("numpy")


def for_view(_):
    needs.need_host(*needs.missing_for_viewer())


def for_mutate(given):
    if not given.check:
        needs.need_host()


def nothing(_):
    pass


def for_identify(_):
    needs.need_host()
    if not needs.python_with("numpy"):
        must_install(["python3-numpy"])


def for_fuzz(given):
    if not given.write:
        needs.need_host()


# ---- the programs ---------------------------------------------------------------------------------------------------

PROGRAMS = {
    "mutate": Program("put mistakes into lib/, one at a time: do the quick host tests see them?", "mutate.py", for_mutate),
    "fuzz": Program("draw random robots: does limb compute them right?", "fuzz.py", for_fuzz),
    "identify": Program("fit masses, moments, friction and armatures of a robot's table to the log of a run", "identify/identify.py", for_identify,
                        module="numpy"),
    "import": Program("a URDF or MJCF file as a limb table; --run: and on the emulated board", "importer/__main__.py", for_import,
                      words=["import"], module="lxml", parser="parser_of_import"),
    "export": Program("a limb table for other programs", "importer/__main__.py", for_export, words=["export"], module="lxml",
                      parser="parser_of_export"),
    "cost": Program("operations, instructions, cycles, rates, flash and stack: of a URDF or MJCF file, of a table, or of the sample robots",
                    "cost.py", for_cost, module="lxml"),
    "modes": Program("how a robot swings about a position: frequencies, damping, shapes, sensitivities", "modes.py", for_modes, module="numpy"),
    "view": Program("a local web page: drag the robot's joints, replay a log of hil, follow one that runs", "viewer/view.py", for_view),
    "package": Program("limb as a library folder of PlatformIO, Arduino or Zephyr", "package.py", nothing),
}
