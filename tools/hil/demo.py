#!/usr/bin/env python3
"""Two scenes on the emulated STM32F405 (tools/limb demo): what a model in the loop is worth, and what it costs.

    demo.py RUNNER FIRMWARE_FOLDER PLANT OUT_FOLDER [PYTHON_WITH_MATPLOTLIB]
"""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BOARD = "stm32f405"
# the machine's masses and friction are a tenth above those of its controller's table
WRONG = ["--mass-error", "10", "--friction-error", "10"]
# title, robot, scenario, [(label, controller, how wrong its model is)]: without, with, and with a wrong model
SCENES = [
    ("Gimbal on a base that shakes at 2 Hz and 7 Hz", "gimbal3", "shake",
     [("base ignored", "gimbal_base_ignored", []), ("base fed forward", "gimbal_stabiliser", []),
      ("  model 10 % off", "gimbal_stabiliser", WRONG)]),
    ("Six-axis arm on a fast trajectory", "arm6", "fast",
     [("PD alone", "pd", []), ("computed torque", "computed_torque", []),
      ("  model 10 % off", "computed_torque", WRONG)]),
]


def run(runner, firmware, plant, folder, robot, scenario, controller, wrong):
    out = os.path.join(folder, f"demo-{robot}-{controller}{'-wrong' if wrong else ''}")
    elf = os.path.join(firmware, f"control_{robot}_{BOARD}_semihosting.elf")
    subprocess.run([runner, "run", "--robot", robot, "--board", BOARD, "--elf", elf, "--scenario", scenario,
                    "--controller", controller, "--plant", plant, "--seconds", "5", "--out", out, *wrong],
                   check=True, stdout=subprocess.DEVNULL)
    with open(out + ".json") as file:
        return out + ".csv", json.load(file)


def main():
    runner, firmware, plant, folder = sys.argv[1:5]
    for title, robot, scenario, choices in SCENES:
        print(f"\n{title}; the plant is {'MuJoCo' if plant == 'mujoco' else 'limb in double precision'}")
        print(f"  {'':18} {'RMS error':>12} {'peak error':>12} {'peak torque':>12} {'instructions a tick':>20} "
              f"{'of the budget':>14}")
        results = [(label, *run(runner, firmware, plant, folder, robot, scenario, *choice))
                   for label, *choice in choices]
        for label, _, figures in results:
            share = 100 * figures["instructions_most"] / figures["instructions_budget"]
            print(f"  {label:18} {1e3 * figures['tracking_rms']:7.3f} mrad {1e3 * figures['tracking_peak']:7.3f} mrad "
                  f"{figures['torque_peak']:9.3g} Nm {figures['instructions_most']:20,.0f} {share:12.1f} %")
        print(f"  the error is {results[0][2]['tracking_rms'] / results[1][2]['tracking_rms']:.0f} times smaller")
        for _, log, _ in results:
            print(f"  log: {log}")
        if len(sys.argv) > 5:
            subprocess.run([sys.argv[5], os.path.join(HERE, "plot.py"), "--out", os.path.join(folder, f"demo-{robot}"),
                            *(f"{label.strip()}={log}" for label, log, _ in results)], check=True)


main()
