"""Debian's packages: installed by apt-get, or unpacked into build/deps where the system shall stay as it is."""
import glob
import os
import re
import shutil
import subprocess

from cli.paths import BUILD, Trouble
from cli.process import output, run

DEPS = os.path.join(BUILD, "deps")


def has(program):
    return shutil.which(program) is not None


def as_root(*command, **more):
    return run(*([] if os.geteuid() == 0 else ["sudo"]), *command, **more)


def can_install():
    return has("apt-get") and (os.geteuid() == 0 or has("sudo"))


def is_in_debian(package):
    return f"{package} | " in output("apt-cache", "madison", package)


def install(packages):
    """whether it worked; a package may be given as A|B: the first of them that this Debian has"""
    if not has("apt-get"):
        raise Trouble(f"missing: {' '.join(packages)} (Debian's names). Install them with this system's package manager and run this again.")
    if not can_install():
        raise Trouble(f"missing: {' '.join(packages)}. As root: apt-get install {' '.join(packages)}")
    as_root("apt-get", "update", "-qq")
    chosen = []
    for package in packages:
        names = package.split("|")
        chosen.append(next((name for name in names[:-1] if is_in_debian(name)), names[-1]))
    print(f"limb: installing {' '.join(chosen)}", flush=True)
    return as_root("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", "--no-install-recommends", *chosen,
                   stdout=subprocess.DEVNULL) == 0


def must_install(packages):
    if packages and not install(packages):
        raise Trouble(f"apt-get did not install {' '.join(packages)}; what it says is above. Without network install them from elsewhere, "
                      "and run this again.")


def wish(packages):
    """install what is only nice to have, where that can be done; one that is not to be had does not keep others out"""
    if not packages:
        return
    if not can_install():
        print(f"limb: going on without {' '.join(packages)} (Debian's names); install it to have all", flush=True)
    elif not install(packages):
        for package in packages:
            if len(packages) == 1 or not install([package]):
                print(f"limb: going on without {package}", flush=True)


# ---- packages of another Debian, beside the system ------------------------------------------------------------------


def mirror():
    """of Debian, that this machine uses; nothing when apt has no package lists, or is not Debian's"""
    lines = output("apt-get", "indextargets", "--format", "$(REPO_URI) $(COMPONENT) $(CODENAME)", "Created-By: Packages", "Origin: Debian")
    found = re.search(r"^(.*) main [a-z]*$", lines, re.MULTILINE)
    return found[1] if found else ""


class OwnApt:
    """An apt-get of our own that knows one suite of this machine's mirror: nothing on the system changes."""

    def __init__(self, suite):
        self.suite = suite
        self.folder = os.path.join(DEPS, f"apt-{suite}")

    def knows_its_suite(self):
        if not mirror() and can_install():
            as_root("apt-get", "update", "-qq")
        where = mirror()
        if not where:
            return False
        for part in ("lists/partial", "cache/archives/partial"):
            os.makedirs(os.path.join(self.folder, part), exist_ok=True)
        sources = f"deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {where} {self.suite} main\n"
        for name, text in (("status", ""), ("sources.list", sources)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        return self("update")

    def __call__(self, *words):
        options = {"Dir::Etc::sourcelist": f"{self.folder}/sources.list", "Dir::Etc::sourceparts": "/dev/null",
                   "Dir::State::lists": f"{self.folder}/lists", "Dir::State::status": f"{self.folder}/status",
                   "Dir::Cache": f"{self.folder}/cache", "APT::Sandbox::User": output("id", "-un").strip()}
        return run("apt-get", "-qq", *(word for name, value in options.items() for word in ("-o", f"{name}={value}")), *words, cwd=self.folder) == 0

    def unpack_into(self, folder):
        """whether all that was downloaded could be"""
        packages = glob.glob(f"{self.folder}/*.deb") + glob.glob(f"{self.folder}/cache/archives/*.deb")
        done = packages and all(run("dpkg-deb", "-x", package, folder) == 0 for package in packages)
        return done

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)


def unpack_etl_and_unity():
    """ETL (libetlcpp-dev) and Unity (inside cmock) are in Debian since trixie: trixie's packages on every Debian."""
    complete = os.path.join(DEPS, "complete")
    if os.path.exists(complete) or (os.environ.get("LIMB_ETL_DIR") and os.environ.get("LIMB_UNITY_DIR")):
        return
    shutil.rmtree(os.path.join(DEPS, "usr"), ignore_errors=True)
    with OwnApt("trixie") as apt:
        if apt.knows_its_suite():
            print("limb: unpacking ETL and Unity from Debian trixie into build/deps", flush=True)
            if apt("download", "libetlcpp-dev", "cmock") and apt.unpack_into(DEPS):
                open(complete, "w", encoding="utf-8").close()
                return
    if not has("git"):
        raise Trouble("missing: ETL and Unity. Set LIMB_ETL_DIR (folder that holds etl/) and LIMB_UNITY_DIR (folder that holds unity.c), "
                      "or install git so that CMake can fetch them. On Debian: apt-get update as root, then run this again.")
    print("limb: no Debian mirror that has ETL and Unity; CMake will fetch them with git. Without network set LIMB_ETL_DIR (folder that "
          "holds etl/) and LIMB_UNITY_DIR (folder that holds unity.c).", flush=True)


def unpack(suite, packages):
    """Packages of a suite, with all that they depend on, into build/deps/SUITE; says why where they cannot be had. Their programs run
    with the loader and the libraries of their own suite: a script stands in for each."""
    folder = os.path.join(DEPS, suite)
    stamp = os.path.join(folder, f"unpacked {' '.join(packages)}")
    if os.path.exists(stamp):
        return
    print(f"limb: unpacking {' '.join(packages)} from Debian {suite} into build/deps/{suite}", flush=True)
    with OwnApt(suite) as apt:
        if not (apt.knows_its_suite() and apt("--no-install-recommends", "--download-only", "-y", "install", *packages) and apt.unpack_into(folder)):
            print(f"limb: going on without {' '.join(packages)}: not to be had from Debian {suite}", flush=True)
            return
    stand_in_for_programs(folder)
    open(stamp, "w", encoding="utf-8").close()


def stand_in_for_programs(folder):
    files = [os.path.join(where, name) for where, _, names in os.walk(folder) for name in names]
    files = [path for path in files if os.path.isfile(path) and not os.path.islink(path)]
    loader = next(path for path in files if re.fullmatch(r"ld-linux.*\.so.*", os.path.basename(path)))
    machine = os.path.basename(os.path.dirname(loader))
    libraries = ":".join(os.path.join(folder, lib, machine) for lib in ("lib", "usr/lib"))
    for path in files:
        if ".so" in os.path.basename(path) or path.endswith(".program") or not os.access(path, os.X_OK):
            continue
        with open(path, "rb") as file:
            content = file.read()
        if content.startswith(b"#!") or os.path.basename(loader).encode() not in content:  # a script; or it asks for no loader
            continue
        os.replace(path, path + ".program")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec "{loader}" --library-path "{libraries}" --argv0 "$0" "{path}.program" "$@"\n')
        os.chmod(path, 0o755)
