"""What the tools compile, and keep: one compiler with its flags, and one cache.

Everything made lies in build/compiled, in a folder of its own that is named after what it was made from: preprocessed source,
command and compiler. It is made elsewhere and moved there whole, so that commands that run at once, or are interrupted, never leave
half of it. build/compiled may be deleted at any time.
"""
import functools
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CACHE = os.path.join(ROOT, "build", "compiled")


class CompileError(Exception):
    """said to the user, who can do something about it"""


class SourceError(CompileError):
    """what a program that we ran complains of: .lines, under a heading"""

    def __init__(self, heading, lines):
        super().__init__("\n".join([f"{heading}:", *lines]))
        self.lines = lines


class MissingError(CompileError):
    """a program or a package that this machine has not got"""


def run(*command, failed=None, **more):
    """what the command prints; its complaints, the errors first of all, as an error that begins with `failed`"""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace", **more).stdout
    except FileNotFoundError:
        raise MissingError(f"{command[0]} is missing: run tools/limb setup, or install it") from None
    except subprocess.CalledProcessError as error:
        lines = (error.stderr or error.stdout).splitlines()
        errors = list(dict.fromkeys(line for line in lines if "error" in line)) or lines
        raise SourceError(failed or f"{os.path.basename(command[0])} failed", errors[:5]) from None


# ---- the compiler -----------------------------------------------------------------------------------------------------


@functools.cache
def etl():
    """the folder that holds etl/, or None where the compiler finds it anyway"""
    given = os.environ.get("LIMB_ETL_DIR")
    for folder in [given] if given else [os.path.join(ROOT, "build", "deps", "usr", "include"), "/usr/include", "/usr/local/include"]:
        if os.path.exists(os.path.join(folder, "etl", "array.h")):
            return None if folder in ("/usr/include", "/usr/local/include") else folder
    if given:
        raise CompileError(f"LIMB_ETL_DIR={given} has no etl/array.h: give the folder that holds etl/")
    raise CompileError("ETL is not there: run tools/limb setup, or set LIMB_ETL_DIR to the folder that holds etl/")


@functools.cache
def version(*compiler):
    """what the compiler says it is"""
    return run(*compiler, "--version")


@functools.cache
def command(*compiler):
    """the command that compiles a program with limb's headers"""
    steps = "-fconstexpr-steps" if "clang" in version(*compiler) else "-fconstexpr-ops-limit"
    folder = etl()
    return [*compiler, "-std=c++20", "-ffp-contract=off", f"{steps}=1000000000", f"-I{ROOT}/lib", f"-I{ROOT}",
            *(["-isystem", folder] if folder else [])]


def host():
    """... for this machine, by CXX or g++"""
    return command(*(shlex.split(os.environ.get("CXX", "")) or [shutil.which("g++") or "c++"]))


# ---- the cache --------------------------------------------------------------------------------------------------------


def made(name, key, make):
    """the folder in which make(folder) has made something of `key`, a list of texts; name: for people"""
    digest = hashlib.sha256("\0".join(key).encode(errors="surrogateescape")).hexdigest()[:20]
    folder = os.path.join(CACHE, re.sub(r"[^\w.-]+", "-", f"{name[:60]}-{digest}"))
    if not os.path.isdir(folder):
        os.makedirs(CACHE, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE, prefix=".") as new:
            inner = os.path.join(new, "made")
            os.mkdir(inner)
            make(inner)
            try:
                os.rename(inner, folder)
            except OSError:
                if not os.path.isdir(folder):  # or else another command was faster
                    raise
    return folder


def program(name, compile_by, *sources, link=(), of=""):
    """the path of the program that a command makes of sources; of: what for, in errors"""
    failed = f"{sources[0]} does not compile" + of
    sources = [os.path.join(ROOT, source) for source in sources]
    key = [*compile_by, version(*compile_by), *link, *(run(*compile_by, "-E", "-P", source, failed=failed) for source in sources)]
    folder = made(name, key, lambda folder: run(*compile_by, *sources, "-o", os.path.join(folder, "program"), *link, failed=failed))
    return os.path.join(folder, "program")


def printed(name, path):
    """the path of what a program prints, which is run once"""

    def make(folder):
        with open(os.path.join(folder, "printed"), "w", encoding="utf-8") as file:
            file.write(run(path))

    return os.path.join(made(name, [path], make), "printed")
