#!/usr/bin/env python3
"""The library folders that tools/limb package writes can be used, and .vscode names what exists.

    package.py ROOT ETL_HEADERS TOOLCHAIN_FILE FIRMWARE_FOLDER

Manifests have the fields that their registries ask for; examples compile for a Cortex-M4F against the written folder alone,
the sketch behind Arduino's macros; Zephyr's CMakeLists.txt gives a program its headers and flags. QEMU, started as VS Code
does it, waits for gdb.
"""
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import time

ROOT, ETL, TOOLCHAIN, FIRMWARE = (os.path.abspath(path) for path in sys.argv[1:])
CPU = "-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard -fno-exceptions -fno-rtti -Wall -Wextra -Werror".split()
FLAGS = ["-std=gnu++20", "-ffp-contract=off"]

# what a sketch finds around it, with the macros that hurt
ARDUINO_H = """#pragma once
#include <stddef.h>
#include <stdint.h>
#define abs(x) ((x) > 0 ? (x) : -(x))
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define round(x) ((x) >= 0 ? (long)((x) + 0.5) : (long)((x) - 0.5))
#define radians(deg) ((deg) * 0.0174532925)
#define degrees(rad) ((rad) * 57.2957795)
#define sq(x) ((x) * (x))
#define bit(b) (1UL << (b))
#define constrain(x, low, high) ((x) < (low) ? (low) : ((x) > (high) ? (high) : (x)))
#define F(text) (text)
#define B0 0
#define B1 1
#define PI 3.1415926535897932384626433832795
enum { A0, A1, A2 };
int analogRead(int);
void delay(unsigned long);
struct Port { void begin(long); void print(float, int); void print(const char*); };
extern Port Serial;
"""

ZEPHYR_PROJECT = """cmake_minimum_required(VERSION 3.20)
project(application CXX)
set(CONFIG_LIMB y)
set(CMAKE_CXX_STANDARD 20)
add_library(zephyr INTERFACE)
function(zephyr_include_directories)
  target_include_directories(zephyr INTERFACE ${ARGN})
endfunction()
function(zephyr_compile_options)
  target_compile_options(zephyr INTERFACE ${ARGN})
endfunction()
add_subdirectory(${MODULE}/zephyr limb)
add_library(application OBJECT ${MODULE}/samples/gravity_compensation/main.cpp)
target_link_libraries(application PRIVATE zephyr)
"""


def demand(true, what):
    if not true:
        sys.exit(what)


def run(*command, must_fail=False):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    demand((done.returncode != 0) == must_fail, f"{'worked' if must_fail else 'failed'}: {shlex.join(command)}\n{done.stdout}")
    return done.stdout


def text_of(*path):
    with open(os.path.join(*path)) as file:
        return file.read()


def package(kind, folder):
    run(sys.executable, "-B", os.path.join(ROOT, "tools", "package.py"), kind, "-o", folder, "--url", "https://example.org/limb")
    for name in ("LICENSE", "README.md"):
        demand(os.path.exists(os.path.join(folder, name)), f"{kind}: there is no {name}")
    for flag in FLAGS:
        demand(flag in text_of(folder, "README.md"), f"{kind}: README.md does not speak of {flag}")
    said = run(sys.executable, "-B", os.path.join(ROOT, "tools", "package.py"), kind, "-o", folder, must_fail=True)
    demand("is there already" in said, f"{kind}: a folder that is in use must be refused, but: {said}")


def compile_for_target(source, headers, *more, must_fail=False, flags=FLAGS):
    return run("arm-none-eabi-g++", *CPU, *flags, "-O2", "-I", headers, "-isystem", ETL, *more, "-c", source, "-o", os.devnull,
               must_fail=must_fail)


