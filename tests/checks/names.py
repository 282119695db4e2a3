#!/usr/bin/env python3
"""What users have of namespace limb, and that it is written down.

    names.py ROOT

In lib/limb everything is in namespace limb::internal; a header that has something for users ends with the list of it,
`namespace limb { using internal::inverse_dynamics; }`. Beside these namespace limb holds limb::error, the sentences that compilers
print, and limb::parameter. Names and lists must agree with lib/limb/CONVENTIONS.md: each name stands there in backticks, and each
limb::name and name<robot...> there, and in the other pages, is in a list.

The rules first prove on samples that they can fail.
"""
import os
import re
import sys

INSIDE = {"limb::internal", "limb::internal::table", "limb::error", "limb::parameter"}
OPEN = {"internal", "error", "parameter"}  # namespaces, no names
TARGETS = {"limb", "headers"}  # limb::limb and limb::headers are CMake's


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text), flags=re.DOTALL)


def pieces(text):
    """[(namespace, what stands in its braces)] of the outermost ones, and what stands outside of any"""
    text = without_comments(text)
    found, outside, at = [], "", 0
    for start in re.finditer(r"\bnamespace\s+([\w:]+)\s*\{", text):
        if start.start() < at:
            continue  # within another
        outside += text[at:start.start()]
        depth, end = 1, start.end()
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        found.append((start[1], text[start.end():end - 1]))
        at = end
    return found, outside + text[at:]


def listed(path, text):
    """(names that the header gives to users, mistakes)"""
    names, mistakes = [], []
    found, outside = pieces(text)
    for space, inside in found:
        if space == "limb":
            names += re.findall(r"using internal::(\w+);", inside)
            rest = re.sub(r"using internal::\w+;", "", inside).split()
            if rest:
                mistakes.append(f"{path}: namespace limb holds `{' '.join(rest[:6])}`: put it into limb::internal, and "
                                "`using internal::name;` into namespace limb if users need it")
        elif space not in INSIDE:
            mistakes.append(f"{path}: there is no namespace {space}: what limb is made of is in limb::internal")
    code = re.sub(r"^\s*#(?:\\\n|[^\n])*", "", outside, flags=re.MULTILINE).split()
    if code:
        mistakes.append(f"{path}: `{' '.join(code[:6])}` stands outside of any namespace")
    return names, mistakes


def used(page):
    """the names of limb that a page shows: limb::name anywhere, and name<robot...> in the backticks of a table"""
    names = set(re.findall(r"(?<![\w:/.])limb::(\w+)", page))
    for line in page.splitlines():
        if line.startswith("|"):
            for code in re.findall(r"`([^`]*)`", line):
                names |= set(re.findall(r"(?<![\w:.])(\w+)<(?:robot|trunk|leg)\b", code))
    return names - OPEN - TARGETS


def mistakes_in(headers, conventions, pages):
    found, public = [], {}
    for path, text in sorted(headers.items()):
        names, mistakes = listed(path, text)
        found += mistakes
        for name in names:
            if name in public:
                found.append(f"{path}: {name} is in the list of {public[name]}, too")
            public.setdefault(name, path)
    written = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", conventions))))
    found += [f"{path}: users are given {name}, but lib/limb/CONVENTIONS.md does not say so" for name, path in public.items() if name not in written]
    for path, page in sorted({"lib/limb/CONVENTIONS.md": conventions, **pages}.items()):
        found += [f"{path} shows limb::{name}, which is in no header's list" for name in sorted(used(page) - set(public))]
    return found


def check_itself():
    good = "#include <x>\nnamespace limb::internal {\nnamespace table { int a; }\nvoid f(int);\n}\nnamespace limb {   // what\nusing internal::f;\n}\n"
    page = "| it | `f<robot>(q)` |"
    if mistakes_in({"a.hpp": good}, page, {"b.md": "`limb::f`"}):
        sys.exit("the check is too strict: " + "\n".join(mistakes_in({"a.hpp": good}, page, {"b.md": "`limb::f`"})))
    for bad in ({"a.hpp": good.replace("using internal::f;", "using internal::f; int mass;")}, {"a.hpp": good.replace("limb::internal", "limb::core")},
                {"a.hpp": good + "int mass;"}, {"a.hpp": good.replace("using internal::f;", "")}, {"a.hpp": good, "b.hpp": good},
                {"a.hpp": good + "namespace limb { using namespace internal; }"}):
        if not mistakes_in(bad, page, {}):
            sys.exit(f"the check is blind to {bad}")
    if not mistakes_in({"a.hpp": good}, "f", {}) or not mistakes_in({"a.hpp": good}, page, {"b.md": "limb::g"}):
        sys.exit("the check is blind to what the pages say")


def texts(root, folder, ending):
    found = {}
    for parent, folders, names in os.walk(os.path.join(root, folder)):
        folders[:] = [name for name in folders if name != "node_modules"]
        for name in names:
            if name.endswith(ending):
                with open(os.path.join(parent, name), encoding="utf-8") as file:
                    found[os.path.relpath(os.path.join(parent, name), root)] = file.read()
    return found


def main():
    root = sys.argv[1]
    check_itself()
    pages = {**texts(root, "lib/docs", ".md"), **texts(root, "tools", ".md")}
    for name in ("README.md", "CHANGELOG.md", os.path.join("lib", "README.md")):
        with open(os.path.join(root, name), encoding="utf-8") as file:
            pages[name] = file.read()
    with open(os.path.join(root, "lib", "limb", "CONVENTIONS.md"), encoding="utf-8") as file:
        conventions = file.read()
    found = mistakes_in(texts(root, os.path.join("lib", "limb"), ".hpp"), conventions, pages)
    if found:
        sys.exit("\n".join(found))


main()
