"""What tools/limb hands over to: finds the command, and sees to it that it ends cleanly whatever happens."""
import os
import signal
import sys

if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until there is something to clean up
if sys.version_info < (3, 9):
    sys.exit("limb: this is Python %d.%d; tools/limb needs 3.9 or later (Debian bookworm has 3.11)" % sys.version_info[:2])
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # tools, where `cli` is a package

from cli import commands, process  # noqa: E402
from cli.paths import Trouble  # noqa: E402


def main():
    process.end_children_on_signals()
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # it may be closed
    sys.stdout.reconfigure(errors="backslashreplace")  # file names may be no text
    try:
        try:
            sys.exit(commands.run(sys.argv[1:]))
        finally:
            sys.stdout.flush()
    except Trouble as trouble:
        sys.exit(f"limb: {trouble}")
    except process.Stopped as stopped:
        sys.exit(stopped.exit_code)
    except BrokenPipeError:  # `| head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        sys.exit(f"limb: {f'{error.filename}: ' if error.filename else ''}{error.strerror}")
    finally:
        process.end_children()


main()
