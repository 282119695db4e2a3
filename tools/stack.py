"""Worst-case stack of a linked Cortex-M firmware, from its machine code: no part of it, library or assembly, is left out.

Each function is walked along every path with the depth of its stack; a call adds what the called function needs at that
depth. A call through a pointer may reach every function whose address is stored somewhere, unless `calls` narrows it.
What cannot be bounded is an error: recursion, a frame of run-time size, a pointer call with nothing to reach.
"""
import collections
import re
import struct
import subprocess

EXCEPTION_FRAME = 108  # bytes the core pushes: 26 words with floats, one to align (ARM DDI 0403, B1.5.7)
CONDITIONS = "eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le"
READS_FIRST = re.compile("cmp|cmn|tst|teq|v?stm|v?ldm|str")  # what such an instruction names first it does not change
WRITES_BACK = re.compile(r"\bsp!|\[sp\b[^]]*\]!|\[sp\],")
SWITCH = re.compile(r"tb[bh] |ldr pc, \[pc, r")

Instruction = collections.namedtuple("Instruction", "address size name operands")


class StackError(Exception):
    pass


def is_padding(i):
    return i.name == "nop" or (i.name, i.operands) == ("movs", "r0, r0")


def tool(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Firmware:
    def __init__(self, path, calls=()):
        """calls: (pattern of callers, pattern of what their pointer calls reach), of demangled names; the first that fits"""
        self.path = path
        self.calls = [(re.compile(caller), re.compile(callee)) for caller, callee in calls]
        self._read_symbols()
        self._read_code()
        self._read_words()
        self._bounds = {}

    # ---- what is in the file ----------------------------------------------------------------------------------------

    def _read_symbols(self):
        self.symbols = {}
        for line in tool("arm-none-eabi-nm", self.path).splitlines():
            address, _, name = line.split(maxsplit=2)
            self.symbols[name] = int(address, 16)

    def _read_code(self):
        """self.functions: address -> (name, [Instruction]); a function begins at a symbol"""
        self.functions, current = {}, None
        listing = tool("arm-none-eabi-objdump", "-d", "-C", "--no-show-raw-insn", self.path)
        for line in listing.splitlines():
            if heading := re.match(r"([0-9a-f]{8}) <(.*)>:$", line):
                current = []
                self.functions[int(heading[1], 16)] = (heading[2], current)
            elif found := re.match(r"\s*([0-9a-f]+):\t(\S+)\s*(.*)", line):
                if not found[2].startswith("."):  # .word and the like: a constant
                    operands = found[3].split("\t")[0].split(";")[0].split(" @")[0].strip()
                    current.append(Instruction(int(found[1], 16), 0, re.sub(r"\.[nw]$", "", found[2]), operands))
        for address, (_, body) in self.functions.items():
            for i, instruction in enumerate(body):
                following = body[i + 1].address if i + 1 < len(body) else instruction.address + 4
                body[i] = instruction._replace(size=min(following - instruction.address, 4))
        self.functions = {address: entry for address, entry in self.functions.items() if entry[1]}

    def _read_words(self):
        """self.words: address -> word of everything that is loaded"""
        self.words, loaded = {}, False
        for line in tool("arm-none-eabi-objdump", "-s", self.path).splitlines():
            if heading := re.match(r"Contents of section (\S+):", line):
                loaded = not heading[1].startswith((".comment", ".ARM.attributes", ".debug"))
            elif not loaded:
                continue
            elif found := re.match(r" ([0-9a-f]{4,8}) ((?:[0-9a-f]{2,8} ){1,4}) ", line):
                address, data = int(found[1], 16), bytes.fromhex(found[2].replace(" ", ""))
                for offset in range(0, len(data) - 3, 4):
                    self.words[address + offset] = struct.unpack_from("<I", data, offset)[0]

    def name(self, address):
        return self.functions[address][0]

    def entries(self, begin, end):
        """functions whose addresses stand from `begin` to `end`"""
        found = (self.words[address] & ~1 for address in range(begin, end, 4) if address in self.words)
        return sorted({address for address in found if address in self.functions})

    def _stored(self):
        """functions whose address is stored or built anywhere but in the vectors and among the initialisers"""
        initialisers = range(self.symbols["init_array_begin"], self.symbols["init_array_end"])
        vectors = range(self.symbols["vector_table"], self.symbols["vectors_end"])
        taken = {word & ~1 for address, word in self.words.items()
                 if word & 1 and word & ~1 in self.functions and address not in initialisers and address not in vectors}
        for _, body in self.functions.values():
            low = {}
            for instruction in body:
                if built := re.match(r"(\w+), #(\d+)", instruction.operands):
                    if instruction.name == "movw":
                        low[built[1]] = int(built[2])
                    elif instruction.name == "movt" and built[1] in low:
                        value = int(built[2]) << 16 | low[built[1]]
                        taken |= {value & ~1} & self.functions.keys() if value & 1 else set()
        return taken

    # ---- the bound --------------------------------------------------------------------------------------------------

    def pointer_callees(self, address):
        if self.name(address) == "start_program":
            return self.entries(self.symbols["init_array_begin"], self.symbols["init_array_end"])
        stored = self._stored()
        for caller, callee in self.calls:
            if caller.search(self.name(address)):
                stored = {function for function in stored if callee.search(self.name(function))}
                break
        if not stored:
            raise StackError(f"{self.name(address)} calls through a pointer, and no function's address is stored for it")
        return sorted(stored)

    def bound(self, address, above=()):
        """bytes of stack that the function at `address` needs with everything it calls"""
        if address in above:
            cycle = [self.name(function) for function in (*above[above.index(address):], address)]
            raise StackError("recursion: " + " -> ".join(cycle))
        if address not in self._bounds:
            frame, calls = self.walk(address)
            self._bounds[address] = max([frame] + [depth + self.bound(callee, (*above, address)) for callee, depth in calls.items()])
        return self._bounds[address]

    def deepest(self, address):
        """the calls that make the bound, as names"""
        frame, calls = self.walk(address)
        for callee, depth in calls.items():
            if depth + self.bound(callee) == self.bound(address) > frame:
                return [self.name(address)] + self.deepest(callee)
        return [self.name(address)]

    def walk(self, start):
        """(largest depth of the function's own stack, {called function: largest depth at a call of it})"""
        name, body = self.functions[start]
        at = {instruction.address: instruction for instruction in body}
        depths, calls, switch_depths = {}, {}, []
        if any(i.name == "msr" and i.operands.upper().startswith("PSP") for i in body):
            return 0, {}  # goes on on another stack

        def unseen():
            return [address for address in sorted(at) if address not in depths and not is_padding(at[address])]

        def call(target, depth):
            if target not in self.functions:
                raise StackError(f"{name} calls {target:#x}, which is no function")
            calls[target] = max(calls.get(target, 0), depth)

        def call_by_pointer(depth):
            for target in self.pointer_callees(start):
                call(target, depth)

        def jump(target, depth):
            if target in at:
                pending.append((target, depth))
            else:
                call(target, depth)

        pending, most = [(start, 0)], 0
        while pending:
            address, depth = pending.pop()
            while address in at and depths.get(address, -1) < depth:
                depths[address] = depth
                i = at[address]
                after = address + i.size
                depth += self.growth(name, i)
                most = max(most, depth)
                if depth > 1 << 20:
                    raise StackError(f"{name}: the stack grows in a loop")
                target = re.match(r"(?:\w+, )?([0-9a-f]+) <", i.operands)
                if i.name == "bl" or i.name == "blx" and target:
                    call(int(target[1], 16), depth)
                elif i.name == "blx":
                    call_by_pointer(depth)
                elif i.name == "b" and target:
                    jump(int(target[1], 16), depth)
                    break
                elif re.fullmatch(f"b({CONDITIONS})|cbn?z", i.name) and target:
                    jump(int(target[1], 16), depth)
                elif SWITCH.match(f"{i.name} {i.operands}"):
                    switch_depths.append(depth)
                    break
                elif i.name == "ldr" and i.operands.startswith("pc, [pc"):  # the linker's far call
                    call(self.words[address + 4] & ~1, depth)
                    break
                elif i.name == "bx" and i.operands != "lr" or i.name == "mov" and i.operands.startswith("pc,"):
                    call_by_pointer(depth)
                    break
                elif i.name in ("bx", "udf") or self.returns(i):
                    break
                address = after
            if not pending and switch_depths:  # a case of a switch begins where nothing else has come
                if missed := unseen():
                    pending.append((missed[0], max(switch_depths)))
        if missed := unseen():
            raise StackError(f"{name}: nothing leads to the code at {missed[0]:#x}")
        return most, calls

    @staticmethod
    def returns(i):
        return (i.name in ("pop", "ldmia") and "pc}" in i.operands) or (i.name == "ldr" and i.operands.startswith("pc, [sp]"))

    @staticmethod
    def growth(name, i):
        """by how many bytes an instruction moves the stack down; one under a condition only ever down"""
        always = not re.search(f"({CONDITIONS})$", i.name)
        plain = i.name if always else re.sub(f"({CONDITIONS})$", "", i.name)
        size = 0
        if plain in ("push", "stmdb", "pop", "ldmia", "vpush", "vpop", "vstmdb", "vldmia") and (
                plain.endswith(("push", "pop")) or i.operands.startswith("sp!")):
            size = sum(Firmware.register_bytes(word) for word in i.operands[i.operands.index("{") + 1:-1].split(","))
            size = -size if plain.endswith(("pop", "ia")) else size
        elif plain in ("sub", "subw", "add", "addw") and (moved := re.match(r"sp, (?:sp, )?#(\d+)$", i.operands)):
            size = int(moved[1]) * (1 if plain.startswith("sub") else -1)
        elif moved := re.search(r"\[sp, #-(\d+)\]!|\[sp\], #(\d+)", i.operands):
            size = int(moved[1]) if moved[1] else -int(moved[2])
        elif WRITES_BACK.search(i.operands) or i.operands.startswith("sp,") and not READS_FIRST.match(plain):
            raise StackError(f"{name}: '{i.name} {i.operands}' moves the stack by what only the run knows")
        return size if always else max(size, 0)

    @staticmethod
    def register_bytes(word):
        first, _, last = word.strip().partition("-")
        count = int(last[1:]) - int(first[1:]) + 1 if last else 1
        return count * (8 if first.startswith("d") and first[1:].isdigit() else 4)

    # ---- the two stacks of port/cortex_m4f --------------------------------------------------------------------------

    def stacks(self):
        """{"main": (bound, space), "handlers": (bound, space)} in bytes"""
        s = self.symbols
        root = {self.name(address): address for address in self.functions}
        fault = root["fault"]
        handlers = set(self.entries(s["vector_table"] + 8, s["vectors_end"])) - {fault, root["reset"]}
        interrupt = max((self.bound(handler) for handler in handlers), default=0)
        # All interrupts have one priority; a fault may come in one, and the NMI in that. The first frame is on main's stack.
        nested = interrupt + 2 * (EXCEPTION_FRAME + self.bound(fault))
        return {"main": (self.bound(root["start_program"]) + EXCEPTION_FRAME, s["main_stack_top"] - s["main_stack_bottom"]),
                "handlers": (max(nested, self.bound(root["reset"])), s["handler_stack_top"] - s["main_stack_top"])}
