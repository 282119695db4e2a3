#!/usr/bin/env python3
"""The loop closed: the drive's firmware on emulated boards, with plants around it (tools/hil).

    hil.py RUNNER FIRMWARE_FOLDER same_bits ROBOT   three runs, both machines, both links, the host: the same torques
    hil.py RUNNER FIRMWARE_FOLDER arm               what computed torque is worth, on MuJoCo; a tick's instructions
    hil.py RUNNER FIRMWARE_FOLDER gimbal            what feeding the base forward is worth; a tick's instructions
    hil.py RUNNER FIRMWARE_FOLDER links             the board's own pace; a serial port; a second session
    hil.py RUNNER - host                            without a board: plants agree, a run is replayed, mistakes are seen

Exits with 77, which ctest takes as skipped, where MuJoCo is not installed.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

RUNNER, FIRMWARE, WHAT, *MORE = sys.argv[1:]
FOLDER = tempfile.TemporaryDirectory()
BOARDS = ["stm32f405", "mps2_an386"]
count = 0


def firmware(robot, board, link):
    return os.path.join(FIRMWARE, f"control_{robot}_{board}_{link}.elf")


def run(robot, controller, scenario, board="stm32f405", link="semihosting", must_pass=True, **options):
    """the figures of a run, with the path of its recording as "frames" """
    global count
    count += 1
    out = os.path.join(FOLDER.name, str(count))
    command = [RUNNER, "run", "--robot", robot, "--controller", controller, "--scenario", scenario, "--board", board,
               "--link", link, "--elf", firmware(robot, board, link), "--out", out]
    for name, value in options.items():
        command += ["--" + name.replace("_", "-"), str(value)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=240)
    if result.returncode != 0 and must_pass:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    with open(out + ".json") as file:
        figures = json.load(file)
    if must_pass and (figures["late"] or figures["link_errors"]):
        sys.exit(f"late ticks or link errors:\n{result.stdout}")
    return figures | {"frames": out + ".frames"}


def is_replayed(frames):
    return subprocess.run([RUNNER, "replay", frames], stdout=subprocess.DEVNULL).returncode == 0


def demand(what, good):
    print(f"{'ok ' if good else 'BAD'} {what}", flush=True)
    if not good:
        demand.failed = True


demand.failed = False


def need_mujoco():
    if subprocess.run([RUNNER, "has-mujoco"]).returncode != 0:
        print("skipped: MuJoCo is not installed (Debian: libmujoco-dev)")
        sys.exit(77)


def task(robot):
    return ("gimbal_stabiliser", "shake") if robot == "gimbal3" else ("computed_torque", "fast")


def same_bits(robot):
    for seconds, link, times in ((0.1, "uart", 1), (2, "semihosting", 3)):
        runs = [run(robot, *task(robot), board, link, seconds=seconds) for board in BOARDS for _ in range(times)]
        runs.append(run(robot, *task(robot), "host", seconds=seconds))
        bits = {figures["torque_bits"] for figures in runs}
        demand(f"{robot}, {seconds} s: runs on each of {', '.join(BOARDS)} by {link}: {times}, and one on the host: "
               f"torque bits {' '.join(sorted(bits))}", len(bits) == 1)
        demand("  all replayed bit by bit", all(is_replayed(figures["frames"]) for figures in runs))
    other = run(robot, *task(robot), seconds=2, seed=2)
    demand("  the control: another seed, other bits", other["torque_bits"] not in bits)


def at_least(what, without, with_, factor):
    ratio = without["tracking_rms"] / with_["tracking_rms"]
    demand(f"{what}: {1e3 * without['tracking_rms']:.3f} mrad / {1e3 * with_['tracking_rms']:.3f} mrad = {ratio:.1f}, "
           f"at least {factor}", ratio >= factor)


def instructions_below(what, figures, most):
    demand(f"{what}: {figures['instructions_most']:.0f} instructions in the longest tick, below {most}",
           0 < figures["instructions_most"] < most)


def arm():
    instructions_below("arm6", run("arm6", "computed_torque", "fast"), 8000)
    need_mujoco()
    for error, factor in ((0, 30), (10, 8), (-10, 8)):
        pd, computed = (run("arm6", controller, "fast", plant="mujoco", mass_error=error)
                        for controller in ("pd", "computed_torque"))
        at_least(f"masses {error:+d} %: PD alone / computed torque", pd, computed, factor)


def gimbal():
    for plant in ("limb", "mujoco"):
        if plant == "mujoco":
            need_mujoco()
        ignored, fed = (run("gimbal3", controller, "shake", plant=plant)
                        for controller in ("gimbal_base_ignored", "gimbal_stabiliser"))
        at_least(f"plant {plant}: base ignored / fed forward", ignored, fed, 10)
        instructions_below("gimbal3", fed, 5000)


def links():
    for board in BOARDS:
        # a machine so busy that the host is late by the drive's command timeout stops the run, as it should
        figures = run("gimbal3", *task("gimbal3"), board, "uart", must_pass=False, pace="timer", seconds=0.3)
        demand(f"{board} at its own pace: {figures['ticks']} ticks, {figures['late']} without a message, "
               f"{1e3 * figures['tracking_rms']:.3f} mrad off, stopped by '{figures['stopped_by']}'",
               figures["tracking_rms"] < 5e-3 and not figures["link_errors"]
               and figures["stopped_by"] in ("", "command_timeout"))
        demand("  replayed bit by bit", is_replayed(figures["frames"]))
    # QEMU's UART as a serial port of this machine
    try:
        for end in os.openpty():
            os.close(end)
    except OSError as error:
        print(f"skipped: no pseudo-terminal here, so no serial port ({error})")
        sys.exit(1 if demand.failed else 77)
    qemu = subprocess.Popen(["qemu-system-arm", "-M", "netduinoplus2", "-display", "none", "-monitor", "none",
                             "-icount", "shift=0", "-chardev", "pty,id=uart", "-serial", "chardev:uart", "-kernel",
                             firmware("arm6", "stm32f405", "uart")], stdout=subprocess.PIPE, text=True)
    try:
        port = re.search("/dev/[^ ]+", qemu.stdout.readline())[0]
        runs = [run("arm6", "computed_torque", "fast", link=port, seconds=0.1) for _ in range(2)]
    finally:
        qemu.kill()
        qemu.wait()
    runs.append(run("arm6", "computed_torque", "fast", "host", seconds=0.1))
    bits = {figures["torque_bits"] for figures in runs}
    demand("two sessions over a serial port: the torques of the host", len(bits) == 1)


def host():
    for robot in ("arm6", "gimbal3"):
        figures = run(robot, *task(robot), "host", seconds=1)
        demand(f"{robot} is replayed", is_replayed(figures["frames"]))
        # the recording of a board whose torques are other ones: from an answer in the middle on it is another run's
        with open(figures["frames"], "rb") as file:
            mine = file.read()
        with open(run(robot, *task(robot), "host", seconds=1, seed=2)["frames"], "rb") as file:
            other = file.read()
        cut = mine.index(b"\n") + 1
        while cut < len(mine) // 2 or mine[cut:cut + 1] != b"<":  # a piece: direction, size, bytes
            cut += 5 + int.from_bytes(mine[cut + 1:cut + 5], "little")
        mixed = figures["frames"] + ".mixed"
        with open(mixed, "wb") as file:
            file.write(mine[:cut] + other[cut:])
        demand("  the control: half of it from another run is seen", len(mine) == len(other) and not is_replayed(mixed))
    stopped = run("arm6", "computed_torque", "fast", "host", must_pass=False, seconds=1, friction_error=100000)
    demand(f"a machine that cannot follow is seen: {stopped['tracking_rms']:.3f} rad off", stopped["tracking_rms"] > 0.1)
    unknown = subprocess.run([RUNNER, "run", "--robot", "arm9", "--out", FOLDER.name + "/x"],
                             capture_output=True, text=True)
    demand("an unknown robot is named", unknown.returncode == 2 and re.search("no robot 'arm9'", unknown.stderr))
    need_mujoco()
    for robot in ("arm6", "gimbal3"):
        ours, theirs = (run(robot, *task(robot), "host", plant=plant)["tracking_rms"] for plant in ("limb", "mujoco"))
        demand(f"{robot}: limb's plant and MuJoCo's are off by {1e3 * ours:.4f} and {1e3 * theirs:.4f} mrad",
               abs(ours / theirs - 1) < 0.01)


{"same_bits": same_bits, "arm": arm, "gimbal": gimbal, "links": links, "host": host}[WHAT](*MORE)
sys.exit(1 if demand.failed else 0)
