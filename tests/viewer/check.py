#!/usr/bin/env python3
"""The viewer (tools/viewer).

    check.py make            what the page consists of can be made
    check.py bits            limb as WebAssembly gives the bits of limb on the host
    check.py server          what the local server serves, refuses and says
    check.py page RUNNER     the page in headless Chromium; RUNNER: tools/hil's program, which writes the logs

Exits with 77, and says why, where this machine has not got what the check needs.
"""
import contextlib
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools", "viewer"))
import view  # noqa: E402

ROBOTS = ["arm6", "gimbal3", "go2"]  # with drives, and a floating one with four legs
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def need(condition, text):
    if not condition:
        sys.exit(f"viewer: {text}")


def make():
    for name in ROBOTS:
        view.files_for(view.Robot.of(name).with_drives())
    built = os.path.getsize(os.path.join(view.page(), "main.js"))
    need(built < 1_500_000, f"the page's program has {built} bytes")
    for name in ("index.html", "main.js", "main.css"):
        text = view.text_of(os.path.join(view.page(), name))
        need("<script src=\"http" not in text and "@import url(http" not in text, f"{name} loads something from the network")
    lock = view.text_of(os.path.join(view.HERE, "package-lock.json"))
    need('"resolved"' not in lock, "package-lock.json names a registry; npm's omit-lockfile-registry-resolved keeps it out")


def bits():
    run_wasm = "const [path, states] = process.argv.slice(1);" \
               "WebAssembly.instantiate(require('fs').readFileSync(path)).then(({instance}) => " \
               "console.log((instance.exports.bits(+states) >>> 0).toString(16).padStart(8, '0')))"
    for name in ROBOTS:
        robot = view.Robot.of(name).with_drives()
        wasm = view.model_of(robot)
        program = robot.program("tools/viewer/model.cpp", "-O1")
        for states in ("1", "999", "1000"):
            host, page = (view.run(*command, states).strip() for command in ((program,), ("node", "-e", run_wasm, wasm)))
            print(f"{name}: {states} states: host {host}, WebAssembly {page}")
            need(len(host) == 8 and host == page, f"{name}: the page's bits are not the host's")
        need(view.run(program, "999") != view.run(program, "1000"), "the hash is blind")


@contextlib.contextmanager
def serving(robot, choose, live=False):
    server = view.Server(0, robot, view.files_for(view.Robot.of(robot).with_drives()), choose, live)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def ask(server, path, host="127.0.0.1"):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=5)
    connection.putrequest("GET", path, skip_host=True)
    connection.putheader("Host", f"{host}:{server.server_address[1]}")
    connection.endheaders()
    reply = connection.getresponse()
    return reply.status, reply.read()


def says(*arguments):
    done = subprocess.run([sys.executable, "-B", os.path.join(view.HERE, "view.py"), *arguments, "--no-open"], capture_output=True,
                          text=True, timeout=60)
    need(done.returncode != 0, f"view {' '.join(arguments)} does not fail")
    return done.stderr


def server():
    make()
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "run.csv")
        secret = os.path.join(folder, "secret.csv")
        for path in (log, secret):
            with open(path, "w", encoding="ascii") as file:
                file.write("time,yaw/q\n0,0\n")
        with serving("arm6", lambda: log) as one:
            need(one.server_address[0] == "127.0.0.1", "the server listens to the network")
            need(ask(one, "/")[0] == 200 and ask(one, "/robots/arm6.wasm")[0] == 200, "the page is not served")
            need(ask(one, "/log.csv") == (200, b"time,yaw/q\n0,0\n"), "the log is not served")
            need(ask(one, "/log.json") == (200, b"{}"), "a log without a summary is not served")
            near = os.path.relpath(secret, view.page())
            for path in ("/" + near, "/%2e%2e/" + near, "//etc/passwd", "/..%2f..%2fREADME.md", "/../../README.md", "/robots/",
                         "/robots/../../hil/x.csv", "/secret.csv", secret, "/live", "/\0", "/main.js%00.html"):
                need(ask(one, path.replace("\0", "%00"))[0] == 404, f"{path} is not refused")
            need(ask(one, "/", host="example.org")[0] == 421, "another host's name is answered")
            busy = says("arm6", "--port", str(one.server_address[1]))
            need("--port 0" in busy, f"a busy port is not explained: {busy}")
            impossible = os.path.join(ROOT, "tests", "import", "bad", "inertia_breaks_triangle.urdf")
            need("--repair" in says(impossible), "an impossible URDF is not explained")
            need("--port 0" in says(impossible, "--repair", "--port", str(one.server_address[1])), "a repaired URDF comes no further")
        with serving("arm6", lambda: None) as none:
            need(ask(none, "/log.csv")[0] == 404, "a log where there is none")

        # a log that grows, in the middle of a line, and one that starts anew
        tail = view.Tail(lambda: log)
        need(tail.more() == (True, "time,yaw/q\n0,0\n") and tail.more() == (False, ""), "the tail does not begin with the log")
        with open(log, "a", encoding="ascii") as file:
            file.write("1,0")
            file.flush()
            need(tail.more() == (False, ""), "half a row is sent")
            file.write(".5\n")
        need(tail.more() == (False, "1,0.5\n"), "what is appended is not sent")
        with open(log, "w", encoding="ascii") as file:
            file.write("time\n")
        need(tail.more() == (True, "time\n"), "a log that starts anew is not seen")
        need("gimbal3" in says("no_such_robot"), "an unknown robot is not told which there are")
        need("--live" in says("--log", os.path.join(folder, "none")), "a missing log is not explained")
        table = os.path.join(folder, "two.hpp")
        with open(table, "w", encoding="ascii") as file:
            file.write("constexpr auto a = limb::tree({});\nconstexpr auto b = limb::tree({});\n")
        need("two.hpp:NAME" in says(table), "a file with two tables is not explained")
        own_table(folder)
        choice_of_a_run(folder)
    need(not socket_open(one.server_address[1]), "the server does not end")


