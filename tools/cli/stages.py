"""tools/limb test: the stages, what came of them, and what took longest."""
import collections
import glob
import os
import re
import time
import xml.etree.ElementTree

from cli import needs
from cli.build import jobs, quietly
from cli.debian import has, wish
from cli.paths import BUILD, shown
from cli.process import watched, what_went_wrong

STAGES = ("host", "host-clang", "host-sanitize", "emulated")
NO_CLANG = "there is no clang++ here"
LOGS = os.path.join(BUILD, "logs")

Step = collections.namedtuple("Step", "seconds stage name")


class Tally:
    """What came of all stages"""

    def __init__(self):
        self.passed, self.failed, self.skipped, self.steps = 0, 0, [], []

    def report(self):
        if self.steps:
            print("slowest:")
            for step in sorted(self.steps, reverse=True)[:10]:
                print(f"  {step.seconds:6.1f} s  {step.stage:14} {step.name}")
        for reason in self.skipped:
            print(f"skipped: {reason}")
        skipped = f", {len(self.skipped)} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {self.failed} failed{skipped}", flush=True)


# ---- what took how long ---------------------------------------------------------------------------------------------


def ninja_log(preset):
    """its lines: begin and end in ms, time stamp, output, hash"""
    try:
        with open(os.path.join(BUILD, preset, ".ninja_log"), encoding="utf-8", errors="replace") as file:
            return {line for line in file.read().splitlines() if not line.startswith("#")}
    except OSError:
        return set()


def built(stage, lines):
    """a step for each; what makes several things at once has several lines"""
    outputs = {}
    for line in lines:
        fields = line.split("\t")
        if len(fields) == 5 and fields[0].isdigit() and fields[1].isdigit():
            begin, end, _, output, command = fields
            outputs[begin, end, command] = min(outputs.get((begin, end, command), output), output, key=len)
    for (begin, end, _), output in outputs.items():
        source = re.search(r"/CMakeFiles/(.+)\.dir/(.+)\.o(?:bj)?$", output)
        name = f"compile {source[1].removesuffix('_objects')}: {source[2]}" if source else f"make {output}"
        yield Step((int(end) - int(begin)) / 1000, stage, name)


# ---- what ctest did -------------------------------------------------------------------------------------------------


def count(stage, junit, tally):
    """(passed, failed, skipped) of ctest's report. A test that exits with its SKIP_RETURN_CODE is skipped, and the last line that it
    prints is the reason. Any other test that did not run has failed."""
    try:
        tests = list(xml.etree.ElementTree.parse(junit).iter("testcase"))
    except (OSError, xml.etree.ElementTree.ParseError):
        tests = []
    passed, failed, skipped = 0, 0, []
    for test in tests:
        skip = test.find("skipped")
        tally.steps.append(Step(float(test.get("time") or 0), stage, f"test {test.get('name')}"))
        if test.get("status") == "run":
            passed += 1
        elif skip is not None and skip.get("message", "").startswith("SKIP_"):
            said = (test.findtext("system-out") or "").strip().splitlines() or ["it does not say why"]
            skipped.append(f"{stage} {test.get('name')}: {said[-1].removeprefix('skipped: ')}")
        else:
            failed += 1
    if not tests:
        failed = 1  # no report: ctest itself failed
    tally.passed += passed
    tally.failed += failed
    tally.skipped += skipped
    return passed, failed, len(skipped)


def what_failed(log):
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    summary = next((i for i, line in enumerate(lines) if line.startswith("The following tests FAILED")), len(lines))
    reasons = [line[:300] for line in lines if re.search(":FAIL|Error|error:|refused|breaks|blind|lack|must ", line)][:40]
    return "\n".join([*lines[summary:], *reasons, f"(all of it: {shown(log)})"])


# ---- a stage --------------------------------------------------------------------------------------------------------


def run_stage(stage, preset, tally, targets=(), only=()):
    """build, test, one line on the screen; everything else goes to build/logs, and to the screen on failure"""
    start, before = time.monotonic(), ninja_log(preset)
    log = os.path.join(LOGS, f"{stage}.log")
    works = quietly(f"{stage:14} building", log, preset, *targets)
    seconds = time.monotonic() - start
    tally.steps += built(stage, ninja_log(preset) - before)
    if not works:
        tally.failed += 1
        print(f"{stage:14} BUILD FAILED after {seconds:.0f} s:\n{what_went_wrong(log)}", flush=True)
        return
    log, junit = os.path.join(LOGS, f"{stage}-tests.log"), os.path.join(LOGS, f"{stage}-tests.xml")
    for old in glob.glob(junit) + glob.glob(log):
        os.remove(old)
    watched(f"{stage:14} testing", log, "ctest", "--preset", preset, "-j", jobs(), "--output-junit", junit, *only)
    passed, failed, skipped = count(stage, junit, tally)
    print(f"{stage:14} built in {seconds:.0f} s; {passed} passed, {failed} failed, {skipped} skipped in "
          f"{time.monotonic() - start - seconds:.0f} s", flush=True)
    if failed:
        print(what_failed(log), flush=True)


def test(given):
    """tools/limb test"""
    tally = Tally()
    if given.quick:
        needs.need_host()
        run_stage("quick", "host", tally, targets=["quick"], only=["-L", "^quick$"])
    else:
        run_stages([given.only] if given.only else STAGES, tally)
    tally.report()
    return 1 if tally.failed else 0


def run_stages(stages, tally):
    if "emulated" in stages:
        needs.need_target()
    else:
        needs.need_host()
    if "host" in stages:
        wish(needs.missing_for_viewer())
        needs.wish_for_stage_host()
    elif "host-clang" in stages:
        wish(needs.missing_clang())
    if "emulated" in stages:
        needs.wish_for_stage_emulated()
    for stage in stages:
        if stage == "host-clang" and not has("clang++"):
            print(f"{stage:14} left out: {NO_CLANG}", flush=True)
            tally.skipped.append(f"{stage}: {NO_CLANG} (Debian: clang, libclang-rt-dev)")
        else:
            run_stage(stage, stage, tally)
