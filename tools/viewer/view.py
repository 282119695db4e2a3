#!/usr/bin/env python3
"""A local web page of a robot (tools/limb view): drag its joints, replay a log of tools/limb hil, follow one that runs.

What the page consists of is made in build/: the bundle of tools/viewer/src with three.js and uPlot (npm ci, esbuild) and, for
each robot, its table as JSON (describe.cpp) and limb's sweeps as WebAssembly (model.cpp). Each is made again only when what it
is made from has changed. The server listens on 127.0.0.1 only and serves these files and the log, nothing else.
"""
import argparse
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse
import webbrowser

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, "build")
SITE = os.path.join(BUILD, "viewer")
NPM = os.path.join(BUILD, "npm")
RUNS = os.path.join(BUILD, "hil")
FRAMES_TITLE = b"limb frames 1 "  # tools/hil/run.hpp
WASM = ["--target=wasm32-wasi", "-fconstexpr-steps=1000000000", "-nostdlib", "-fno-exceptions", "-fno-rtti", "-mbulk-memory",
        "-Wl,--no-entry", "-Wl,-z,stack-size=262144"]
HOST = ["-fconstexpr-ops-limit=1000000000"]


class ViewError(Exception):
    """said to the user, who can do something about it"""


class MissingError(ViewError):
    """a program or a package that this machine has not got"""


def say(text):
    print(f"view: {text}", file=sys.stderr, flush=True)


def run(*command, **more):
    """what the command prints; its complaints as an error"""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout
    except FileNotFoundError:
        raise MissingError(f"{command[0]} is missing; tools/limb view installs it on Debian, elsewhere install it yourself") from None
    except subprocess.CalledProcessError as error:
        first = "\n".join((error.stderr or error.stdout).splitlines()[:20])
        raise ViewError(f"{command[0]} failed:\n{first}") from None


# ---- making the page ------------------------------------------------------------------------------------------------


