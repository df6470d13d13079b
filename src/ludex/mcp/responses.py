"""What a tool answers: words for who reads, the same as data for who does not; both bounded."""

from dataclasses import dataclass, field
from typing import Final

LONGEST: Final = 20_000
"""Letters of a text in an answer."""

LONGEST_WORDS: Final = 400
"""Letters of what a client says that are said back to it."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The answer of a tool."""

    text: str
    data: dict[str, object] = field(default_factory=dict)


class ToolError(Exception):
    """A tool has no answer; the text is a sentence for the client."""


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """The limits of a client."""

    tables: int = 8
    """So many tables at once."""

    thinking: float = 5.0
    """Seconds that a bot may think about a move."""

    playing: float = 20.0
    """Seconds after which an answer no longer waits for the moves of bots."""

    answering: float = 60.0
    """Seconds after which a call is given up, whatever it does."""

    hints: bool = True
    undo: bool = True


def shortened(text: str, most: int = LONGEST) -> str:
    """A text, or its beginning and how much more there was."""
    if len(text) <= most:
        return text
    return f"{text[:most]}\n… ({len(text) - most:,} more letters are left out)"


def quoted(text: str) -> str:
    """Quote what somebody has said: on one line, not too long, nothing invisible."""
    return repr(shortened_line(text))


def shortened_line(text: str, most: int = 80) -> str:
    """The beginning of a text."""
    return text if len(text) <= most else f"{text[:most]}…"
