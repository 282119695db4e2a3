"""CMake's presets: configured and built."""
import json
import os

from cli import needs
from cli.debian import has, must_install
from cli.paths import BUILD, Trouble, text_of
from cli.process import run, watched, what_went_wrong


def presets():
    return [preset["name"] for preset in json.loads(text_of("CMakePresets.json"))["configurePresets"] if not preset.get("hidden")]


def jobs():
    """as many as there are processors for us, or as CMake's own variable says"""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(there)


def use_ccache():
    """where it is installed; CMake remembers it from the first time that it configures a folder"""
    if has("ccache"):
        for language in ("C", "CXX"):
            os.environ.setdefault(f"CMAKE_{language}_COMPILER_LAUNCHER", "ccache")


def commands(preset, targets):
    use_ccache()
    yield "cmake", "--preset", preset
    yield ("cmake", "--build", "--preset", preset, "-j", jobs(), *(["--target", *targets] if targets else []))


def quietly(label, log, preset, *targets):
    """whether it built; what is said goes into the log"""
    os.makedirs(os.path.dirname(log), exist_ok=True)
    open(log, "wb").close()
    return all(watched(label, log, *command) == 0 for command in commands(preset, targets))


def must(preset, *targets):
    """build these targets, with one line of progress"""
    print(f"limb: building {' '.join(targets)} of preset {preset}", flush=True)
    log = os.path.join(BUILD, "logs", f"{preset}-{targets[0].replace('/', '-')}.log")
    if not quietly(f"{preset} building", log, preset, *targets):
        raise Trouble(f"{' '.join(targets)} does not build:\n{what_went_wrong(log)}")


def build(given):
    """tools/limb build"""
    wanted = given.preset or ["host", "emulated"]
    if all(preset.startswith("host") for preset in wanted):
        needs.need_host()
    else:
        needs.need_target()
    if "host-clang" in wanted:
        must_install(needs.missing_clang())
    for preset in wanted:
        for command in commands(preset, ()):
            code = run(*command)
            if code != 0:
                raise Trouble(f"preset {preset} does not build; what is said is above")
    return 0
