"""An XML file from anywhere, read with care: no entities, no DTD, no network, bounded size and depth; numbers checked."""
import os
import re

from lxml import etree

from model import HUGE, MOST_CHARACTERS, Place, refuse

MOST_BYTES = 8_000_000
MOST_TAGS = 100_000
MOST_TAG_BYTES = 32_000  # libxml2 compares every attribute of a tag with every other
MOST_DIGITS = 100
TINY = 1e-30  # rounding of somebody's arithmetic; its products would be lost
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z")


def read(path):
    """the root element"""
    name = os.path.basename(path)
    here = Place(name, 0)
    try:
        if not os.path.isfile(path):
            refuse(here, "there is no such file", "give the path of a URDF or MJCF file")
        if os.path.getsize(path) > MOST_BYTES:
            refuse(here, f"has {os.path.getsize(path) / 1e6:.0f} MB; this tool stops at {MOST_BYTES / 1e6:.0f} MB",
                   "keep meshes and the like out of it")
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        refuse(here, f"cannot be read: {error.strerror}", "give a readable file")
    if data.count(b"<") > MOST_TAGS:
        refuse(here, f"has more than {MOST_TAGS} tags", "a robot needs far fewer: is it the right file?")
    longest = max(part.find(b">") if b">" in part else len(part) for part in data.split(b"<"))
    if longest > MOST_TAG_BYTES:
        refuse(here, f"has a tag of {longest} bytes", "a robot needs far fewer: is it the right file?")
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        line = data[:min(i for i in (data.find(b"<!DOCTYPE"), data.find(b"<!ENTITY")) if i >= 0)].count(b"\n") + 1
        refuse(Place(name, line), "declares a document type or entities, which are not read",
               "remove <!DOCTYPE ...>; write what its entities stand for")
    if not data.strip():
        refuse(here, "is empty", "give a URDF or MJCF file")
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError, LookupError) as error:
        line = getattr(error, "lineno", 0) or 0
        refuse(Place(name, line), f"is not well-formed XML: {str(error)[:200]}", "correct it there; xmllint --noout shows the same")
    if root.getroottree().docinfo.doctype:  # in an encoding that hid it from the look above
        refuse(here, "declares a document type or entities, which are not read", "remove <!DOCTYPE ...>")
    return File(name, root)


def local(element):
    """the tag without its namespace"""
    return etree.QName(element.tag).localname if isinstance(element.tag, str) else ""


class File:
    def __init__(self, name, root):
        self.name, self.root = name, root

    def place(self, element, about=None):
        named = element if element.get("name") is not None or element.getparent() is None else element.getparent()
        text = f'<{local(named)} name="{named.get("name")[:MOST_CHARACTERS]}">' if named.get("name") is not None else f"<{local(named)}>"
        if named is not element:
            text += f" <{local(element)}>"
        return Place(self.name, element.sourceline or 0, text + (f" {about}" if about else ""))

    def refuse(self, element, what, remedy):
        refuse(self.place(element), what, remedy)

    def numbers(self, element, attribute, count, default=None, limit=HUGE):
        """`count` numbers (or one of several counts) as a tuple; default when the attribute is not there"""
        text = element.get(attribute)
        counts = count if isinstance(count, tuple) else (count,)
        if text is None:
            if default is None:
                self.refuse(element, f"has no {attribute}", f'write {attribute}="..."')
            return default
        words = text.split()
        if len(words) not in counts:
            many = " or ".join(map(str, counts))
            self.refuse(element, f'{attribute}="{text[:60]}" has {len(words)} numbers, not {many}', f"write {many}, with blanks in between")
        for word in words:
            if len(word) > MOST_DIGITS:
                self.refuse(element, f"{attribute} has a number of {len(word)} characters", "write decimal numbers such as -0.5 or 1e-3")
            if re.fullmatch(r"[+-]?(nan|inf|infinity)", word, re.IGNORECASE):
                self.refuse(element, f'{attribute}="{text[:60]}" is not finite', "write a finite number")
            if not NUMBER.match(word):
                self.refuse(element, f'{attribute}="{text[:60]}": {word[:30]!r} is no number', "write decimal numbers such as -0.5 or 1e-3")
            if abs(float(word)) > limit:
                self.refuse(element, f'{attribute}="{text[:60]}" is huge', "lengths are in m, masses in kg, inertias in kg m^2: which unit is this?")
        return tuple(x if abs(x) > TINY else 0.0 for x in map(float, words))

    def number(self, element, attribute, default=None, limit=HUGE):
        return self.numbers(element, attribute, 1, None if default is None else (default,), limit)[0]

    def at_least_zero(self, element, attribute, default=None):
        value = self.number(element, attribute, default)
        if value < 0:
            self.refuse(element, f"{attribute} is negative: {value:g}", "write a number that is not")
        return value

    def name_of(self, element, attribute="name"):
        text = element.get(attribute)
        if not text or not text.strip():
            self.refuse(element, f"has no {attribute}", f'write {attribute}="..."')
        if len(text) > MOST_CHARACTERS:
            self.refuse(element, f"{attribute} has {len(text)} characters", f"{MOST_CHARACTERS} are enough")
        return text
