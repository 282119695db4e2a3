#!/usr/bin/env python3
"""Writes limb as a library folder of another build system: PlatformIO, Arduino or Zephyr.

The folder holds the headers of lib/, what that build system wants to know, one example (the gimbal of README.md, held against
gravity) and a README.md that says which flags a project needs. CMake projects need none of it: README.md, In your project.
"""
import argparse
import json
import os
import re
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ETL_VERSION = "20.39.4"  # what limb is tested with
SENTENCE = "Rigid-body dynamics for microcontrollers: a robot is a constexpr table, its O(N) sweeps run in float, without heap."
FLAGS = "-std=gnu++20 -ffp-contract=off"

NEEDS = f"""limb needs C++20 (GCC 12, clang 14) and the Embedded Template Library. Compile with

    {FLAGS}

and -O2; never with -Os (slower on a Cortex-M4F). -ffast-math, which breaks the bits and the NaN checks, is refused; that
-ffp-contract=off did not reach your sources is what limb::arithmetic_is_exact() tells: ask it once, at start. Robots of many rows
need -fconstexpr-ops-limit=1000000000, too.
"""

CODE = """{table}

float angle(std::size_t joint);                       // rad; yours
void torque(std::size_t joint, float newton_metres);  // yours

void control_tick() {{
    limb::Positions<gimbal> q;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = angle(i);
    const limb::Joints<gimbal> hold = limb::gravity_torque<gimbal>(q);
    for (std::size_t i = 0; i < hold.size(); ++i) torque(i, hold[i]);
}}
"""

# ---- PlatformIO -----------------------------------------------------------------------------------------------------

PLATFORMIO_README = """# limb for PlatformIO

Put this folder into your project's lib/, or name it in `lib_deps`. PlatformIO fetches ETL by itself. {needs}
The flags of a library do not reach your own sources. In platformio.ini:

```ini
[env:my_board]
platform = ststm32
board = nucleo_f446re
framework = stm32cube
build_unflags = -std=gnu++11 -std=gnu++14 -std=gnu++17 -Os
build_flags = {flags} -O2
lib_deps = limb
```
examples/gravity_compensation/main.cpp holds a gimbal against gravity.
"""
# ---- Arduino --------------------------------------------------------------------------------------------------------

ARDUINO_README = """# limb for Arduino

Put this folder into your sketchbook's libraries/, and install "Embedded Template Library ETL" with the library manager. {needs}
The IDE has no field for flags. Put this line into platform.local.txt, beside the core's platform.txt:

    compiler.cpp.extra_flags={flags} -O2

or, with arduino-cli:

    arduino-cli compile --build-property "compiler.cpp.extra_flags={flags} -O2" ...

The core must come with GCC 12 or later. A sketch includes <limb.h>, which is all of limb, and after it what it wants of <robots/...>
and <drive/...>, between <limb_begin.h> and <limb_end.h>, which take Arduino's macros (abs, round, F, ...) out of their way.
examples/GravityCompensation holds a gimbal against gravity.
"""

MACROS = ["abs", "bit", "constrain", "degrees", "max", "min", "radians", "round", "sq", "B0", "B1", "F", "PI"]

LIMB_H = """#pragma once
// limb for Arduino: all of it.
#include <Embedded_Template_Library.h>  // so that the IDE finds ETL

#if __cplusplus < 202002L
#error "limb needs C++20: compiler.cpp.extra_flags={flags} in platform.local.txt, see limb's README.md"
#endif

#include "limb_begin.h"

#include "limb/limb.hpp"

#include "limb_end.h"
"""

SKETCH = """// Gravity compensation: the torques that hold a three-axis gimbal still, for the angles that it has.
// Needs C++20: see README.md of limb.
#include <limb.h>

{code}
// Here: potentiometers at A0 to A2 stand for the encoders, the serial monitor for the motors.
float angle(std::size_t joint) {{
    const int pins[] = {{A0, A1, A2}};
    return (analogRead(pins[joint]) - 512) * (3.1416f / 512);  // half a turn either way
}}

void torque(std::size_t joint, float newton_metres) {{
    Serial.print(newton_metres, 5);
    Serial.print(joint < 2 ? " " : "\\n");
}}

void setup() {{
    Serial.begin(115200);
    if (!limb::arithmetic_is_exact()) Serial.print("limb: compile with -ffp-contract=off\\n");
}}

void loop() {{
    control_tick();
    delay(10);
}}
"""

# ---- Zephyr ---------------------------------------------------------------------------------------------------------

ZEPHYR_README = """# limb for Zephyr

Name this folder in your application's CMakeLists.txt, before find_package(Zephyr), and the folder that holds etl/:

```cmake
list(APPEND ZEPHYR_EXTRA_MODULES /path/to/this/folder)
set(LIMB_ETL_DIR /path/to/etl/include)
```
and in prj.conf:

    CONFIG_CPP=y
    CONFIG_STD_CPP20=y
    CONFIG_REQUIRES_FULL_LIBCPP=y
    CONFIG_FPU=y
    CONFIG_SPEED_OPTIMIZATIONS=y
    CONFIG_LIMB=y

{needs}
CONFIG_STD_CPP20 gives the first flag, CONFIG_LIMB the second. samples/gravity_compensation/main.cpp holds a gimbal against gravity.
"""

MODULE_YML = """name: limb
build:
  cmake: zephyr
  kconfig: zephyr/Kconfig
"""

