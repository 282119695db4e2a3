#!/usr/bin/env python3
"""Who may include whom: between the folders of limb, and between the layers of lib/limb.

    includes.py ROOT            exits non-zero and names every #include that breaks the rule
    includes.py ROOT --write    and writes the picture of the layers into lib/limb/DESIGN.md

The rule first proves on samples that it can fail. The picture must be that of the sources.
"""
import os
import re
import sys

# folder -> the folders of ours that it may include; std, ETL and the like are not ours and always allowed
ALLOWED = {
    "lib/limb": {"lib/limb"},
    "lib/robots": {"lib/robots", "lib/limb"},
    "lib/drive": {"lib/drive", "lib/limb"},
    "port": {"port"},
    "boards": {"boards", "lib/limb", "lib/robots", "lib/drive", "port"},
    "tests": {"tests", "lib/limb", "lib/robots", "lib/drive", "port"},
    "tools": {"tools", "lib/limb", "lib/robots", "lib/drive"},
}
# The layers of lib/limb, lowest first: a header includes those of its own layer and of lower ones. What users include lies at the
# top of lib/limb, what it is made of in the layer's folder.
LAYERS = {
    "algebra": "arithmetic version",
    "numerics": "",
    "table": "tree inertia topology",
    "sweep": "",
    "dynamics": "inverse_dynamics mass_matrix forward_dynamics energy kinematics cost",
    "model": "quantities reactions operators integrate elements springs loops substructure",
    "study": "derivatives linearise regressor identification base_parameters",
    "all": "limb",
}
SOURCES = (".hpp", ".cpp", ".h", ".c", ".in")


def folder_of(path):
    """The key of ALLOWED that a path from the root lies in, or None."""
    parts = path.split("/")
    for depth in (2, 1):
        if "/".join(parts[:depth]) in ALLOWED:
            return "/".join(parts[:depth])
    return None


def targets(root, path, name):
    """Where `#include "name"` in path may lead, as paths from the root: beside it, from the root, from lib/."""
    found = []
    for start in (os.path.dirname(path), "", "lib"):
        target = os.path.normpath(os.path.join(start, name))
        if os.path.exists(os.path.join(root, target)):
            found.append(target)
    return found[:1]


def layer_of(path):
    """The number of the layer of a header of lib/limb, or None: it stands in no list."""
    parts = path.removesuffix(".hpp").split("/")[2:]
    for number, (folder, tops) in enumerate(LAYERS.items()):
        if parts[0] == folder if len(parts) == 2 else parts[0] in tops.split():
            return number
    return None


def mistakes_in(root, path, text):
    here = folder_of(path)
    found = []
    if here == "lib/limb" and layer_of(path) is None:
        found.append(f"{path} is in none of the LAYERS of tests/checks/includes.py")
    for name in includes_of(text):
        for target in targets(root, path, name):
            there = folder_of(target)
            if there is not None and there not in ALLOWED[here]:
                found.append(f"{path} includes {target}: {here} may include only {', '.join(sorted(ALLOWED[here]))}")
            elif here == there == "lib/limb" and None not in (layer_of(path), layer_of(target)) and layer_of(path) < layer_of(target):
                found.append(f"{path} includes {target}, which is of a higher layer: {list(LAYERS)[layer_of(target)]}")
        if here == "lib/limb" and name in ("cstdio", "iostream", "vector", "string", "map", "memory", "functional"):
            found.append(f"{path} includes <{name}>, which allocates or prints")
    return found


# ---- the picture of the layers

PICTURE = re.compile(r"(<!-- layers -->\n).*?(<!-- end of layers -->\n)", re.DOTALL)


def includes_of(text):
    return re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', text, re.MULTILINE)


