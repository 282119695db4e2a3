"""An emulated board, or the host in its place, with a link: two FIFOs or the UART; QMP to reset it from outside, GDB to
break it."""
import json
import os
import select
import signal
import socket
import subprocess
import tempfile
import time

from debugger import Debugger


class Machine:
    """with Machine("netduinoplus2", "echo.elf", "uart") as board: board.send(b"..."); board.receive(3)"""

    def __init__(self, machine, elf, link, seconds=30):
        self.folder = tempfile.TemporaryDirectory()
        self.link, self.seconds, self.monitor = link, seconds, None
        self.command = [os.path.abspath(elf)] if machine == "host" else self._emulator(machine, os.path.abspath(elf))

    def _path(self, name):
        return os.path.join(self.folder.name, name)

    def _emulator(self, machine, elf):
        serial = ["-serial", "null"]
        if self.link == "uart":
            serial = ["-chardev", f"socket,id=uart,path={self._path('uart')},server=on,wait=on", "-serial", "chardev:uart"]
        return ["qemu-system-arm", "-M", machine, "-display", "none", "-monitor", "none", "-icount", "shift=0", *serial,
                "-semihosting-config", "enable=on,target=native", "-qmp", f"unix:{self._path('qmp')},server=on,wait=off",
                "-gdb", f"unix:{self._path('gdb')},server=on,wait=off", "-kernel", elf]

    def __enter__(self):
        if self.link != "uart":
            os.mkfifo(self._path("link.to_board"))
            os.mkfifo(self._path("link.from_board"))
        self.deadline = time.monotonic() + self.seconds
        # `timeout`, so that nothing is left running when this script is killed
        limit = ["timeout", "--foreground", "-s", "KILL", str(2 * self.seconds)]
        self.process = subprocess.Popen(limit + self.command, cwd=self.folder.name, start_new_session=True)
        if self.link == "uart":
            self.output = self.input = self._connect("uart")
        else:
            self.output = open(self._path("link.to_board"), "wb", buffering=0)
            self.input = open(self._path("link.from_board"), "rb", buffering=0)
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for end in (self.output, self.input, self.monitor):
            if end:
                end.close()
        self.folder.cleanup()

    def _connect(self, name):
        link = socket.socket(socket.AF_UNIX)
        while True:
            try:
                link.connect(self._path(name))
                return link
            except (FileNotFoundError, ConnectionRefusedError):  # not there yet
                if time.monotonic() > self.deadline or self.process.poll() is not None:
                    raise
                time.sleep(0.01)

    def send(self, data):
        os.write(self.output.fileno(), data)

    def is_readable(self, seconds):
        return bool(select.select([self.input], [], [], seconds)[0])

    def receive(self, size):
        """exactly `size` bytes, or fewer when the time is over or the board is gone"""
        data = b""
        while len(data) < size:
            ready, _, _ = select.select([self.input], [], [], max(0, self.deadline - time.monotonic()))
            if not ready:
                break
            more = os.read(self.input.fileno(), size - len(data))
            if not more:
                break
            data += more
        return data

    def reset(self):
        """the reset pin, as it were: QMP's system_reset. QEMU gets to it between two reads of a semihosted link, so the
        caller must keep that busy."""
        self._order("system_reset")

    def wait_for_reset(self):
        """until QEMU has carried out the reset()"""
        with self.monitor.makefile() as answers:
            while json.loads(answers.readline()).get("event") != "RESET":
                pass

    def debugger(self):
        """stops the board, until the debugger lets it run"""
        link = self._connect("gdb")
        link.settimeout(self.seconds)
        return Debugger(link)

    def memory(self, address, size):
        path = self._path("memory")
        self._order("pmemsave", val=address, size=size, filename=path)
        with self.monitor.makefile() as answers:
            returned = 0
            while returned < 2:  # of both orders
                returned += "return" in json.loads(answers.readline())
        with open(path, "rb") as file:
            return file.read()

    def _order(self, command, **arguments):
        self.monitor = self._connect("qmp")
        for name, values in (("qmp_capabilities", {}), (command, arguments)):
            self.monitor.sendall(json.dumps({"execute": name, "arguments": values}).encode() + b"\n")