KCONFIG = """config LIMB
	bool "limb: rigid-body dynamics"
	depends on CPP
	depends on STD_CPP20 || STD_CPP2B
	depends on REQUIRES_FULL_LIBCPP
	depends on FPU || ARCH_POSIX
	help
	  Inverse and forward dynamics, mass matrix, kinematics of a robot that is a constexpr table. Headers only; needs
	  ETL, in the folder that the CMake variable LIMB_ETL_DIR names.
"""

ZEPHYR_CMAKE = """# limb: headers only. LIMB_ETL_DIR: the folder that holds etl/, or nothing if another module brings ETL.
if(CONFIG_LIMB)
  zephyr_include_directories(${CMAKE_CURRENT_LIST_DIR}/../include)
  if(LIMB_ETL_DIR)
    if(NOT EXISTS ${LIMB_ETL_DIR}/etl/array.h)
      message(FATAL_ERROR "LIMB_ETL_DIR is ${LIMB_ETL_DIR}, which has no etl/array.h")
    endif()
    zephyr_include_directories(${LIMB_ETL_DIR})
  endif()
  # contraction to fused multiply-add changes the bits; big robots need longer constexpr runs
  zephyr_compile_options($<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>
                         $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fconstexpr-ops-limit=1000000000>)
endif()
"""


def read(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


def version():
    return re.search(r"^project\(limb VERSION ([\d.]+)", read("CMakeLists.txt"), re.MULTILINE)[1]


def example():
    """README.md's gimbal, held against gravity"""
    table = re.search(r"using enum limb::Joint;\n.*?// clang-format on$", read("README.md"), re.MULTILINE | re.DOTALL)
    return CODE.format(table=table[0])


def main_program():
    return '#include "limb/limb.hpp"\n' + example() + "\nint main() {\n    if (!limb::arithmetic_is_exact()) return 1;  // -ffp-contract=off is missing\n    for (;;) control_tick();  // at your rate\n}\n"


def arduino_macros(pragma, then=""):
    return "".join(f'#pragma {pragma}_macro("{name}")\n' + (f"#{then} {name}\n" if then else "") for name in MACROS)


def platformio(url):
    manifest = {
        "name": "limb",
        "version": version(),
        "description": SENTENCE,
        "keywords": "robotics, dynamics, kinematics, control, motor, torque, gimbal",
        "license": "MIT",
        "authors": [{"name": "limb contributors"}],
        "frameworks": "*",
        "platforms": "*",
        "headers": ["limb/limb.hpp"],
        "examples": [{"name": "Gravity compensation", "base": "examples/gravity_compensation", "files": ["main.cpp"]}],
        "dependencies": {"etlcpp/Embedded Template Library": f"^{ETL_VERSION}"},
        "build": {"includeDir": "include", "flags": FLAGS.split()},
    }
    if url:
        manifest["homepage"] = url
        manifest["repository"] = {"type": "git", "url": url}
    return "include", {
        "library.json": json.dumps(manifest, indent=2) + "\n",
        "README.md": PLATFORMIO_README.format(needs=NEEDS, flags=FLAGS),
        "examples/gravity_compensation/main.cpp": main_program(),
    }


def arduino(url):
    properties = {
        "name": "limb", "version": version(), "author": "limb contributors", "maintainer": "limb contributors", "sentence": SENTENCE,
        "paragraph": f"Inverse and forward dynamics, mass matrix, gravity compensation, kinematics. Needs C++20: compile with {FLAGS}.",
        "category": "Device Control", "url": url, "architectures": "*", "includes": "limb.h",
        "depends": "Embedded Template Library ETL", "license": "MIT",
    }
    return "src", {
        "library.properties": "".join(f"{key}={value}\n" for key, value in properties.items()),
        "README.md": ARDUINO_README.format(needs=NEEDS, flags=FLAGS),
        "src/limb.h": LIMB_H.format(flags=FLAGS),
        "src/limb_begin.h": "// Arduino's macros, out of the way of names of limb; limb_end.h brings them back. No #pragma once.\n" + arduino_macros("push", "undef"),
        "src/limb_end.h": "// What limb_begin.h took away.\n" + arduino_macros("pop"),
        "examples/GravityCompensation/GravityCompensation.ino": SKETCH.format(code=example()),
    }


def zephyr(url):
    return "include", {
        "zephyr/module.yml": MODULE_YML,
        "zephyr/CMakeLists.txt": ZEPHYR_CMAKE,
        "zephyr/Kconfig": KCONFIG,
        "README.md": ZEPHYR_README.format(needs=NEEDS),
        "samples/gravity_compensation/main.cpp": main_program(),
    }


KINDS = {"platformio": platformio, "arduino": arduino, "zephyr": zephyr}


def parser():
    parser = argparse.ArgumentParser(prog="tools/limb package", description=__doc__.split("\n\n")[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("-o", dest="folder", metavar="DIR", required=True, help="where to; a new or empty folder")
    parser.add_argument("--url", default="", help="where your copy of limb is published; registries ask for it")
    return parser


def main():
    options = parser().parse_args()
    if os.path.exists(options.folder) and (not os.path.isdir(options.folder) or os.listdir(options.folder)):
        sys.exit(f"limb package: {options.folder} is there already; give -o a new or empty folder")

    headers, files = KINDS[options.kind](options.url)
    for name in ("limb", "drive", "robots"):
        shutil.copytree(os.path.join(ROOT, "lib", name), os.path.join(options.folder, headers, name))
    files["LICENSE"] = read("LICENSE")
    for path, text in files.items():
        path = os.path.join(options.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    print(f"limb {version()} for {options.kind}: {options.folder}. Read its README.md: it needs ETL, and {FLAGS}")


if __name__ == "__main__":
    main()
