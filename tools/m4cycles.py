"""Cost of functions on a Cortex-M4F, from a trace of one call in QEMU.

Instructions, floating-point operations, stack and code bytes are exact. Cycles are modelled, after the Cortex-M4 TRM with
the settings that fit published STM32G474 cycle counts best: VLDR/VSTR 2 cycles each (not pipelined), taken branch 1 + 1,
VFMA/VMLA 3 and VDIV/VSQRT 14 with integer work overlapping them, +1 when a result is used by the next FP instruction.
  core    memory without wait states
  flash   as a G474 at full speed: 4 wait states, 64-bit reads, 1 KB instruction cache, 256 B data cache, prefetch, both
          caches warm from a call before; constants in flash are fetched through the data cache
Against 24 published rows (6 algorithms x 4 robots, from flash): mean ratio silicon/model 0.98, range 0.95 to 1.05. Quote
it as modelled, +-5 % for loops from flash, +-8 % without wait states; straight-line code over 1 KB has not been compared
with silicon.
"""
import bisect
import re
import subprocess
from collections import OrderedDict
from dataclasses import dataclass

FMA = {"vmla", "vmls", "vfma", "vfms", "vnmla", "vnmls", "vfnma", "vfnms"}
FP_BASES = re.compile(r"vldmia|vstmia|vldmdb|vstmdb|vnmul|vnmla|vnmls|vfnma|vfnms|vfma|vfms|vmla|vmls|vadd|vsub|vmul"
                      r"|vdiv|vsqrt|vneg|vabs|vcmpe|vcmp|vcvtr|vcvt|vmov|vldr|vstr|vpush|vpop|vmrs|vmsr")
CONDITIONAL = re.compile("(b|cbz|cbnz)(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?$")
FPU_KINDS = {"fp", "fma", "div", "move", "compare", "vmov", "vmov2", "vldr", "vstr"}
REGISTERS = {f"r{i}": i for i in range(16)} | {"sb": 9, "sl": 10, "fp": 11, "ip": 12, "sp": 13, "lr": 14, "pc": 15}
FLASH = range(0x08000000, 0x20000000)


class TraceError(Exception):
    pass


@dataclass
class Instruction:
    size: int             # bytes
    kind: str             # what the cycle model distinguishes
    sources: list         # FP registers read
    destination: str      # FP register written, or None
    registers: int        # registers moved by a multiple load or store
    read: tuple           # (base, index or None, shift, offset, bytes) of what a load reads, or None

    def address(self, state):
        """where a load reads, given the 16 registers"""
        base, index, shift, offset, _ = self.read
        start = (state[15] + 4) & ~3 if base == 15 else state[base]
        return (start + offset + (state[index] << shift if index is not None else 0)) & 0xFFFFFFFF


