"""A debugger for an emulated board, by the remote protocol of GDB (its manual, appendix E): just enough to break things."""


class Debugger:
    """with board.debugger() as gdb: the board stands still from here on, but for run()"""

    PC = 15  # a register's number; the others have their own

    def __init__(self, link):
        self.link, self.waiting = link, b""
        self.ask("?")
        self.ask("qXfer:features:read:target.xml:0,1000")  # QEMU gives single registers only to those who know its list

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    def _byte(self):
        if not self.waiting:
            self.waiting = self.link.recv(4096)
            if not self.waiting:
                raise EOFError("the emulator is gone")
        byte, self.waiting = self.waiting[:1], self.waiting[1:]
        return byte

    def _packet(self):
        while self._byte() != b"$":
            pass
        text = b""
        while (byte := self._byte()) != b"#":
            text += byte
        self._byte(), self._byte()  # its sum
        self.link.sendall(b"+")
        return text.decode("latin-1")

    def ask(self, text):
        """sends a packet and returns the answer"""
        self.link.sendall(b"$%s#%02x" % (text.encode(), sum(text.encode()) & 0xFF))
        answer = self._packet()
        while answer.startswith("T") and text not in ("?", "c"):
            answer = self._packet()  # that was QEMU saying, unasked, that the board has stopped
        if answer.startswith("E"):
            raise OSError(f"{text}: {answer}")
        return answer

    def read(self, address, size):
        return bytes.fromhex(self.ask(f"m{address:x},{size:x}"))

    def write(self, address, data):
        """into read-only memory too"""
        self.ask(f"M{address:x},{len(data):x}:{data.hex()}")

    def register(self, number):
        return int.from_bytes(bytes.fromhex(self.ask(f"p{number:x}")), "little")

    def set_register(self, number, value):
        self.ask(f"P{number:x}={value.to_bytes(4, 'little').hex()}")

    def run_to(self, address, before=lambda: None):
        """lets the board run until it gets to the address; false if it stopped elsewhere"""
        self.ask(f"Z1,{address:x},2")
        before()
        self.ask("c")
        self.ask(f"z1,{address:x},2")
        return self.register(self.PC) == address

    def run(self):
        """lets the board run, for good"""
        self.ask("D")
