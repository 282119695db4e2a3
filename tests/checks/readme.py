#!/usr/bin/env python3
"""The first C++ example of README.md compiles.

    readme.py README.md -- COMPILER [FLAGS...]

Everything up to the line `// clang-format on` stands at namespace scope. Each statement after it goes into a scope of its
own inside a function that is given q, qd, qdd, tau and what an IMU measures, so that the example may declare tau and qdd
again.
"""
import re
import subprocess
import sys
import tempfile

FUNCTION = """
void readme_example(limb::Joints<{robot}> q, limb::Joints<{robot}> qd, limb::Joints<{robot}> qdd, limb::Joints<{robot}> tau,
                    limb::Vector<float> gyro, limb::Vector<float> gyro_rate, limb::Vector<float> accelerometer) {{
{scopes}
}}
"""


def example(readme):
    with open(readme) as file:
        block = re.search(r"^```cpp\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)
    if not block:
        sys.exit(f"{readme} has no ```cpp block")
    head, marker, tail = block[1].partition("// clang-format on\n")
    robot = re.search(r"constexpr auto (\w+) = limb::tree", head)
    if not marker or not robot:
        sys.exit(f"{readme}: the example must define a robot by `constexpr auto NAME = limb::tree`, then a line `// clang-format on`")
    code = re.sub(r"//.*", "", tail)
    statements = [text.strip() for text in code.split(";") if text.strip()]
    if not statements:
        sys.exit(f"{readme}: the example calls nothing after `// clang-format on`")
    return head, robot[1], statements


def main():
    readme, command = sys.argv[1], sys.argv[3:]
    head, robot, statements = example(readme)
    source = head + FUNCTION.format(robot=robot, scopes="\n".join(f"    {{ {text}; }}" for text in statements))
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(source)
        file.flush()
        run = subprocess.run([*command, "-fsyntax-only", file.name], stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        sys.exit(f"the example of {readme} does not compile:\n{run.stderr}\n{source}")


main()
