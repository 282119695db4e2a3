"""The loop closed around a drive's firmware: one run, the demo, a run once more on this machine."""
import glob
import os
import re
import sys
import time

from cli import needs
from cli.build import must
from cli.paths import BUILD, TOOLS, Trouble, in_root, shown, text_of
from cli.process import run

RUNNER = os.path.join(BUILD, "host", "tools", "hil", "hil")
LOGS = os.path.join(BUILD, "hil")
EMULATED_LINKS = ("semihosting", "uart")
CONTROLLERS = ("none", "pd", "gravity_compensation", "computed_torque", "joint_impedance", "gimbal_stabiliser", "gimbal_base_ignored")
SCENARIOS = ("hold", "fast", "shake")


def robots():
    """those whose loops are closed: tools/hil/run_ROBOT.cpp"""
    return sorted(re.search(r"run_(\w+)\.cpp$", path)[1] for path in glob.glob(in_root("tools", "hil", "run_*.cpp")))


def stem(log):
    """LOG.csv, LOG.frames or LOG"""
    return log.removesuffix(".csv").removesuffix(".frames")


def hil(given):
    """tools/limb hil"""
    emulated = given.board != "host" and given.link in EMULATED_LINKS
    if emulated and "QEMU_MACHINE" not in text_of("boards", given.board, "board.cmake"):
        raise Trouble(f"hil: {given.board} does not run in the emulator; with the board at a serial port: --link /dev/ttyACM0")
    if given.board != "host" and not emulated and not os.path.exists(given.link):
        raise Trouble(f"hil: there is no serial port {given.link}; --link is semihosting, uart, or a port as /dev/ttyACM0")
    if emulated:
        needs.need_target()
    else:
        needs.need_host()
    if given.plant == "mujoco":
        needs.wish_for_mujoco()
    python = needs.wish_for_module("matplotlib")
    os.makedirs(LOGS, exist_ok=True)
    out = given.out or shown(os.path.join(LOGS, f"{given.robot}-{given.controller}-{given.scenario}-{given.plant}-{given.board}"))
    must("host", "hil")
    elf = ""
    if emulated:
        target = f"control_{given.robot}_{given.board}_{given.link}"
        must(given.board, target)
        elf = os.path.join(BUILD, given.board, "boards", f"{target}.elf")
    options = {"robot": given.robot, "board": given.board, "link": given.link, "controller": given.controller, "scenario": given.scenario,
               "plant": given.plant, "pace": given.pace, "seconds": given.seconds, "seed": given.seed, "mass-error": given.mass_error,
               "friction-error": given.friction_error, "elf": elf, "out": out}
    code = run(RUNNER, "run", *(word for name, value in options.items() for word in (f"--{name}", value)), cwd=None)
    if code < 2:
        print(f"  log: {out}.csv, link: {out}.frames", flush=True)
        if python:
            run(python, "-B", os.path.join(TOOLS, "hil", "plot.py"), f"{out}.csv", cwd=None)
    return code


def replay(given):
    """tools/limb replay"""
    link = f"{stem(given.log)}.frames"
    if not os.path.exists(link):
        raise Trouble(f"replay: there is no {link}")
    needs.need_host()
    must("host", "hil")
    return run(RUNNER, "replay", link, cwd=None)


def demo(_):
    """tools/limb demo"""
    needs.need_target()
    needs.wish_for_mujoco()
    python = needs.wish_for_module("matplotlib")
    start = time.monotonic()
    os.makedirs(LOGS, exist_ok=True)
    must("host", "hil")
    must("stm32f405", *(f"control_{robot}_stm32f405_semihosting" for robot in ("gimbal3", "arm6")))
    plant = "mujoco" if run(RUNNER, "has-mujoco") == 0 else "limb"
    if not python:
        print("limb: no plots without matplotlib (Debian: python3-matplotlib)")
    code = run(sys.executable, "-B", os.path.join(TOOLS, "hil", "demo.py"), RUNNER, os.path.join(BUILD, "stm32f405", "boards"), plant,
               shown(LOGS), *([python] if python else []), cwd=None)
    if code == 0:
        limb = shown(os.path.join(TOOLS, "limb"))
        print(f"\nThe firmware ran on an emulated STM32F405, in lock-step with the plant. All of it took {time.monotonic() - start:.0f} s.")
        print(f"More: {limb} hil --help. The same torques again, on this machine: {limb} replay {shown(LOGS)}/demo-arm6-computed_torque")
    return code