def check_platformio(folder):
    package("platformio", folder)
    manifest = json.loads(text_of(folder, "library.json"))
    for field, kind in {"name": str, "version": str, "description": str, "keywords": str, "license": str, "authors": list,
                        "repository": dict, "dependencies": dict, "build": dict}.items():
        demand(isinstance(manifest.get(field), kind) and manifest[field], f"library.json has no good {field}")
    demand(re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"]), "library.json: the version is not semantic")
    demand(len(manifest["description"]) <= 255, "library.json: the description is longer than 255 characters")
    demand("etlcpp/Embedded Template Library" in manifest["dependencies"], "library.json does not depend on ETL")
    demand(manifest["build"]["flags"] == FLAGS, "library.json has other flags")
    headers = os.path.join(folder, manifest["build"]["includeDir"])
    for header in manifest["headers"]:
        demand(os.path.exists(os.path.join(headers, header)), f"library.json: there is no {header}")
    for example in manifest["examples"]:
        for name in example["files"]:
            compile_for_target(os.path.join(folder, example["base"], name), headers)


def check_arduino(folder):
    package("arduino", folder)
    properties = dict(line.split("=", 1) for line in text_of(folder, "library.properties").splitlines())
    for field in ("name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures", "depends"):
        demand(properties.get(field), f"library.properties has no {field}")
    demand(properties["category"] in ("Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing", "Data Storage",
                                      "Data Processing", "Other"), "library.properties: there is no such category")
    headers = os.path.join(folder, "src")
    demand(os.path.exists(os.path.join(headers, properties["includes"])), "library.properties includes what is not there")
    with tempfile.TemporaryDirectory() as around:
        for name, text in {"Arduino.h": ARDUINO_H, "Embedded_Template_Library.h": ""}.items():
            with open(os.path.join(around, name), "w") as file:
                file.write(text)
        core = ["-I", around, "-include", "Arduino.h", "-x", "c++"]
        sketches = os.path.join(folder, "examples")
        for name in os.listdir(sketches):
            sketch = os.path.join(sketches, name, name + ".ino")
            compile_for_target(sketch, headers, *core)
            said = compile_for_target(sketch, headers, *core, flags=["-std=gnu++17"], must_fail=True)
            demand("limb needs C++20" in said, f"C++17 must be refused with a word, not\n{said}")
        program = os.path.join(around, "macros.cpp")
        with open(program, "w") as file:  # all of it, and the macros are back
            file.write('#include <limb.h>\n#include <limb_begin.h>\n#include <drive/loop.hpp>\n#include <robots/driven.hpp>\n#include <limb_end.h>\n'
                       "static_assert(sq(3) == 9 && bit(3) == 8 && PI > 3);\n"
                       "constexpr drive::DriveConfig<robots::driven::gimbal3> config{};\n"
                       "drive::Loop<robots::driven::gimbal3> loop(config);\n")
        compile_for_target(program, headers, *core)


def check_zephyr(folder):
    package("zephyr", folder)
    module = text_of(folder, "zephyr", "module.yml")
    try:
        import yaml
        build = yaml.safe_load(module)["build"]
    except ImportError:
        build = dict(line.split(": ", 1) for line in re.findall(r"^  (.*)$", module, re.MULTILINE))
    demand(os.path.exists(os.path.join(folder, build["cmake"], "CMakeLists.txt")), "module.yml: cmake leads nowhere")
    kconfig = text_of(folder, build["kconfig"])
    demand(re.search(r"^config LIMB\n\tbool ", kconfig, re.MULTILINE), "Kconfig has no LIMB")
    with tempfile.TemporaryDirectory() as project:
        with open(os.path.join(project, "CMakeLists.txt"), "w") as file:
            file.write(ZEPHYR_PROJECT)
        configure = ["cmake", "-S", project, "-B", os.path.join(project, "build"), "-G", "Ninja", f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAIN}",
                     f"-DMODULE={folder}"]
        said = run(*configure, "-DLIMB_ETL_DIR=" + project, must_fail=True)
        demand("has no etl/array.h" in said, f"a folder without ETL must be refused with a word, not\n{said}")
        run(*configure, "-DLIMB_ETL_DIR=" + ETL)
        run("cmake", "--build", os.path.join(project, "build"))
        demand("-ffp-contract=off" in text_of(project, "build", "build.ninja"), "zephyr/CMakeLists.txt lost its flag")


# ---- .vscode --------------------------------------------------------------------------------------------------------


def without_comments(text):
    return re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)


