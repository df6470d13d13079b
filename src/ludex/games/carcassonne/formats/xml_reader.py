"""Reading XML as the original's library read it: tolerantly, and nothing but elements.

Strict parsers refuse documents that the original's own tests contain (a comment before
the declaration) and much else that it took: unquoted attribute values, missing end tags,
anything after the root. So this is a small reader of our own, for hostile input too:

1. No entity is ever expanded, declared or external: only the five of XML itself and
   character references are known, and a DOCTYPE is skipped unread.
2. One pass over the text by regular expressions that cannot backtrack; size, depth and
   the numbers of elements, tags and attributes are limited.
3. Texts, comments and processing instructions are dropped: the format has none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ludex.kernel import Unreadable

LARGEST = 8 * 1024 * 1024
"""Bytes, and so characters; ten thousand tiles need half a million."""

DEEPEST = 100
MOST = 100_000
"""Elements: fifty thousand tiles with followers."""

MOST_TAGS = 2 * MOST + 50_000
"""Tags, comments and everything else that begins with `<`."""

MOST_ATTRIBUTES = 5 * MOST


@dataclass(slots=True)
class Element:
    """An element with its attributes and the elements in it."""

    name: str
    attributes: Mapping[str, str]
    line: int
    children: list["Element"] = field(default_factory=list)

    def child(self, name: str) -> "Element | None":
        """Return the first child of that name."""
        return next((child for child in self.children if child.name == name), None)


PART = re.compile(
    r"""\s*(?:
        (/?>)                                        # the end of the tag
      | ([^\s=/>"']+) (?: \s*=\s* (?: "([^"]*)"? | '([^']*)'? | ([^\s/>]*) ) )?
      | [/="']                                       # what is none of these is passed
    )""",
    re.VERBOSE,
)
DECLARED = re.compile(
    r"""<!--.*?(?:-->|\Z) | <\?.*?(?:\?>|\Z) | "[^"]*" | '[^']*' | [<>]""",
    re.VERBOSE | re.DOTALL,
)
"""The tokens that count inside a DOCTYPE: whole comments, instructions and quoted values, < and >.
"""

TAG_NAME = re.compile(r"[^\s/>=\"'<]+")
REFERENCE = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{1,4}));")
ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


def read(text: str) -> Element | Unreadable:
    """Return the first element of `text`, whole."""
    if len(text) > LARGEST:
        return Unreadable((f"more than {LARGEST:,} characters",))
    return _XmlReader(text).root()


class _XmlReader:
    """One pass over a text; `at` is the place of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.tags = 0
        self.elements = 0
        self.attributes = 0
        self.line = 1
        self.counted = 0

    def root(self) -> Element | Unreadable:
        """Read until the first element is closed, or the text ends."""
        open_elements: list[Element] = []
        while (opened := self.text.find("<", self.at)) >= 0:
            self.at = opened + 1
            self.tags += 1
            if self.tags > MOST_TAGS:
                return self._too_many(opened, MOST_TAGS, "tags")
            done: Element | Unreadable | None = None
            if self.text.startswith("/", self.at):
                done = self._close(open_elements)
            elif self.text.startswith(("!", "?"), self.at):
                self._skip()
            else:
                done = self._begin(open_elements)
            if done is not None:
                return done
        if open_elements:  # end tags that are missing at the end of the text
            return open_elements[0]
        return Unreadable(("no XML element in the input",))

    def _begin(self, open_elements: list[Element]) -> Element | Unreadable | None:
        """Read a start tag: its element goes into the one that is open."""
        name = TAG_NAME.match(self.text, self.at)
        if name is None:
            return None
        element, is_empty = self._element(name)
        self.elements += 1
        if self.elements > MOST:
            return self._too_many(self.at, MOST, "elements")
        if self.attributes > MOST_ATTRIBUTES:
            return self._too_many(self.at, MOST_ATTRIBUTES, "attributes")
        if open_elements:
            open_elements[-1].children.append(element)
        if is_empty:
            return None if open_elements else element
        if len(open_elements) == DEEPEST:
            return Unreadable((f"line {element.line}: more than {DEEPEST} levels",))
        open_elements.append(element)
        return None

    def _close(self, open_elements: list[Element]) -> Element | None:
        """Read an end tag, which ends the nearest element of its name, and all that is in it."""
        name = TAG_NAME.match(self.text, self.at + 1)
        closed = _local(name[0]) if name else ""
        for i in range(len(open_elements) - 1, -1, -1):
            if open_elements[i].name == closed:
                root = open_elements[0]
                del open_elements[i:]
                return None if open_elements else root
        return None

    def _skip(self) -> None:
        """Pass a comment, an instruction, a section of text or a DOCTYPE."""
        text, at = self.text, self.at
        for start, end in (("!--", "-->"), ("?", "?>"), ("![CDATA[", "]]>")):
            if text.startswith(start, at):
                found = text.find(end, at + len(start))
                self.at = len(text) if found < 0 else found + len(end)
                return
        depth = 1  # a DOCTYPE may hold declarations, in < > themselves
        for mark in DECLARED.finditer(text, at):
            depth += {"<": 1, ">": -1}.get(mark[0], 0)
            if depth == 0:
                self.at = mark.end()
                return
        self.at = len(text)

    def _element(self, name: re.Match[str]) -> tuple[Element, bool]:
        """Return the element whose tag begins here, and whether it is an empty one."""
        line = self._line(name.start())
        self.at = name.end()
        attributes: dict[str, str] = {}
        is_empty = False
        while part := PART.match(self.text, self.at):
            self.at = part.end()
            self.attributes += 1  # what is passed counts too: it takes as long
            if self.attributes > MOST_ATTRIBUTES:
                break
            end, attribute, *values = part.groups()
            if end:
                is_empty = end == "/>"
                break
            if attribute:
                value = next((v for v in values if v is not None), "")
                attributes.setdefault(_local(attribute), REFERENCE.sub(_character, value))
        return Element(_local(name[0]), attributes, line), is_empty

    def _too_many(self, at: int, most: int, items: str) -> Unreadable:
        return Unreadable((f"line {self._line(at)}: more than {most:,} {items}",))

    def _line(self, at: int) -> int:
        """Return the number of the line; counted on from the last one asked for."""
        self.line += self.text.count("\n", self.counted, at)
        self.counted = at
        return self.line


def _local(name: str) -> str:
    """Return a name without its namespace prefix."""
    return name.rpartition(":")[2]


def _character(reference: re.Match[str]) -> str:
    decimal, hexadecimal, name = reference.groups()
    if name is not None:
        return ENTITIES.get(name, reference[0])
    number = int(decimal) if decimal is not None else int(hexadecimal, 16)
    return chr(number) if number < 0x110000 else reference[0]
