#!/usr/bin/env python3
"""From a URDF to the emulated board in one command, and what the robot costs there: table, JSON and page."""
import html.parser
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(*command):
    done = subprocess.run([sys.executable, "-B", *command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Page(html.parser.HTMLParser):
    """every tag closed, and nothing that comes from elsewhere"""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(text)
        if self.open:
            sys.exit(f"the page leaves open: {self.open}")

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag)
        if tag in ("script", "link", "img", "iframe") or any(name in ("src", "href") for name, _ in attributes):
            sys.exit(f"the page loads something: <{tag}>")
        if tag not in ("meta", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        if self.open.pop() != tag:
            sys.exit(f"the page closes </{tag}> out of turn")


def main():
    with tempfile.TemporaryDirectory() as folder:
        urdf, table, rows, page = (os.path.join(folder, name) for name in ("arm.urdf", "arm.hpp", "rows.json", "page.html"))
        importer = os.path.join(ROOT, "tools", "importer")
        run(importer, "export", "xarm7", "--format", "urdf", "-o", urdf)
        start = time.monotonic()
        said = run(importer, "import", urdf, "--run", "-o", table)
        print(said, f"import to board: {time.monotonic() - start:.1f} s", sep="")
        if "bit for bit" not in said or "7 freedoms" not in said:
            sys.exit("the run did not end as it should")
        for given in (os.path.join(ROOT, "tests", "consumer", "lever.urdf"), table):
            said = run(os.path.join(ROOT, "tools", "cost.py"), given, "--algorithm", "gravity_torque", "--json", rows, "--html", page)
            print(said)
            with open(rows) as file:
                row, = json.load(file)
            if not 10 < row["instructions"] < 1000 or row["highest_rate_hz"]["stm32f405"] != 168_000_000 // row["flash_cycles"]:
                sys.exit(f"these figures cannot be: {row}")
            with open(page) as file:
                if Page(file.read()).seen.count("rect") < 4:
                    sys.exit("the page has no charts")


main()
