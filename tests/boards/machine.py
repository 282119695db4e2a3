"""An emulated board with a link: semihosting FIFOs or the UART, and QMP to reset it from outside."""
import json
import os
import select
import socket
import subprocess
import tempfile
import time


class Machine:
    """with Machine("netduinoplus2", "echo.elf", "uart") as board: board.send(b"..."); board.receive(3)"""

    def __init__(self, machine, elf, link, seconds=30):
        self.machine, self.elf, self.link, self.deadline = machine, os.path.abspath(elf), link, time.monotonic() + seconds

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.monitor = None
        path = lambda name: os.path.join(self.folder.name, name)
        command = ["qemu-system-arm", "-M", self.machine, "-display", "none", "-monitor", "none", "-icount", "shift=0",
                   "-semihosting-config", "enable=on,target=native", "-kernel", self.elf,
                   "-qmp", f"unix:{path('qmp')},server=on,wait=off"]
        if self.link == "uart":
            command += ["-chardev", f"socket,id=uart,path={path('uart')},server=on,wait=on", "-serial", "chardev:uart"]
        else:
            command += ["-serial", "null"]
            os.mkfifo(path("link.to_board"))
            os.mkfifo(path("link.from_board"))
        self.process = subprocess.Popen(command, cwd=self.folder.name)
        if self.link == "uart":
            self.output = self.input = self._connect("uart")
        else:
            self.output = open(path("link.to_board"), "wb", buffering=0)
            self.input = open(path("link.from_board"), "rb", buffering=0)
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for end in (self.output, self.input, self.monitor):
            if end:
                end.close()
        self.folder.cleanup()

    def _connect(self, name):
        link = socket.socket(socket.AF_UNIX)
        while True:
            try:
                link.connect(os.path.join(self.folder.name, name))
                return link
            except (FileNotFoundError, ConnectionRefusedError):
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
        self.monitor = self._connect("qmp")
        for command in ("qmp_capabilities", "system_reset"):
            self.monitor.sendall(json.dumps({"execute": command}).encode() + b"\n")