def tool(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def register_count(operands):
    m = re.search(r"\{(.*)\}", operands)
    count = 0
    for part in m[1].split(",") if m else []:
        r = re.match(r"\s*([a-z]+)(\d+)-[a-z]+(\d+)", part)
        width = 2 if part.strip().startswith("d") else 1
        count += (int(r[3]) - int(r[2]) + 1) * width if r else width
    return max(count, 1)


def classify(mnemonic, operands):
    """(kind, FP registers read, FP register written, registers moved)"""
    base = mnemonic.split(".")[0]
    if base.startswith("v"):
        m = FP_BASES.match(base)
        base = m[0] if m else base
    s = re.findall(r"\b(s\d+)\b", operands)
    n = register_count(operands)
    if base in FMA:
        return "fma", s, s[0], 1
    if base in {"vadd", "vsub", "vmul", "vnmul"}:
        return "fp", s[1:] if len(s) == 3 else s, s[0], 1
    if base in {"vdiv", "vsqrt"}:
        return "div", s[1:] if len(s) == 3 or base == "vsqrt" else s, s[0], 1
    if base in {"vneg", "vabs"} or base.startswith("vcvt"):
        return "move", s[1:], s[0] if s else None, 1
    if base.startswith("vcmp"):
        return "compare", s, None, 1
    if base == "vmov":
        two = len(re.findall(r"\br\d+|\b(?:ip|lr|fp|sl|sb)\b", operands)) == 2
        to_fp = re.match(r"s\d", operands)
        return "vmov2" if two else "vmov", s[1:] if to_fp else s, s[0] if to_fp else None, 1
    if base == "vldr":
        return ("vldr" if s else "double"), [], s[0] if s else None, 1
    if base == "vstr":
        return ("vstr" if s else "double"), s, None, 1
    if base in {"vldmia", "vldmdb", "vpop", "vstmia", "vstmdb", "vpush"}:
        load = base in {"vldmia", "vldmdb", "vpop"}
        if n == 1:
            return ("vldr" if load else "vstr"), [] if load else s, s[0] if load and s else None, 1
        return "multiple", [] if load else s, None, n
    if base in {"ldrd", "strd"}:
        return "double", [], None, 1
    if base.startswith("ldr"):
        return ("load_branch" if operands.startswith("pc") else "ldr"), [], None, 1
    if base.startswith("str"):
        return "str", [], None, 1
    if base in {"push", "pop"} or base.startswith(("ldm", "stm")):
        return ("multiple_branch" if "pc" in operands else "multiple"), [], None, n
    if base in {"sdiv", "udiv"}:
        return "sdiv", [], None, 1
    if base in {"tbb", "tbh"}:
        return "load_branch", [], None, 1
    if base in {"bl", "bx", "blx"}:
        return "branch", [], None, 1
    if CONDITIONAL.match(base):
        return "conditional", [], None, 1
    return "int", [], None, 1


def what_it_reads(mnemonic, operands):
    """(base, index, shift, offset, bytes) of a load, or None. An access counts as 4 bytes a register, also a narrow one."""
    if mnemonic.startswith(("ldm", "vldm")):
        base = re.match(r"\w+", operands)[0]
        size = 4 * register_count(operands)
        return REGISTERS[base], None, 0, -size if "db" in mnemonic else 0, size
    if not mnemonic.startswith(("ldr", "vldr")):
        return None
    base, rest = re.search(r"\[(\w+)(.*)", operands).groups()
    size = 8 if mnemonic.startswith("ldrd") or operands.startswith("d") else 4
    inside = rest.split("]")[0]   # what follows the bracket is added after the access
    offset = re.search(r"#(-?\d+)", inside)
    index = re.match(r", (\w+)(?:, lsl #(\d))?", inside)
    if index and index[1] in REGISTERS:
        return REGISTERS[base], REGISTERS[index[1]], int(index[2] or 0), 0, size
    return REGISTERS[base], None, 0, int(offset[1]) if offset else 0, size


def disassemble(elf):
    """address -> Instruction"""
    out = {}
    for line in tool("arm-none-eabi-objdump", "-d", "-w", elf).splitlines():
        m = re.match(r"\s*([0-9a-f]+):\s+((?:[0-9a-f]{4} ?)+)\s+([a-z][\w.]*)\s*(.*)", line)
        if m:
            operands = re.sub(r"\s*[;@].*", "", m[4])
            out[int(m[1], 16)] = Instruction(2 * len(m[2].split()), *classify(m[3], operands), what_it_reads(m[3], operands))
    return out


def functions(elf):
    """[(address, size, name)], sorted"""
    found = re.findall(r"^([0-9a-f]+) ([0-9a-f]+) [tTwW] (.*)$", tool("arm-none-eabi-nm", "-S", elf), re.MULTILINE)
    return sorted((int(address, 16) & ~1, int(size, 16), name) for address, size, name in found)


def one_at_a_time():
    """the option by which this QEMU translates, and therefore logs, single instructions: renamed in 8.1"""
    version = re.search(r"version (\d+)\.(\d+)", tool("qemu-system-arm", "--version"))
    return ["-accel", "tcg,one-insn-per-tb=on"] if (int(version[1]), int(version[2])) >= (8, 1) else ["-singlestep"]


def execute(elf, machine):
    """the 16 registers before each instruction of a program; raises when it does not end with code 0"""
    # The log goes through a pipe: it takes 200 bytes an instruction.
    command = ["qemu-system-arm", "-M", machine, "-display", "none", "-monitor", "none", "-serial", "null",
               "-semihosting-config", "enable=on,target=native", *one_at_a_time(), "-d", "cpu,nochain", "-D", "/dev/stdout",
               "-kernel", elf]
    with subprocess.Popen(["timeout", "-k", "1", "300", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as qemu:
        state, text = [], []
        for line in qemu.stdout:
            if re.match(rb"R\d\d=", line):
                state += [int(word[4:], 16) for word in line.split()]
                if len(state) == 16:
                    yield state
                    state = []
            elif not line.startswith(b"XPSR"):
                text.append(line.decode(errors="replace").rstrip())
    if qemu.returncode != 0:
        raise TraceError(f"{elf} ended with code {qemu.returncode} in QEMU: {' '.join(text[-5:])}")


def core_cycles(run):
    """modelled cycles of each executed instruction, memory without wait states"""
    t = fpu_free = 0
    ready, previous, out = {}, None, []
    for i, (pc, instruction, _) in enumerate(run):
        kind, destination, n = instruction.kind, instruction.destination, instruction.registers
        start = t
        if kind in FPU_KINDS:
            t = max(t, fpu_free, *[ready.get(s, 0) for s in instruction.sources])
        if kind == "fma":
            fpu_free = t + 3
            ready[destination], t = fpu_free + 1, t + 1
        elif kind == "div":
            fpu_free = t + 14
            ready[destination], t = fpu_free + 1, t + 1
        elif kind in {"fp", "move"}:
            t += 1
            ready[destination] = t + 1
        elif kind in {"vldr", "vstr", "vmov2", "branch"}:
            t += 2
        elif kind == "ldr":
            t += 1 if previous in {"ldr", "str", "vldr", "vstr"} else 2
        elif kind == "multiple":
            t += 1 + n
        elif kind == "multiple_branch":
            t += 2 + n
        elif kind in {"double", "load_branch"}:
            t += 3
        elif kind == "sdiv":
            t += 7
        elif kind == "conditional":
            following = run[i + 1][0] if i + 1 < len(run) else run[0][0]
            t += 2 if following != pc + instruction.size else 1
        else:
            t += 1
        out.append(t - start)
        previous = kind
    return out


def flash_stalls(run, cycles, wait=4, line=8, lines=128, data_lines=32):
    """extra cycles from flash in the second of two calls"""
    icache, dcache, t, busy, prefetch, stalls = OrderedDict(), OrderedDict(), 0, 0, None, 0
    for _ in range(2):
        stalls, current = 0, None
        for (pc, instruction, address), cost in zip(run, cycles):
            for g in range(pc // line, (pc + instruction.size - 1) // line + 1):
                if g == current:
                    continue
                current = g
                if g in icache:
                    icache.move_to_end(g)
                else:
                    stall = max(0, prefetch[1] - t) if prefetch and prefetch[0] == g else max(0, busy - t) + wait
                    busy = max(busy, t + stall)
                    stalls, t = stalls + stall, t + stall
                    icache[g] = True
                    if len(icache) > lines:
                        icache.popitem(last=False)
                if g + 1 not in icache and not (prefetch and prefetch[0] == g + 1):
                    busy = max(busy, t) + wait + 1
                    prefetch = (g + 1, busy)
            if address in FLASH:
                for g in range(address // line, (address + instruction.read[4] - 1) // line + 1):
                    if g in dcache:
                        dcache.move_to_end(g)
                    else:
                        stall = max(0, busy - t) + wait
                        stalls, t, busy = stalls + stall, t + stall, t + stall
                        dcache[g] = True
                        if len(dcache) > data_lines:
                            dcache.popitem(last=False)
            t += cost
    return stalls


def figures(run, deepest, table):
    """what a call cost. run: (pc, Instruction, address read or -1); deepest: bytes of stack; table: functions()"""
    cycles = core_cycles(run)
    kinds = [instruction.kind for _, instruction, _ in run]
    starts = [address for address, _, _ in table]
    executed = {bisect.bisect_right(starts, pc) - 1 for pc in {pc for pc, _, _ in run}}
    return {"instructions": len(run), "core_cycles": sum(cycles), "flash_cycles": sum(cycles) + flash_stalls(run, cycles),
            "flops": kinds.count("fp") + 2 * kinds.count("fma") + kinds.count("div"), "stack_bytes": deepest,
            "function_bytes": sum(table[i][1] for i in executed)}


def measure(elf, names, machine="netduinoplus2"):
    """runs elf, which must call each function of names once and return from it: {name: figures}"""
    code, table = disassemble(elf), functions(elf)
    wanted = {address: name for address, _, name in table if name in names}
    out, run = {}, None
    for state in execute(elf, machine):
        pc, sp = state[15], state[13]
        if run is None and pc in wanted:
            run, name, top, back, bottom = [], wanted[pc], sp, state[14] & ~1, sp
        elif run is not None and pc == back and sp == top:
            out[name] = figures(run, top - bottom, table)
            run = None
        if run is not None:
            instruction = code[pc]
            run.append((pc, instruction, instruction.address(state) if instruction.read else -1))
            bottom = min(bottom, sp)
    missing = set(names) - set(out)
    if missing:
        raise TraceError(f"{elf}: never called and returned from: {', '.join(sorted(missing))}")
    return out
