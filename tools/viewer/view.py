#!/usr/bin/env python3
"""A local web page of a robot (tools/limb view): drag its joints, replay a log of tools/limb hil, follow one that runs.

What the page consists of is made in build/: the bundle of tools/viewer/src with three.js and uPlot (npm ci, esbuild) and, for
each robot, its table as JSON and limb's sweeps as WebAssembly (model.cpp). Each is made again only when what it is made from has
changed. The server listens on 127.0.0.1 only and serves these files and the log, nothing else.
"""
import argparse
import functools
import http.server
import json
import os
import re
import shutil
import sys
import threading
import urllib.parse
import webbrowser

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(1, os.path.join(ROOT, "tools", "robot"))
import compiled  # noqa: E402
from compiled import CompileError, MissingError, run  # noqa: E402
from robot import ERRORS, HELP, Robot, explain, options_of_import, samples  # noqa: E402

BUILD = os.path.join(ROOT, "build")
RUNS = os.path.join(BUILD, "hil")
FRAMES_TITLE = b"limb frames 1 "  # tools/hil/run.hpp
WASM = ["--target=wasm32-wasi", "-O2", "-nostdlib", "-fno-exceptions", "-fno-rtti", "-mbulk-memory"]
WASM_LINK = ["-Wl,--no-entry", "-Wl,-z,stack-size=262144"]


class ViewError(Exception):
    """said to the user, who can do something about it"""


def say(text):
    print(f"view: {text}", file=sys.stderr, flush=True)


# ---- making the page ------------------------------------------------------------------------------------------------


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


@functools.cache
def packages():
    """the folder with three.js, uPlot and esbuild as package-lock.json pins them"""
    names = ("package.json", "package-lock.json", ".npmrc")

    def make(folder):
        say("installing three.js, uPlot and esbuild with npm")
        for name in names:
            shutil.copy(os.path.join(HERE, name), folder)
        try:
            run("npm", "ci", "--loglevel=error", cwd=folder)
        except CompileError as error:
            raise MissingError(f"{error}\nThe page needs the packages of tools/viewer/package.json once; is there a network?") from None

    return compiled.made("npm", [text_of(os.path.join(HERE, name)) for name in names], make)


@functools.cache
def page():
    """the folder with the page's bundle"""
    npm, source = packages(), os.path.join(HERE, "src")
    names = sorted(os.listdir(source))

    def make(folder):
        run("node", os.path.join(npm, "node_modules", "esbuild", "bin", "esbuild"), os.path.join(source, "main.js"),
            os.path.join(source, "log_worker.js"), "--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=eof",
            f"--outdir={folder}", env={**os.environ, "NODE_PATH": os.path.join(npm, "node_modules")})
        for name in names:
            if name.endswith((".html", ".svg")) or name == "boot.js":
                shutil.copy(os.path.join(source, name), folder)

    return compiled.made("page", [npm, *(name + text_of(os.path.join(source, name)) for name in names)], make)


def faults():
    """the path of the drive's fault table as JSON"""
    return compiled.printed("faults.json", compiled.program("faults", compiled.host(), "tools/viewer/faults.cpp"))


def model_of(robot):
    """the path of limb for this robot, as WebAssembly"""
    say(f"limb for {robot.table}, as WebAssembly")
    command = [*compiled.command("clang++"), *WASM, *robot.definitions]
    return compiled.program(f"{robot.name}.wasm", command, "tools/viewer/model.cpp", link=WASM_LINK)


def files_for(robot):
    """{address: path} of what may be served: nothing that is not listed here can be asked for"""
    folder = page()
    return {**{f"/{name}": os.path.join(folder, name) for name in os.listdir(folder)}, "/faults.json": faults(),
            f"/robots/{robot.name}.json": robot.json, f"/robots/{robot.name}.wasm": model_of(robot)}


# ---- logs -----------------------------------------------------------------------------------------------------------