def check_vscode(firmware):
    tasks = json.loads(without_comments(text_of(ROOT, ".vscode", "tasks.json")))
    launch = json.loads(without_comments(text_of(ROOT, ".vscode", "launch.json")))
    presets = {preset["name"] for preset in json.loads(text_of(ROOT, "CMakePresets.json"))["configurePresets"] if not preset.get("hidden")}
    task = {task["label"]: task for task in tasks["tasks"]}
    asked = {given["id"]: given["options"] for given in tasks["inputs"]}
    demand(len(task) == len(tasks["tasks"]), "tasks.json: two tasks have one name")
    demand(set(asked["preset"]) <= presets, "tasks.json: one of its presets does not exist")
    demand(set(asked["stage"]) <= presets, "tasks.json: one of its stages does not exist")
    for text in map(json.dumps, (tasks, launch)):
        for name in re.findall(r"\$\{input:(\w+)\}", text):
            demand(name in asked, f".vscode asks for {name}, which has no input")
        for path in re.findall(r"\$\{workspaceFolder\}/((?!build/)[\w./-]+)", text):
            demand(os.path.exists(os.path.join(ROOT, path)), f".vscode: there is no {path}")
    demand(launch["configurations"], "launch.json starts nothing")
    for start in launch["configurations"]:
        demand(start["preLaunchTask"] in task, f"launch.json: there is no task {start['preLaunchTask']}")
        check_debugging(task[start["preLaunchTask"]]["args"], start, firmware)


def check_debugging(arguments, start, firmware):
    """The task builds what launch.json loads, and QEMU, started so, stands still and speaks gdb's protocol"""
    shell, emulator = arguments[1], arguments[3:]
    elf = emulator[emulator.index("-kernel") + 1]
    target = os.path.basename(elf).removesuffix(".elf")
    app, board = re.fullmatch(r"(\w+)_(stm32f405|mps2_an386)_uart", target).groups()
    apps = re.search(r"foreach\(app ([\w ]+)\)", text_of(ROOT, "boards", "CMakeLists.txt"))[1].split()
    machine = re.search(r"QEMU_MACHINE ([\w-]+)", text_of(ROOT, "boards", board, "board.cmake"))[1]
    demand(app in apps, f"tasks.json: there is no firmware {app}")
    demand(f"--preset {board} " in shell and f"--target {target} " in shell, f"tasks.json: {target} is not what it builds")
    demand(emulator[emulator.index("-M") + 1] == machine, f"tasks.json: QEMU's machine for {board} is {machine}")
    demand(start["program"] == "${workspaceFolder}/" + elf, f"launch.json: its program is not {elf}")
    demand("-S" in emulator, "tasks.json: QEMU must not start the firmware by itself")
    demand(start["miDebuggerPath"] == "gdb-multiarch", "launch.json: another debugger")
    demand(f"tcp:{start['miDebuggerServerAddress']}" in emulator, "launch.json: gdb calls another port")

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "gdb")
        emulator[emulator.index("-gdb") + 1] = f"unix:{path},server=on,wait=off"
        emulator[emulator.index("-kernel") + 1] = os.path.join(firmware, target + ".elf")
        with subprocess.Popen(emulator, stdout=subprocess.DEVNULL) as qemu:
            try:
                gdb = socket.socket(socket.AF_UNIX)
                gdb.settimeout(10)
                deadline = time.monotonic() + 20
                while gdb.connect_ex(path) != 0:
                    demand(qemu.poll() is None and time.monotonic() < deadline, f"QEMU does not start: {shlex.join(emulator)}")
                    time.sleep(0.05)
                gdb.sendall(b"+$?#3f")  # why do you stand still?
                said = b""
                while b"#" not in said:
                    said += gdb.recv(100)
                demand(re.match(rb"\+?\$[TS]", said), f"QEMU answers gdb with {said}")
            finally:
                qemu.kill()


def need_pseudo_terminal():
    """which QEMU gives to its UART"""
    try:
        for end in os.openpty():
            os.close(end)
    except OSError as error:
        print(f"skipped: no pseudo-terminal here, so no debugging ({error}); the folders are as they should be")
        sys.exit(77)


def main():
    with tempfile.TemporaryDirectory() as folder:
        check_platformio(os.path.join(folder, "platformio"))
        check_arduino(os.path.join(folder, "arduino"))
        check_zephyr(os.path.join(folder, "zephyr"))
    need_pseudo_terminal()
    check_vscode(FIRMWARE)


main()
