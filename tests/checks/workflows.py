#!/usr/bin/env python3
"""The workflows of .github parse, and what they run exists.

    workflows.py ROOT    exits with 77 where PyYAML is not installed

Of each job every step runs a command or uses an action; tools/limb is called with stages that it has (the test presets of
CMakePresets.json), and all of them are. The rules first prove on samples that they can fail.
"""
import glob
import json
import os
import re
import sys

try:
    import yaml
except ImportError:
    print("skipped: PyYAML is not installed (Debian: python3-yaml)")
    sys.exit(77)

OURS = re.compile(r"(?:^|[\s;&|])((?:tools|\.ci|lib|tests|port|boards)/\S+)(.*)")


def mistakes(root, text, stages):
    try:
        jobs = yaml.safe_load(text)["jobs"]
    except (yaml.YAMLError, KeyError, TypeError) as error:
        return [f"is no workflow: {error!r}"]
    found, called = [], set()
    for name, job in jobs.items():
        matrix = job.get("strategy", {}).get("matrix", {})
        if "runs-on" not in job or not job.get("steps"):
            found.append(f"{name}: has no machine, or no steps")
        for step in job.get("steps", []):
            if ("run" in step) == ("uses" in step):
                found.append(f"{name}: a step either runs or uses something: {step}")
            if "uses" in step and not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]):
                found.append(f"{name}: an action has a version: {step['uses']}")
            for program, rest in OURS.findall(step.get("run", "")):
                if not os.access(os.path.join(root, program), os.X_OK):
                    found.append(f"{name}: there is no {program} to run")
                stage = re.search(r" test --only (\S.*)", rest)
                if program == "tools/limb" and stage:
                    value = re.fullmatch(r"\$\{\{ matrix\.(\w+) \}\}", stage[1])
                    called.update(matrix.get(value[1], [stage[1]]) if value else [stage[1]])
    return found + [f"{stage} is no stage" for stage in sorted(called - stages)] + [f"{stage} is not run" for stage in sorted(stages - called)]


def check_itself(root, stages):
    job = "jobs: {test: {runs-on: machine, strategy: {matrix: {stage: [one, two]}}, steps: [{run: 'tools/limb test --only ${{ matrix.stage }}'}]}}"
    if mistakes(root, job, {"one", "two"}):
        sys.exit(f"the rules are too strict: {mistakes(root, job, {'one', 'two'})}")
    for old, new in [("one, two", "one"), ("one, two", "one, two, three"), ("one, two", "one, to"), ("tools/limb", "tools/lamb"), ("runs-on", "runs"),
                     ("run:", "ran:"), ("matrix.stage", "matrix.stages"), ("}]}}", "}]}"), ("jobs", "job"), ("[{run", "[{uses: actions/checkout}, {run")]:
        if not mistakes(root, job.replace(old, new), {"one", "two"}):
            sys.exit(f"the rules are blind to {new} in place of {old}")


def main():
    root = sys.argv[1]
    with open(os.path.join(root, "CMakePresets.json")) as file:
        stages = {preset["name"] for preset in json.load(file)["testPresets"] if not preset.get("hidden")}
    stages -= {name for name in os.listdir(os.path.join(root, "boards"))}  # a board alone is no stage: emulated has them all
    check_itself(root, stages)
    files = glob.glob(os.path.join(root, ".github", "workflows", "*.yml"))
    found = [] if files else ["there are no workflows"]
    for path in files:
        with open(path) as file:
            found += [f"{os.path.relpath(path, root)}: {mistake}" for mistake in mistakes(root, file.read(), stages)]
    sys.exit("\n".join(found) or 0)


main()
