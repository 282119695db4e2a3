"""A robot's first run: first_run.cpp on an emulated STM32F405 and on the host; are the torques the same bits?"""
import os
import struct
import subprocess
import sys

import compiled

sys.path.append(os.path.join(compiled.ROOT, "tools"))
import cost  # noqa: E402

SOURCE = "boards/apps/first_run.cpp"
EMULATOR = ["timeout", "-k", "1", "60", "qemu-system-arm", "-M", "netduinoplus2", "-nographic", "-monitor", "none", "-serial", "null",
            "-semihosting-config", "enable=on,target=native", "-icount", "shift=0", "-kernel"]


def run(robot, rows):
    """prints what the robot did; raises what cost.explain explains"""
    cost.GIVEN[robot.name] = robot
    cost.compiler()  # configures, once
    elf, program = cost.in_parallel(lambda make: make(robot), [(board_program,), (host_program,)])
    board, host = told([*EMULATOR, elf]), told([program])
    names = [f"{row.name}{f'[{k}]' if row.freedoms > 1 else ''}" for row in rows.rows for k in range(row.freedoms)]
    print(f"\n{robot.name} on an emulated STM32F405, 100 poses of a swing of all joints:")
    print(f"  inverse dynamics {board['inverse'][0]} instructions, forward dynamics {board['forward'][0]}")
    print(f"  forward(inverse(qdd)) = qdd within {as_float(board['worst'][0]):.2g}")
    print("  gravity torques at the first pose: " + ", ".join(f"{name} {as_float(x):.3f}" for name, x in zip(names, board["gravity"])))
    same = board["hash"] == host["hash"]
    print("  torques and accelerations are the host's, bit for bit" if same else "  THE HOST'S BITS DIFFER")
    if not (board["exact"][0] and host["exact"][0]):
        raise cost.CostError("the arithmetic is not exact: flags or rounding mode change the bits (lib/limb/arithmetic.hpp)")
    if not same:
        raise cost.CostError(f"{robot.name}: {board['hash'][0]:08x} on the board, {host['hash'][0]:08x} on the host")


def board_program(robot):
    objects = [cost.compiled_object(os.path.basename(source), source).path for source in cost.AROUND if not source.endswith("/main.cpp")]
    own = cost.compiled_object(f"{robot.name}.run", SOURCE, cost.definitions(robot.name, None))
    return cost.link(f"{robot.name}.run", [*objects, own.path])


def host_program(robot):
    return compiled.program(f"{robot.name}.run.host", [*compiled.host(), "-O1", *robot.definitions], SOURCE, "port/host/host.cpp")


def told(command):
    """{word: numbers} of what a program prints"""
    text = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
    return {words[0]: [int(x, 16) for x in words[1:]] for words in map(str.split, text.splitlines()) if words}


def as_float(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]