def log_path(given):
    """LOG.csv, LOG.frames or LOG, as tools/limb replay takes it"""
    return re.sub(r"\.(csv|frames|json)$", "", given) + ".csv"


def robot_of(log):
    """the robot's name in the recording beside the log; None where there is none"""
    try:
        with open(log[:-len("csv")] + "frames", "rb") as file:
            title = file.readline(100)
    except FileNotFoundError:
        return None
    return title[len(FRAMES_TITLE):].strip().decode() if title.startswith(FRAMES_TITLE) else None


def newest_run(robot):
    """the log in build/hil that was written last, of this robot; None where there is none"""
    try:
        logs = [os.path.join(RUNS, name) for name in os.listdir(RUNS) if name.endswith(".csv")]
    except FileNotFoundError:
        return None
    logs = sorted((log for log in logs if robot_of(log) == robot), key=os.path.getmtime)
    return logs[-1] if logs else None


class Tail:
    """What is appended to a log, in whole lines. A log that starts anew, or another that is chosen, begins again from its names."""

    def __init__(self, choose):
        self.choose, self.path, self.inode, self.offset = choose, None, None, 0

    def more(self, most=1 << 18):
        """(starts anew, text); the text may be empty"""
        path = self.choose()
        anew = False
        try:
            status = os.stat(path) if path else None
        except FileNotFoundError:
            status = None
        if status is None:
            return False, ""
        if path != self.path or status.st_ino != self.inode or status.st_size < self.offset:
            self.path, self.inode, self.offset, anew = path, status.st_ino, 0, True
        with open(path, "rb") as file:
            file.seek(self.offset)
            data = file.read(most)
        data = data[:data.rfind(b"\n") + 1]
        self.offset += len(data)
        return anew, data.decode("ascii", "replace")


# ---- the server -----------------------------------------------------------------------------------------------------

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".csv": "text/csv"}
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
           "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
                                      "img-src 'self' data:; frame-ancestors 'none'"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    poll = 0.05  # s, between two looks at a log that grows

    def do_GET(self):
        host = self.headers.get("Host", "").rsplit(":", 1)[0]
        if host not in ("127.0.0.1", "localhost"):  # another site's name that leads here is not ours
            return self.refuse(421, "this server answers to 127.0.0.1 only")
        address = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        log = self.server.choose()
        if address == "/session.json":
            session = {"robot": self.server.robot, "log": log and os.path.basename(log), "live": self.server.live}
            return self.reply(json.dumps(session).encode(), ".json")
        if address == "/live" and self.server.live:
            return self.follow()
        if address == "/log.csv" and log:
            return self.send_path(log, ".csv")
        if address == "/log.json" and log:
            summary = log[:-len("csv")] + "json"
            return self.send_path(summary, ".json") if os.path.exists(summary) else self.reply(b"{}", ".json")
        address = "/index.html" if address == "/" else address
        path = self.server.files.get(address)
        return self.send_path(path, os.path.splitext(address)[1]) if path else self.refuse(404, "there is no such page here")

    def head(self, status, more):
        self.send_response(status)
        for name, value in {**HEADERS, **more}.items():
            self.send_header(name, value)
        self.end_headers()

    def reply(self, body, kind, status=200):
        self.head(status, {"Content-Type": TYPES.get(kind, "text/plain; charset=utf-8"), "Content-Length": str(len(body))})
        self.wfile.write(body)

    def refuse(self, status, why):
        self.reply(why.encode() + b"\n", "", status)

    def send_path(self, path, kind):
        try:
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                self.head(200, {"Content-Type": TYPES[kind], "Content-Length": str(size)})
                while size > 0 and (piece := file.read(min(size, 1 << 16))):  # a log may grow meanwhile
                    self.wfile.write(piece)
                    size -= len(piece)
        except FileNotFoundError:
            self.refuse(404, "the file is gone")

    def follow(self):
        """server-sent events: `anew` with a log's name when one starts, `rows` with whole lines of it"""
        self.close_connection = True
        self.head(200, {"Content-Type": "text/event-stream", "Connection": "close"})
        tail = Tail(self.server.choose)
        quiet = 0
        while not self.server.closing.is_set():
            anew, text = tail.more()
            if anew:
                self.event("anew", json.dumps(os.path.basename(tail.path)))
            if text:
                self.event("rows", json.dumps(text))
                quiet = 0
            else:
                quiet += 1
                if quiet % 40 == 0:
                    self.wfile.write(b": still here\n\n")  # fails once the page is gone
                self.server.closing.wait(self.poll)

    def event(self, kind, data):
        self.wfile.write(f"event: {kind}\ndata: {data}\n\n".encode())
        self.wfile.flush()

    def log_message(self, *_):
        pass  # requests are not news