def digest(*parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def made(path, key, make):
    """calls make unless `path` was made with the same key; the key is kept beside it, out of the site"""
    stamp = os.path.join(BUILD, "viewer-stamps", os.path.relpath(path, BUILD).replace(os.sep, "-"))
    if os.path.exists(path) and os.path.exists(stamp) and text_of(stamp) == key:
        return
    os.makedirs(os.path.dirname(stamp), exist_ok=True)
    make()
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(key)


def install_modules():
    """three.js, uPlot and esbuild as package-lock.json pins them, in build/npm"""
    files = ("package.json", "package-lock.json", ".npmrc")

    def make():
        say("installing three.js, uPlot and esbuild with npm")
        os.makedirs(NPM, exist_ok=True)
        for name in files:
            shutil.copy(os.path.join(HERE, name), NPM)
        try:
            run("npm", "ci", "--loglevel=error", cwd=NPM)
        except ViewError as error:
            raise MissingError(f"{error}\nThe page needs the packages of tools/viewer/package.json once; is there a network?") from None

    made(os.path.join(NPM, "node_modules"), digest(*(text_of(os.path.join(HERE, name)) for name in files)), make)


def make_page():
    install_modules()
    source = os.path.join(HERE, "src")
    names = sorted(os.listdir(source))

    def make():
        os.makedirs(SITE, exist_ok=True)
        run("node", os.path.join(NPM, "node_modules", "esbuild", "bin", "esbuild"), os.path.join(source, "main.js"),
            os.path.join(source, "log_worker.js"), "--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=eof",
            f"--outdir={SITE}", env={**os.environ, "NODE_PATH": os.path.join(NPM, "node_modules")})
        for name in names:
            if name.endswith((".html", ".svg")) or name == "boot.js":
                shutil.copy(os.path.join(source, name), SITE)

    made(os.path.join(SITE, "main.js"),
         digest(text_of(os.path.join(HERE, "package-lock.json")), *(name + text_of(os.path.join(source, name)) for name in names)), make)


def etl_headers():
    for folder in (os.environ.get("LIMB_ETL_DIR"), os.path.join(BUILD, "deps", "usr", "include")):
        if folder and os.path.exists(os.path.join(folder, "etl", "array.h")):
            return folder
    raise ViewError("ETL's headers are missing: run tools/limb setup, or set LIMB_ETL_DIR to the folder that holds etl/")


class Robot:
    """a table: .name for the page, .table in C++, .header to include"""

    def __init__(self, wanted, table=None):
        if wanted.endswith((".urdf", ".xml", ".mjcf")):
            wanted = imported(wanted)
        driven = set(re.findall(r"constexpr auto (\w+) = limb::tree\(", text_of(os.path.join(ROOT, "lib", "robots", "driven.hpp"))))
        if wanted.endswith(".hpp"):
            self.header = os.path.abspath(wanted)
            if not os.path.exists(self.header):
                raise ViewError(f"there is no {wanted}")
            self.table = table or self.only_table(wanted)
            self.name = re.sub(r"\W+", "-", self.table.split("::")[-1])
        elif wanted in driven:  # the same robot, its torque limits and rotors known
            self.name, self.header, self.table = wanted, "robots/driven.hpp", f"robots::driven::{wanted}"
        elif re.fullmatch(r"\w+", wanted) and os.path.exists(os.path.join(ROOT, "lib", "robots", wanted + ".hpp")):
            self.name, self.header, self.table = wanted, f"robots/{wanted}.hpp", f"robots::{wanted}"
        else:
            raise ViewError(f"no robot '{wanted}'; there are: {' '.join(sample_robots())}; or give a file: my_robot.hpp, my_robot.urdf")

    @staticmethod
    def only_table(path):
        text = text_of(path)
        found = list(re.finditer(r"constexpr\s+auto\s+(\w+)\s*=\s*limb::(?:tree|in_form)\s*\(", text))
        if len(found) != 1:
            names = ", ".join(match[1] for match in found) or "none"
            raise ViewError(f"{path} should hold one table; found: {names}. Say which with --table namespace::name")
        spaces = re.findall(r"^\s*namespace\s+([\w:]+)\s*\{", text[:found[0].start()], re.MULTILINE)
        return "::".join([*spaces, found[0][1]])

    def flags(self):
        return ["-std=c++20", "-ffp-contract=off", f"-I{ROOT}/lib", f"-I{ROOT}", "-isystem", etl_headers(),
                f"-DROBOT={self.table}", f'-DROBOT_HEADER="{self.header}"']

    def make(self):
        folder = os.path.join(SITE, "robots")
        os.makedirs(folder, exist_ok=True)
        base = os.path.join(folder, self.name)
        key = self.key("describe.cpp")
        made(base + ".json", key, lambda: self.describe(base + ".json"))
        key = self.key("model.cpp")
        made(base + ".wasm", key, lambda: self.compile_model(base + ".wasm"))

    def key(self, source):
        return digest(*self.flags(), *WASM, run("g++", *self.flags(), "-E", "-P", os.path.join(HERE, source)))

    def describe(self, path):
        say(f"reading the table {self.table}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(host_program("describe.cpp", f"describe-{self.name}", *self.flags(), "-O0"))

    def compile_model(self, path):
        say(f"compiling limb for {self.table} to WebAssembly")
        run("clang++", *self.flags(), *WASM, "-O2", os.path.join(HERE, "model.cpp"), "-o", path)


def imported(path):
    """the table that tools/limb import makes of a URDF or MJCF file"""
    if not os.path.isdir(os.path.join(ROOT, "tools", "importer")):
        raise ViewError(f"{path} is no limb table, and there is no tools/limb import here to make one of it")
    stem = os.path.splitext(os.path.basename(path))[0]
    header = os.path.join(BUILD, "viewer-stamps", stem + ".hpp")
    os.makedirs(os.path.dirname(header), exist_ok=True)
    run(os.path.join(ROOT, "tools", "limb"), "import", path, "--quiet", "-o", header)
    return header


def host_program(source, name, *flags):
    """what the program prints"""
    program = os.path.join(BUILD, "viewer-stamps", name)
    os.makedirs(os.path.dirname(program), exist_ok=True)
    run("g++", *flags, *HOST, os.path.join(HERE, source), "-o", program)
    return run(program)


def sample_robots():
    names = [name[:-4] for name in os.listdir(os.path.join(ROOT, "lib", "robots")) if name.endswith(".hpp")]
    return sorted(set(names) - {"driven", "chain", "hya6"})


def make_faults():
    path = os.path.join(SITE, "faults.json")
    header = os.path.join(ROOT, "lib", "drive", "fault.hpp")

    def make():
        os.makedirs(SITE, exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(host_program("faults.cpp", "faults", "-std=c++20", f"-I{ROOT}/lib", "-isystem", etl_headers()))

    made(path, digest(text_of(header), text_of(os.path.join(HERE, "faults.cpp"))), make)


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


def files_of(site):
    """{address: path} of what may be served: nothing that is not listed here can be asked for"""
    return {"/" + os.path.relpath(os.path.join(folder, name), site).replace(os.sep, "/"): os.path.join(folder, name)
            for folder, _, names in os.walk(site) for name in names if os.path.splitext(name)[1] in TYPES}


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
        path = files_of(SITE).get("/index.html" if address == "/" else address)
        return self.send_path(path, os.path.splitext(path)[1]) if path else self.refuse(404, "there is no such page here")

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
    """choose(): the path of the log, or None; live: it is followed as it grows"""

    daemon_threads = True

    def __init__(self, port, robot, choose, live):
        self.robot, self.choose, self.live = robot, choose, live
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
        "follow one that runs.", epilog=f"Robots: {' '.join(sample_robots())}, or a file: a limb table my_robot.hpp, a URDF or MJCF file")
    parser.add_argument("robot", nargs="?", metavar="ROBOT", help="default: the log's robot, or arm6")
    parser.add_argument("--log", metavar="FILE", help="a log of tools/limb hil: build/hil/NAME.csv")
    parser.add_argument("--live", action="store_true",
                        help="follow the log as it grows; without --log the newest run of this robot in build/hil, and every next one")
    parser.add_argument("--table", metavar="NAME", help="the table in ROBOT.hpp, with its namespace, where it holds several")
    parser.add_argument("--port", type=int, default=8032, metavar="N", help="default 8032; 0: any that is free")
    parser.add_argument("--no-open", action="store_true", help="only print the address")
    parser.add_argument("--make-only", action="store_true", help="make what the page consists of, and end")
    return parser


def main():
    given = parser().parse_args()
    log = log_path(given.log) if given.log else None
    if log and not given.live and not os.path.exists(log):
        raise ViewError(f"there is no {log}. tools/limb hil writes logs into build/hil; --live waits for one that is yet to come")
    robot = Robot(given.robot or (log and robot_of(log)) or "arm6", given.table)
    make_page()
    make_faults()
    robot.make()
    if given.make_only:
        return

    choose = (lambda: newest_run(robot.name)) if given.live and not log else (lambda: log)
    try:
        server = Server(given.port, robot.name, choose, given.live)
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
    except ViewError as error:
        sys.exit(f"view: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
