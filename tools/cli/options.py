"""Words of a command line that are wrong: said in a sentence, with the word that was probably meant."""
import argparse
import difflib
import re
import sys

WRONG_COMMAND_LINE = 2  # exit code, as argparse has it


def did_you_mean(word, known):
    near = difflib.get_close_matches(word, known, 1, cutoff=0.7)
    return f"; did you mean {near[0]}?" if near else ""


class Parser(argparse.ArgumentParser):
    """argparse's, that takes no abbreviations and is brief about mistakes"""

    def __init__(self, **more):
        super().__init__(allow_abbrev=False, **more)

    def error(self, message):
        sys.exit(refused(self, message))


def refused(parser, message):
    print(f"limb: {parser.prog.split()[-1]}: {message} ({parser.prog} --help)", file=sys.stderr)
    return WRONG_COMMAND_LINE


class one_of:
    """type of an argument: one of these names"""

    def __init__(self, what, names):
        self.what, self.names = what, names

    def __call__(self, text):
        if text not in self.names:
            raise argparse.ArgumentTypeError(f"'{text}' is no {self.what}; there are: {' '.join(self.names)}{did_you_mean(text, self.names)}")
        return text


def options_of(parser):
    return [option for action in parser._actions if action.help != argparse.SUPPRESS for option in action.option_strings]


def refuse_unknown_options(parser, words):
    """before argparse looks at the rest: it would complain first of what else is missing, and has no suggestion"""
    known = options_of(parser)
    for word in words:
        if word == "--":
            return
        option = word.split("=")[0]
        if not re.match(r"--?[A-Za-z]", option):
            continue
        if not option.startswith("--"):
            option = option[:2]
        abbreviated = parser.allow_abbrev and option.startswith("--") and any(one.startswith(option) for one in known)
        if option not in known and not abbreviated:
            sys.exit(refused(parser, f"unknown option '{word}'{did_you_mean(word, known)}"))