def picture(headers):
    """A mermaid block: the layers with their headers, and which includes which; headers: {path of lib/limb: text}."""
    layers = list(LAYERS)
    arrows = {(layer_of(path), layer_of("lib/" + name)) for path, text in headers.items() for name in includes_of(text)
              if "lib/" + name in headers}
    arrows = {(high, low) for high, low in arrows if high != low}

    def reach(high, low):  # by way of others
        return any(start == high and stop != low and ((stop, low) in arrows or reach(stop, low)) for start, stop in arrows)
    lines = ["```mermaid", "flowchart TD"]
    for number, layer in enumerate(layers):
        own = [path.removeprefix("lib/limb/").removesuffix(".hpp") for path in sorted(headers) if layer_of(path) == number]
        if own:
            rows = [" ".join(name for name in own if "/" not in name), " ".join(os.path.basename(name) for name in own if "/" in name)]
            lines.append(f'  {layer}["<b>{layer}</b><br>' + "<br>".join(filter(None, [rows[0], rows[1] and f"<i>{rows[1]}</i>"])) + '"]')
    lines += [f"  {layers[high]} --> {layers[low]}" for high, low in sorted(arrows, reverse=True) if not reach(high, low)]
    return "\n".join(lines + ["```", ""])


def page_with(page, headers):
    return PICTURE.sub(lambda found: found[1] + picture(headers) + found[2], page)


def check_picture():
    headers = {"lib/limb/algebra/fold.hpp": "", "lib/limb/tree.hpp": '#include "limb/algebra/fold.hpp"',
               "lib/limb/sweep/pose.hpp": '#include "limb/tree.hpp"\n#include "limb/algebra/fold.hpp"'}
    drawn = [line for line in picture(headers).splitlines() if "-->" in line]
    if drawn != ["  sweep --> table", "  table --> algebra"]:
        sys.exit(f"the picture is wrong: {drawn}")
    page = page_with("<!-- layers -->\n<!-- end of layers -->\n", headers)
    if page_with(page, headers) != page or page_with(page, {**headers, "lib/limb/table/row.hpp": ""}) == page:
        sys.exit("the picture is not checked")


def check_itself(root):
    bad = [("lib/limb/table/sample.hpp", '#include "robots/gimbal3.hpp"'), ("port/sample.hpp", '#include "limb/limb.hpp"'),
           ("lib/robots/sample.hpp", '# include "port/port.hpp"'), ("lib/limb/table/sample.hpp", "#include <vector>"),
           ("lib/limb/numerics/sample.hpp", '#include "limb/tree.hpp"'), ("lib/limb/tree.hpp", '#include "limb/sweep/pose.hpp"'),
           ("lib/limb/sample.hpp", ""),
           ("boards/sample.cpp", '#include "tests/support/unity_config.h"'),
           ("port/host/sample.cpp", '#include "../../lib/limb/limb.hpp"')]
    good = [("lib/robots/sample.hpp", '#include "limb/limb.hpp"'), ("tests/sample.cpp", '#include "port/port.hpp"'),
            ("lib/limb/table/sample.hpp", "#include <etl/array.h>"), ("lib/limb/sweep/sample.hpp", '#include "limb/tree.hpp"')]
    for path, text in bad:
        if not mistakes_in(root, path, text):
            sys.exit(f"the check is blind: it let {path} write {text}")
    for path, text in good:
        if mistakes_in(root, path, text):
            sys.exit(f"the check is too strict: it did not let {path} write {text}")


def main():
    root = sys.argv[1]
    check_itself(root)
    check_picture()
    found, headers = [], {}
    for top in sorted({folder.split("/")[0] for folder in ALLOWED}):
        for parent, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(parent, name), root)
                if name.endswith(SOURCES) and folder_of(path):
                    with open(os.path.join(root, path)) as file:
                        text = file.read()
                    found += mistakes_in(root, path, text)
                    if path.startswith("lib/limb/"):
                        headers[path] = text
    design = os.path.join(root, "lib", "limb", "DESIGN.md")
    with open(design) as file:
        page = file.read()
    if page_with(page, headers) != page:
        if "--write" in sys.argv[2:]:
            with open(design, "w") as file:
                file.write(page_with(page, headers))
        else:
            found.append("lib/limb/DESIGN.md: its picture of the layers is not that of the sources: tests/checks/includes.py . --write")
    if found:
        sys.exit("\n".join(found))


main()
