"""The words and marks of a script, as the Eiffel Testing Framework tells them apart."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludex.kernel import Atom
from ludex.language.etf.declarations import KEYWORDS
from ludex.language.script import ScriptPlace

TOKEN = re.compile(
    r"""
      (?P<skipped>[\ \t\r\n?]+|--[^\n]*)
    | (?P<string>"(?:\\"|[^"])*")
    | (?P<character>'[^\n]')
    | (?P<real>[0-9]+\.[0-9]+)
    | (?P<number>[0-9]+)
    | (?P<name>[A-Za-z][A-Za-z0-9_]*)
    | (?P<mark>.)
    """,
    re.VERBOSE,
)
WORD = re.compile(r"[^\s(),<>]+")
WHITE = " \t\n\v\f\r"


class Token(NamedTuple):
    """A word or a mark and what it is: a group of `TOKEN`, `truth`, `keyword`, `own`, `end`."""

    kind: str
    text: str


class Scanner:
    """The tokens of a script, one at a time, and where the last one began."""

    def __init__(self, lines: Iterable[str], *, typed: bool = False) -> None:
        self._lines = iter(lines) if typed else (f"{line}\n" for line in remaining(lines))
        self._text = ""
        self._read = 0
        self._line, self._column = 1, 1
        self.place = ScriptPlace(1, 1)
        self.word = ""
        """The last word: what the framework prints for a character."""

    def read(self, atom: Atom[object] | None = None) -> Token:
        """The next token; the words of `atom` come before everything else."""
        while self._read < len(self._text) or self._filled():
            self.place = ScriptPlace(self._line, self._column)
            match = TOKEN.match(self._text, self._read)
            if match and match[0] == '"':  # strings may span lines
                self._text += "".join(self._lines)
                match = TOKEN.match(self._text, self._read)
            assert match is not None
            if match.lastgroup == "skipped":
                self._pass(match[0])
                continue
            # A type may have words of its own, which the framework's language has not.
            has_words = atom is not None and atom.name not in ("STRING", "BOOLEAN")
            own = WORD.match(self._text, self._read) if has_words else None
            if own and atom and atom.parse(own[0]) is not None:
                self._pass(own[0])
                self.word = own[0].removeprefix("-")
                return Token("own", own[0])
            self._pass(match[0])
            return self._make_token(match.lastgroup or "", match[0])
        self.place = ScriptPlace(self._line, self._column)
        return Token("end", "")

    def _make_token(self, kind: str, text: str) -> Token:
        if kind == "name" and text in KEYWORDS:
            return Token("keyword", text)
        if kind == "name" and text.lower() in ("true", "false"):
            kind = "truth"
        if kind == "string":
            text = text[1:-1]
        if kind not in ("character", "mark"):
            self.word = text
        return Token(kind, text)

    def _filled(self) -> bool:
        """A new line in the place of one that has been read."""
        self._text, self._read = next(self._lines, ""), 0
        return bool(self._text)

    def _pass(self, text: str) -> None:
        """Columns are bytes, as the framework counts them."""
        self._read += len(text)
        newlines = text.count("\n")
        self._line += newlines
        rest = text.rpartition("\n")[2]
        self._column = (1 if newlines else self._column) + len(rest.encode())


def remaining(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a script that are no comments and not blank, without their ends."""
    for line in lines:
        begun = line.lstrip(WHITE)
        if begun and not begun.startswith("--"):
            yield line.removesuffix("\n")
