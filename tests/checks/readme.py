#!/usr/bin/env python3
"""What the Markdown pages show is true.

    readme.py ROOT PAGE.md... -- COMPILER [FLAGS...]

C++      the ```cpp blocks of a page, in their order, are one source, and it compiles. Of ROOT/README.md it is the first block:
         everything up to the line `// clang-format on` stands at namespace scope, and each statement after it goes into a
         scope of its own inside a function that is given q, qd, qdd, tau and what an IMU measures, so that the example may
         declare tau and qdd again.
commands the lines of blocks without a language: a command of tools/limb that exists, with options that its --help shows;
         presets of CMakePresets.json; scripts that exist.
paths    links lead to files and headings that exist, and so do paths in backticks.

The rules first prove on samples that they can fail.
"""
import functools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

FUNCTION = """
void readme_example(limb::Positions<{robot}> q, limb::Joints<{robot}> qd, limb::Joints<{robot}> qdd, limb::Joints<{robot}> tau,
                    limb::Vector<float> gyro, limb::Vector<float> gyro_rate, limb::Vector<float> accelerometer) {{
{scopes}
}}
"""

FOLDERS = ("lib/", "port/", "boards/", "tests/", "tools/", ".vscode/")
TOOLS = {"cmake", "ctest", "cd", "git", "west", "pio", "arduino-cli", "gdb-multiarch"}  # not ours


def text_of(path):
    with open(path) as file:
        return file.read()


def blocks(page, language):
    return [text for name, text in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL) if name == language]


# ---- C++ ------------------------------------------------------------------------------------------------------------


def first_example(page):
    """README.md's, as a source"""
    head, marker, tail = (blocks(page, "cpp") or [""])[0].partition("// clang-format on\n")
    robot = re.search(r"constexpr auto (\w+) = limb::tree", head)
    if not marker or not robot:
        sys.exit("README.md: the example must define a robot by `constexpr auto NAME = limb::tree`, then a line `// clang-format on`")
    statements = [text.strip() for text in re.sub(r"//.*", "", tail).split(";") if text.strip()]
    if not statements:
        sys.exit("README.md: the example calls nothing after `// clang-format on`")
    return head + FUNCTION.format(robot=robot[1], scopes="\n".join(f"    {{ {text}; }}" for text in statements))


def compile_errors(command, source):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(source)
        file.flush()
        run = subprocess.run([*command, "-fsyntax-only", file.name], stderr=subprocess.PIPE, text=True)
    return [] if run.returncode == 0 else [f"the C++ does not compile:\n{run.stderr}\n{source}"]


# ---- commands -------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=None)
def said_by_limb(root, *words):
    return subprocess.run([os.path.join(root, "tools", "limb"), *words], stdout=subprocess.PIPE, text=True, check=True).stdout


def mistakes_in_command(root, line):
    words = shlex.split(line, comments=True)
    if not words:
        return []
    if words[0] == "tools/limb":
        command = words[1] if len(words) > 1 else ""
        if command not in ["--version", *re.findall(r"^  (\w+) ", said_by_limb(root, "help"), re.MULTILINE)]:
            return [f"`{line}`: tools/limb has no command '{command}'"]
        options = [word for word in words[2:] if re.match(r"--?[a-z]", word)]
        return [f"`{line}`: {command} has no option {option}" for option in options
                if not re.search(rf"(?<![\w-]){option}(?![\w-])", said_by_limb(root, command, "--help"))]
    found = []
    presets = {preset["name"] for preset in json.loads(text_of(os.path.join(root, "CMakePresets.json")))["configurePresets"]}
    for word, following in zip(words, words[1:]):
        if word == "--preset" and following not in presets:
            found.append(f"`{line}`: there is no preset {following}")
    scripts = [word for word in words[:2] if word.startswith(FOLDERS)]
    if not scripts and words[0] not in TOOLS:
        found.append(f"`{line}`: what is {words[0]}?")
    return found + [f"`{line}`: there is no {word}" for word in scripts if not os.path.exists(os.path.join(root, word))]


# ---- paths ----------------------------------------------------------------------------------------------------------


def headings(page):
    """As links to them are written"""
    titles = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def mistakes_in_paths(root, path, page):
    prose = re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)
    found = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"https?:", link):
            continue
        target, _, heading = link.partition("#")
        target = os.path.join(os.path.dirname(path), target) if target else path
        if not os.path.exists(target):
            found.append(f"link to {link}: there is no such file")
        elif heading and heading not in headings(text_of(target)):
            found.append(f"link to {link}: there is no such heading")
    for quoted in re.findall(r"`([^`\n]+)`", prose):
        if quoted.startswith(FOLDERS) and re.fullmatch(r"[\w./-]+", quoted) and not os.path.exists(os.path.join(root, quoted)):
            found.append(f"`{quoted}`: there is no such path")
        elif quoted.startswith("tools/limb "):
            found += mistakes_in_command(root, quoted)
    return found


def mistakes(root, path, page, command):
    found = mistakes_in_paths(root, path, page)
    for block in blocks(page, ""):
        for line in block.splitlines():
            found += mistakes_in_command(root, line)
    if os.path.samefile(path, os.path.join(root, "README.md")):
        return found + compile_errors(command, first_example(page))
    cpp = blocks(page, "cpp")
    return found + (compile_errors(command, "\n".join(cpp)) if cpp else [])


def check_itself(root, command):
    here = os.path.join(root, "CONTRIBUTING.md")
    for bad in ["```cpp\nint f() { return g(); }\n```\n", "```\ntools/limb fly\n```\n", "```\ntools/limb cost --cheap\n```\n",
                "```\ncmake --preset toaster\n```\n", "```\ntools/none.py\n```\n", "```\nrm -r x\n```\n", "[x](none.md)\n",
                "[x](README.md#no-such-heading)\n", "`lib/none.hpp`\n", "`tools/limb hil --fly`\n"]:
        if len(mistakes(root, here, bad, command)) != 1:
            sys.exit(f"the rules are blind to\n{bad}")


def main():
    split = sys.argv.index("--")
    root, pages, command = os.path.abspath(sys.argv[1]), sys.argv[2:split], sys.argv[split + 1:]
    check_itself(root, command)
    bad = 0
    for path in pages:
        for mistake in mistakes(root, path, text_of(path), command):
            print(f"{os.path.relpath(path, root)}: {mistake}")
            bad += 1
    print(f"{len(pages)} pages, {bad} mistakes")
    sys.exit(bad != 0)


main()