class Server(http.server.ThreadingHTTPServer):
    """files: of files_for; choose(): the path of the log, or None; live: it is followed as it grows"""

    daemon_threads = True

    def __init__(self, port, robot, files, choose, live):
        self.robot, self.files, self.choose, self.live = robot, files, choose, live
        self.closing = threading.Event()
        super().__init__(("127.0.0.1", port), Handler)
        self.address = f"http://127.0.0.1:{self.server_address[1]}/"

    def server_close(self):
        self.closing.set()
        super().server_close()

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):  # a page that goes away is no error
            super().handle_error(request, client_address)


# ---- the command ----------------------------------------------------------------------------------------------------


def parser():
    parser = argparse.ArgumentParser(
        prog="tools/limb view", description="A local web page of a robot: drag its joints, replay a log of tools/limb hil, "
        "follow one that runs.", epilog=f"Sample robots: {' '.join(samples())}")
    parser.add_argument("robot", nargs="?", metavar="ROBOT", help=f"{HELP}; default: the log's robot, or arm6")
    parser.add_argument("--log", metavar="FILE", help="a log of tools/limb hil: build/hil/NAME.csv")
    parser.add_argument("--live", action="store_true",
                        help="follow the log as it grows; without --log the newest run of this robot in build/hil, and every next one")
    parser.add_argument("--port", type=int, default=8032, metavar="N", help="default 8032; 0: any that is free")
    parser.add_argument("--no-open", action="store_true", help="only print the address")
    parser.add_argument("--make-only", action="store_true", help="make what the page consists of, and end")
    if_read = parser.add_argument_group("when a file is read")
    options_of_import.add(if_read)
    if_read.add_argument("--table", dest="name", help=argparse.SUPPRESS)  # as --name was called here
    return parser


def main():
    given = parser().parse_args()
    log = log_path(given.log) if given.log else None
    if log and not given.live and not os.path.exists(log):
        raise ViewError(f"there is no {log}. tools/limb hil writes logs into build/hil; --live waits for one that is yet to come")
    robot = Robot.of(given.robot or (log and robot_of(log)) or "arm6", given).with_drives()
    files = files_for(robot)
    if given.make_only:
        return

    choose = (lambda: newest_run(robot.name)) if given.live and not log else (lambda: log)
    try:
        server = Server(given.port, robot.name, files, choose, given.live)
    except OSError as error:
        raise ViewError(f"port {given.port}: {error.strerror}. Give another one: --port 0 takes any that is free") from None
    print(f"{robot.name}{' with ' + os.path.relpath(log) if log else ''}: {server.address}  (ctrl-C ends it)", flush=True)
    if given.live and not choose():
        print("waiting for a log; in another terminal: tools/limb hil" + ("" if log else f" --robot {robot.name}"), flush=True)
    if not given.no_open:
        webbrowser.open(server.address)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()


if __name__ == "__main__":
    try:
        main()
    except (ViewError, *ERRORS) as error:
        sys.exit(f"view: {explain(error)}")
    except KeyboardInterrupt:
        sys.exit(130)
