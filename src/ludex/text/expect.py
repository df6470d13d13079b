"""Comparing a run with an expected transcript: the first difference, and its event."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from ludex.text.check import Dialect
from ludex.text.transcript import Entry, shown

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a transcript first departs from what was expected."""

    line: int
    event: str | None
    """The event whose outcome differs; None for the first state."""

    expected: list[str]
    found: list[str]
    """Lines with their newlines."""

    def picture(self) -> str:
        """A small diff of the event's lines: `-` expected, `+` found."""
        cause = f"after {self.event}" if self.event else "in the first state"
        lines = [f"line {self.line} differs, {cause} (- expected, + found)"]
        for i in range(max(len(self.expected), len(self.found))):
            want = self.expected[i] if i < len(self.expected) else None
            have = self.found[i] if i < len(self.found) else None
            if want == have and want is not None:
                lines.append(f"  {want[:-1]}")
            else:
                lines += [f"- {_visible(want)}"] if want is not None else []
                lines += [f"+ {_visible(have)}"] if have is not None else []
        return "\n".join(lines)


def _visible(line: str) -> str:
    """What nobody would see at the end of a line: blanks, returns, a missing newline."""
    text = line.removesuffix("\n")
    ended = text.rstrip()
    hidden = repr(text[len(ended) :])[1:-1].replace(" ", "␣")
    return ended + hidden + ("" if line.endswith("\n") else " (no newline at the end)")


def first_difference(
    entries: Iterable[Entry[S]], dialect: Dialect, expected: Iterable[str]
) -> Difference | None:
    """The first event whose lines are not the expected ones, or None."""
    wanted = iter(expected)
    line = 1
    event = None
    for entry in entries:
        event = str(entry.event) if entry.event is not None else None
        block = [f"->{event}"] if event else []
        block += shown(entry, dialect).split("\n")
        found = [f"{line}\n" for line in block]
        want = list(islice(wanted, len(found)))
        if want != found:
            same = next(
                (
                    i
                    for i, (w, f) in enumerate(zip(want, found, strict=False))
                    if w != f
                ),
                min(len(want), len(found)),
            )
            return Difference(line + same, event, want, found)
        line += len(found)
    rest = list(islice(wanted, 10))
    return Difference(line, event, rest, []) if rest else None