def own_table(folder):
    """a table outside the tree, its namespace found, reaches the page number by number"""
    path = os.path.join(folder, "pendulum.hpp")
    with open(path, "w", encoding="ascii") as file:
        file.write('#pragma once\n#include "limb/limb.hpp"\nnamespace mine {\ninline constexpr auto pendulum = limb::tree({\n'
                   '    {.name = "a\\"b", .joint = limb::Joint::revolute, .axis = {0.6, 0.8, 0}, .at = {0, 0, 0.1}, .mass = 0.7, '
                   '.com = {0, 0, 0.3}, .inertia = {0.1, 0.1, 0.1}, .lower = -1, .upper = 2}});\n}\n')
    robot = view.Robot.of(path)
    need(robot.table == "mine::pendulum", f"the table is taken for {robot.table}")
    row, = json.loads(view.text_of(robot.json))["rows"]
    for key, value in {"name": 'a"b', "parent": "world", "joint": "revolute", "axis": [0.6, 0.8, 0], "at": [0, 0, 0.1], "mass": 0.7,
                       "com": [0, 0, 0.3], "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "lower": -1, "upper": 2, "position": 0,
                       "freedom": 0, "numbers": 1, "freedoms": 1}.items():
        need(row[key] == value, f"{key} is {row[key]} on the page, {value} in the table")


def choice_of_a_run(folder):
    """--live without --log: the newest run of the robot, not of another"""
    view.RUNS = os.path.join(folder, "runs")
    need(view.newest_run("arm6") is None, "a run where there is none")
    os.mkdir(view.RUNS)
    for age, (name, robot) in enumerate([("new", "arm6"), ("old", "arm6"), ("other", "gimbal3")]):
        for ending, text in ((".csv", "time\n"), (".frames", f"limb frames 1 {robot}\n")):
            path = os.path.join(view.RUNS, name + ending)
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
            os.utime(path, (1e9 - age, 1e9 - age))
    os.utime(os.path.join(view.RUNS, "other.csv"), (2e9, 2e9))
    need(view.newest_run("arm6") == os.path.join(view.RUNS, "new.csv"), f"{view.newest_run('arm6')} is taken for the newest run")


def socket_open(port):
    with contextlib.closing(socket.socket()) as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def page(runner):
    if not CHROMIUM:
        skip("no Chromium here; on Debian: apt-get install chromium")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip() if shutil.which("node") else ""
    if version and int(version.lstrip("v").split(".")[0]) < 20:   # bookworm's is 18
        skip(f"the browser is driven by playwright-core, which wants Node.js 20; here is {version}")
    make()
    with tempfile.TemporaryDirectory() as folder:
        def log(name, *options):
            path = os.path.join(folder, name)
            subprocess.run([runner, "run", "--board", "host", *options, "--out", path], stdout=subprocess.DEVNULL, check=False)
            return path + ".csv"

        long = log("long", "--robot", "arm6", "--seconds", "60")
        fault = log("fault", "--robot", "gimbal3", "--controller", "none", "--scenario", "shake")
        live = os.path.join(folder, "live.csv")
        with serving("arm6", lambda: None) as bare, serving("arm6", lambda: long) as replay, \
                serving("gimbal3", lambda: fault) as stopped, serving("arm6", lambda: live, live=True) as running, \
                serving("go2", lambda: None) as walker:
            addresses = {"bare": bare, "replay": replay, "fault": stopped, "live": running, "walker": walker}
            command = ["node", os.path.join(HERE, "page.mjs"), os.path.join(view.packages(), "package.json"), CHROMIUM, runner, folder,
                       os.path.join(view.BUILD, "viewer-shots"), *(f"{name}={one.address}" for name, one in addresses.items())]
            done = subprocess.run(command, check=False, timeout=150)
        sys.exit(done.returncode)


if __name__ == "__main__":
    start = time.monotonic()
    try:
        {"make": make, "bits": bits, "server": server, "page": page}[sys.argv[1]](*sys.argv[2:])
    except view.MissingError as error:
        skip(str(error))
    print(f"viewer {sys.argv[1]}: {time.monotonic() - start:.1f} s")
