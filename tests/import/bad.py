#!/usr/bin/env python3
"""Malformed and hostile files: each must be refused with its own message, quickly and in little memory.

Every file in bad/ says in a comment `EXPECT: text` what the message must contain; it must also name the file, and a line
where one can be known. What cannot lie in a repository (empty, huge, deep) is made here.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
IMPORTER = os.path.join(os.path.dirname(os.path.dirname(HERE)), "tools", "importer")
MOST_SECONDS, MOST_MEGABYTES = 1.0, 200

LINKS = "".join(f'<link name="l{i}"/>\n<joint name="j{i}" type="fixed"><parent link="l{i}"/><child link="l{i + 1}"/></joint>\n' for i in range(3000))
MADE = {
    "empty.urdf": (b"", "is empty"),
    "binary.urdf": (bytes(range(256)) * 100, "is not well-formed XML"),
    "deep.urdf": (b"<robot>" + b"<link>" * 50000, "is not well-formed XML"),
    "deep_bodies.xml": (b"<mujoco><worldbody>" + b"<body>" * 5000 + b"</body>" * 5000 + b"</worldbody></mujoco>", "is not well-formed XML"),
    "many_tags.urdf": (b"<robot>" + b"<link/>" * 1000000 + b"</robot>", "has more than 100000 tags"),
    "many_bytes.urdf": (b'<robot name="' + b"a" * 30_000_000 + b'"/>', "this tool stops at 8 MB"),
    "long_number.urdf": (b'<robot name="r"><limb snap="' + b"1" * 5_000_000 + b'"/><link name="a"/></robot>', "has a tag of"),
    "long_digits.urdf": (b'<robot name="r"><limb snap="' + b"1" * 30_000 + b'x"/><link name="a"/></robot>', "has a number of 30001 characters"),
    "long_name.urdf": (b'<robot name="r"><link name="' + b"n" * 30_000 + b'"/></robot>', "name has 30000 characters"),
    "many_attributes.urdf": (b"<robot " + b" ".join(b'a%d="1"' % i for i in range(100000)) + b"/>", "has a tag of"),
    "attributes.urdf": (b"<robot " + b" ".join(b'a%d="1"' % i for i in range(2800)) + b"/>", "has no <link>"),
    "many_defaults.xml": (b"<mujoco><default>" + b"".join(b'<default class="c%d"><joint a%d="1"/></default>' % (i, i) for i in range(20000))
                          + b"</default></mujoco>", "default classes"),
    "many_joints.xml": (b'<mujoco><worldbody><body name="b">' + b"<joint/>" * 20000 + b"</body></worldbody></mujoco>", "this tool stops at 512"),
    "many_links.urdf": (f'<robot name="r">{LINKS}<link name="l3000"/></robot>'.encode(), "this tool stops at 512"),
}


def run(path):
    """(exit code, what it said, processor seconds, megabytes)"""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([sys.executable, "-B", IMPORTER, "import", path], stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return process.returncode, said.read().decode(errors="replace"), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def mistake(path, expected):
    """what is wrong with how the file is refused, or None"""
    code, said, seconds, megabytes = run(path)
    figures.append((seconds, megabytes))
    if code != 1:
        return f"exit code {code}, not 1:\n{said}"
    if "Traceback" in said or expected not in said or "remedy: " not in said or os.path.basename(path) not in said:
        return f"expected '{expected}', the file's name and a remedy:\n{said}"
    if seconds > MOST_SECONDS or megabytes > MOST_MEGABYTES:
        return f"took {seconds:.2f} s and {megabytes:.0f} MB"
    return None


def expectation(path):
    with open(path, "rb") as file:
        text = file.read().replace(b"\0", b"").decode(errors="replace")
    return re.search(r"EXPECT: (.*) -->", text)[1]


figures = []


def check_itself():
    good, bad = os.path.join(HERE, "hand.urdf"), os.path.join(HERE, "bad", "two_roots.urdf")
    if not mistake(good, "two roots") or not mistake(bad, "three roots") or mistake(bad, "two roots"):
        sys.exit("the check is blind")


def main():
    check_itself()
    folder = os.path.join(HERE, "bad")
    cases = [(os.path.join(folder, name), expectation(os.path.join(folder, name))) for name in sorted(os.listdir(folder))]
    with tempfile.TemporaryDirectory() as made:
        for name, (data, expected) in MADE.items():
            with open(os.path.join(made, name), "wb") as file:
                file.write(data)
            cases.append((os.path.join(made, name), expected))
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = list(pool.map(mistake, *zip(*cases)))
        wrong = [f"{os.path.basename(path)}: {text}" for (path, _), text in zip(cases, found) if text]
    print(f"{len(cases)} bad files in {time.monotonic() - start:.0f} s; at most {max(f[0] for f in figures):.2f} s of processor and "
          f"{max(f[1] for f in figures):.0f} MB each")
    if wrong:
        sys.exit("\n".join(wrong))


main()
