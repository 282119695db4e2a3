"""Where things are, and how a message names them."""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")
TOOLS = os.path.join(ROOT, "tools")


class Trouble(Exception):
    """What keeps a command from its work: a sentence for whoever called it"""


def in_root(*parts):
    return os.path.join(ROOT, *parts)


def shown(path):
    """a path as it works from where the user stands: the shorter of relative and absolute"""
    try:
        return min(os.path.relpath(path), os.path.abspath(path), key=len)
    except OSError:  # where they stand is no longer there
        return path


def text_of(*parts):
    with open(in_root(*parts), encoding="utf-8") as file:
        return file.read()
