"""The commands of tools/limb: what there is, with which options, and what becomes of a word that nobody knows."""
import argparse
import os
import re
import sys

from cli import boards, build, completion, loop, needs, stages
from cli.options import Parser, did_you_mean, one_of, refuse_unknown_options
from cli.paths import TOOLS, Trouble, in_root, text_of
from cli.process import output, run as run_program
from cli.programs import PROGRAMS


class Command:
    """What it does, how its options are added to a parser, and what runs it with them."""

    def __init__(self, name, summary, add_options, function, epilog=None):
        self.name, self.summary, self.add_options, self.function, self.epilog = name, summary, add_options, function, epilog

    def parser(self):
        parser = Parser(prog=f"tools/limb {self.name}", description=self.summary[0].upper() + self.summary[1:], epilog=self.epilog)
        self.add_options(parser)
        return parser

    def run(self, given, _):
        return self.function(given)


# ---- options --------------------------------------------------------------------------------------------------------


def no_options(_):
    pass


def of_build(parser):
    parser.add_argument("preset", nargs="*", metavar="PRESET", type=one_of("preset", build.presets()),
                        help=f"default: host emulated; there are: {' '.join(build.presets())}")


def of_test(parser):
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--only", metavar="STAGE", type=one_of("stage", stages.STAGES), help=f"one stage: {', '.join(stages.STAGES)}")
    what.add_argument("--quick", action="store_true", help="what a developer runs between edits: the quick tests of stage host, a minute")


def of_flash(parser):
    parser.add_argument("--board", metavar="B", help=f"one of: {' '.join(boards.boards_to_flash())}")
    parser.add_argument("--app", metavar="A", default="echo", help="the firmware (default: echo); a drive: control_arm6")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be run")


def number(text):
    """as it was written: the runner reads it"""
    try:
        float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no number") from None
    return text


def of_hil(parser):
    def one(option, names, default, more=""):
        parser.add_argument(option, metavar=option[2:].upper(), type=one_of(option[2:], names), default=default,
                            help=f"{', '.join(names)} (default: {default}){more}")
    one("--robot", loop.robots(), "arm6")
    one("--board", [*boards.boards(), "host"], "stm32f405", "; host: the drive without a board")
    parser.add_argument("--link", metavar="L", default="semihosting",
                        help="semihosting (default: emulated, deterministic, fast), uart (emulated), or a serial port: /dev/ttyACM0")
    one("--controller", loop.CONTROLLERS, "computed_torque")
    one("--scenario", loop.SCENARIOS, "fast", "; shake: a base that shakes at 2 Hz and 7 Hz, for the gimbal")
    one("--plant", ("limb", "mujoco"), "limb")
    one("--pace", ("lock-step", "timer"), "lock-step", "; lock-step: a message is a control period; timer: the board's own ticks, the plant follows")
    parser.add_argument("--seconds", metavar="T", type=number, default="3", help="default 3")
    parser.add_argument("--seed", metavar="N", type=number, default="1", help="of the sensors' noise (default: 1)")
    parser.add_argument("--mass-error", metavar="P", type=number, default="0", help="per cent that the machine's masses are above the controller's")
    parser.add_argument("--friction-error", metavar="P", type=number, default="0", help="likewise")
    parser.add_argument("--out", metavar="PREFIX", help="where log, recording and plots go; default: build/hil/...")


def of_replay(parser):
    parser.add_argument("log", metavar="LOG", help="LOG, LOG.csv or LOG.frames of tools/limb hil")


def of_completion(parser):
    parser.add_argument("shell", metavar="SHELL", type=one_of("shell", ("bash", "zsh")), help="bash or zsh")


def of_help(parser):
    parser.add_argument("command", nargs="?", metavar="COMMAND", type=one_of("command", COMMANDS))


# ---- commands -------------------------------------------------------------------------------------------------------


def setup(_):
    needs.need_target()
    needs.wish(needs.missing_for_viewer())
    if run_program(sys.executable, "-B", os.path.join(TOOLS, "viewer", "view.py"), "--make-only") != 0:
        print("limb: going on without the viewer")
    print("limb: everything is there")
    return 0


def complete(_):
    print(completion.script({name: command.parser() for name, command in COMMANDS.items()}), end="")
    return 0


def help_of(given):
    if given.command:
        COMMANDS[given.command].parser().print_help()
    else:
        print(usage())
    return 0


def version():
    """of version.hpp; with the commit, where this is a clone"""
    number_of_release = re.search(r'LIMB_VERSION_TEXT "(.*)"', text_of("lib", "limb", "version.hpp"))[1]
    commit = output("git", "-C", in_root(), "describe", "--always", "--dirty", "--tags").strip() if os.path.exists(in_root(".git")) else ""
    return f"limb {number_of_release}" + (f" ({commit})" if commit else "")


OWN = [
    Command("setup", "install what the other commands need", no_options, setup),
    Command("build", "build the named CMake presets", of_build, build.build),
    Command("test", "build and run every test, or one stage, or the quick ones", of_test, stages.test,
            epilog="Logs are in build/logs. The last line is `N passed, M failed`, then `, K skipped` if anything was."),
    Command("size", "flash, RAM and worst-case stack of the firmware of every board", no_options, boards.size),
    Command("flash", "write firmware to a board, with openocd or st-flash", of_flash, boards.flash),
    Command("demo", "the firmware on an emulated STM32F405 controls a gimbal and an arm, with and without a model: a report", no_options, loop.demo),
    Command("hil", "close the loop of a drive's firmware around a simulated robot", of_hil, loop.hil,
            epilog="A board at a serial port must have its firmware: tools/limb flash --board B --app control_ROBOT. Exit code: 0; 1 where the "
                   "drive stopped; 2 where there was no run."),
    Command("replay", "feed the recorded link of a hil run to the drive on the host: are the torques the same bits?", of_replay, loop.replay),
    Command("completion", 'let the shell complete commands and options: eval "$(tools/limb completion bash)"', of_completion, complete),
    Command("help", "this text, or that of a command", of_help, help_of),
]
ORDER = ("setup", "build", "test", "mutate", "fuzz", "size", "flash", "demo", "hil", "replay", "identify", "import", "export", "cost", "modes", "view",
         "package", "completion", "help")
COMMANDS = {name: {**{command.name: command for command in OWN}, **PROGRAMS}[name] for name in ORDER}


def usage():
    width = max(map(len, COMMANDS))
    lines = "\n".join(f"  {name:{width}}  {command.summary}" for name, command in COMMANDS.items())
    return f"usage: tools/limb COMMAND [OPTIONS]\n\n{lines}\n\ntools/limb COMMAND --help has its options; tools/limb --version says what limb it is."


def run(words):
    """exit code of the command line"""
    name, *words = words or ["help"]
    if name in ("-h", "--help"):
        name = "help"
    if name == "--version":
        print(version())
        return 0
    if name not in COMMANDS:
        raise Trouble(f"unknown command '{name}'{did_you_mean(name, [*COMMANDS, '--help', '--version'])} (tools/limb help)")
    command = COMMANDS[name]
    parser = command.parser()
    refuse_unknown_options(parser, words)
    return command.run(parser.parse_args(words), words)
