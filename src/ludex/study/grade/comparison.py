"""Comparing what a program printed with the oracle's transcript: where they first differ."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ludex.study.grade.exam import Test
from ludex.study.grade.tolerances import Tolerance

MORE = 6
"""Lines of a program's answer that are shown beyond those of the oracle."""

BLANKS = " \t\r"

LONGEST = 2000
"""Letters of a line that are shown."""


EVERYTHING = frozenset(Tolerance)


class OutputComparison(NamedTuple):
    """The comparison of an output with a transcript."""

    same: bool
    """Equality up to what is tolerated."""

    presentation: bool = False
    """Would it be the same if everything were tolerated?"""

    step: int = 0
    """The step of the test that first differs."""

    line: int = 0
    """The line that does, counted from 1."""

    expected: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    """The lines of that step, with their ends."""


def compare_output(
    test: Test, output: bytes, granted: Collection[Tolerance] = ()
) -> OutputComparison:
    """Compare a program's whole output with the transcript of a test."""
    owners: list[int] = []
    wanted: list[str] = []
    for number, step in enumerate(test.steps):
        block = lines_of(step.printed)
        wanted += block
        owners += [number] * len(block)
    # What comes long after the last line that is wanted is one line, however much it is.
    text = output.decode("utf-8", errors="surrogateescape")
    found = lines_of(text, len(wanted) + 10 * MORE)
    at = _first(wanted, found, granted)
    if at is None:
        return OutputComparison(same=True)
    deep = _first(wanted, found, EVERYTHING)
    # A program that prints all lines in its own way shows its first real mistake, if it has one.
    line = at if deep is None else deep
    step_at = owners[min(line, len(owners) - 1)] if owners else 0
    begin = owners.index(step_at) if owners else 0
    block = wanted[begin : begin + owners.count(step_at)]
    return OutputComparison(
        same=False,
        presentation=deep is None,
        step=step_at,
        line=line + 1,
        expected=tuple(block),
        found=tuple(_answer(found[begin:], len(block), is_row=bool(test.steps[step_at].about))),
    )


def is_alike(one: bytes, other: bytes) -> bool:
    """Are two texts the same, if everything is tolerated?"""
    most = other.count(b"\n") + MORE
    first, second = (
        lines_of(text.decode("utf-8", errors="surrogateescape"), most) for text in (one, other)
    )
    return _first(first, second, EVERYTHING) is None


def lines_of(text: str, most: int = -1) -> list[str]:
    """Lines with their ends, which are newlines and nothing else; the last of `most` has the rest."""
    lines = [f"{line}\n" for line in text.split("\n", most)]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _first(
    wanted: Sequence[str], found: Sequence[str], granted: Collection[Tolerance]
) -> int | None:
    """The first line that differs; None if all are the same."""
    ours, theirs = (
        _without_tolerated(wanted, granted),
        _without_tolerated(found, granted),
    )
    for i, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one != other:
            return i
    return None if len(ours) == len(theirs) else min(len(ours), len(theirs))


def _without_tolerated(lines: Sequence[str], granted: Collection[Tolerance]) -> list[str]:
    """Lines without what is tolerated."""
    made = []
    for line in lines:
        text, end = (line[:-1], "\n") if line.endswith("\n") else (line, "")
        if Tolerance.TRAILING_BLANKS in granted:
            text = text.rstrip(BLANKS)
        if Tolerance.INDENTATION in granted:
            text = text.lstrip(BLANKS)
        made.append(text + end)
    if Tolerance.FINAL_NEWLINE in granted:
        while made and not made[-1].strip(BLANKS + "\n"):
            made.pop()
        made[-1:] = [f"{line.removesuffix(chr(10))}\n" for line in made[-1:]]
    return made


def _answer(lines: Sequence[str], count: int, *, is_row: bool) -> list[str]:
    """Return the lines that a program printed of an event: to the next echo, and not for ever."""
    end = next((i for i, line in enumerate(lines) if i and line.startswith("->")), len(lines))
    more = 0 if is_row else MORE
    return [*lines[: min(end, count + more)]]


def visible(line: str) -> str:
    """A line with what nobody would see at its end, and without what a terminal would obey."""
    if len(line) > LONGEST:
        return visible(line[: LONGEST - 1] + "\n") + "…"
    text = line.removesuffix("\n")
    ended = text.rstrip()
    hidden = repr(text[len(ended) :])[1:-1].replace(" ", "␣")
    printable = "".join(c if c.isprintable() else _escaped(c) for c in ended)
    return printable + hidden + ("" if line.endswith("\n") else "⏎̸")


def _escaped(character: str) -> str:
    if 0xDC80 <= ord(character) <= 0xDCFF:  # a byte that is no text
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode()
