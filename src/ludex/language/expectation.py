"""Comparing a transcript with the rulebook's: the first difference, and its event."""

from collections.abc import Iterable
from itertools import islice, zip_longest
from typing import NamedTuple

from ludex.language.script_check import Dialect
from ludex.language.transcript import TranscriptEntry, entry_text


class TranscriptDifference(NamedTuple):
    """The first place where a transcript departs from the rulebook's."""

    line: int
    event: str | None
    """The event whose outcome differs; None for the first state."""

    given: list[str]
    """The text of the transcript; lines with their newlines."""

    right: list[str]
    """The text of the rulebook."""

    def picture(self, name: str = "the file") -> str:
        """A small diff of the event's lines: `-` in the transcript, `+` by the rulebook."""
        cause = f"after {self.event}" if self.event else "in the first state"
        lines = [f"line {self.line} differs, {cause} (- {name}, + the rulebook)"]
        for have, want in zip_longest(self.given, self.right):
            if want == have:
                lines.append(f"  {want[:-1]}")
            else:
                lines += [f"- {_visible(have)}"] if have is not None else []
                lines += [f"+ {_visible(want)}"] if want is not None else []
        return "\n".join(lines)


def _visible(line: str) -> str:
    """Show what nobody would see at the end of a line: blanks, returns, a missing newline."""
    text = line.removesuffix("\n")
    ended = text.rstrip()
    hidden = repr(text[len(ended) :])[1:-1].replace(" ", "␣")
    return ended + hidden + ("" if line.endswith("\n") else " (no newline at the end)")


def first_difference(
    entries: Iterable[TranscriptEntry], dialect: Dialect, given: Iterable[str]
) -> TranscriptDifference | None:
    """The first event whose lines in the transcript are not the rulebook's, or None."""
    lines = iter(given)
    line = 1
    event = None
    for entry in entries:
        event = str(entry.event) if entry.event is not None else None
        block = [f"->{event}"] if event else []
        block += entry_text(entry, dialect).split("\n")
        right = [f"{line}\n" for line in block]
        have = list(islice(lines, len(right)))
        if have != right:
            same = next(
                (i for i, (h, r) in enumerate(zip(have, right, strict=False)) if h != r),
                min(len(have), len(right)),
            )
            return TranscriptDifference(line + same, event, have, right)
        line += len(right)
    rest = list(islice(lines, 10))
    return TranscriptDifference(line, event, rest, []) if rest else None
