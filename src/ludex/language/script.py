"""Reading event scripts: `setup_chess(N, 2, 1)`, one after the other.

    script = { event }        event = name [ "(" word { "," word } ")" ]

A word may be a text in quotes, "Anna B.", or a row of values, <<1,2>>. Newlines are white space;
`--` begins a comment, which ends with its line. This module knows no game: it yields events as
written, with their positions, or the first syntax error. It reads line by line, so a script of a
million events needs little memory.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludex.kernel.domains.free import WORD
from ludex.kernel.texts.reading import shortened


class ScriptPlace(NamedTuple):
    """A place in a script, counted from 1."""

    line: int
    column: int


class WrittenEvent(NamedTuple):
    """An event as written: its name, its arguments, and their positions."""

    name: str
    words: tuple[str, ...]
    at: ScriptPlace
    places: tuple[ScriptPlace, ...]

    def __str__(self) -> str:
        return f"{self.name}({','.join(self.words)})" if self.words else self.name


class ScriptFault(NamedTuple):
    """A syntax error in a script, with its position."""

    at: ScriptPlace
    problem: str


Tokens = Iterator[tuple[str, ScriptPlace]]

TOKEN = re.compile(rf"[(),]|{WORD}")
COMMENT = re.compile(r'((?:"[^"]*"|[^"])*?)--')
"""Return the text before a comment; a quoted text contains no comment."""
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def tokens(lines: Iterable[str]) -> Tokens:
    """Yield words and punctuation with their positions, without comments."""
    for number, line in enumerate(lines, start=1):
        for match in TOKEN.finditer(_without_comment(line)):
            yield match[0], ScriptPlace(number, match.start() + 1)
    # The end of the text has a place of its own, for an error that is seen only there.


def _without_comment(line: str) -> str:
    """A line without its comment."""
    if '"' not in line:
        return line.partition("--")[0]
    comment = COMMENT.match(line)
    return comment[1] if comment else line


def parse(lines: Iterable[str]) -> Iterator[WrittenEvent | ScriptFault]:
    """Yield the events of a script in order; a syntax error comes last."""
    stream = tokens(lines)
    token = next(stream, None)
    while token is not None:
        name, at = token
        if not NAME.match(name):
            yield ScriptFault(at, f"expected the name of an event, found {_seen(name)}")
            return
        token = next(stream, None)
        if token is None or token[0] != "(":
            yield WrittenEvent(name, (), at, ())
            continue
        arguments = _arguments(stream, token[1])
        if isinstance(arguments, ScriptFault):
            yield arguments
            return
        words, places = arguments
        yield WrittenEvent(name, words, at, places)
        token = next(stream, None)


def _arguments(
    stream: Tokens, opened: ScriptPlace
) -> tuple[tuple[str, ...], tuple[ScriptPlace, ...]] | ScriptFault:
    """The words up to the closing parenthesis."""
    words: list[str] = []
    places: list[ScriptPlace] = []
    last = opened
    for word, at in stream:
        last = at
        if word in "(),":
            if not words and word == ")":
                return ScriptFault(at, "empty parentheses: remove them, or give arguments")
            return ScriptFault(at, f"expected an argument, found {_seen(word)}")
        words.append(word)
        places.append(at)
        mark, last = next(stream, ("", last))
        if mark == ")":
            return tuple(words), tuple(places)
        if mark not in ("", ","):
            return ScriptFault(last, f"expected ',' or ')', found {_seen(mark)}")
    where = f"line {opened.line}, column {opened.column}"
    return ScriptFault(last, f"the parenthesis opened at {where} is not closed")


def _seen(word: str) -> str:
    return repr(shortened(word))
