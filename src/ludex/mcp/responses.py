"""Requests and responses of tools: arguments described for the client, answers as words for a
reader, the same as data for a program; both bounded."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

LONGEST = 20_000
"""Letters of a text in an answer."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The answer of a tool."""

    text: str
    data: Mapping[str, object]


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


LARGEST = 2**63 - 1
Text = Annotated[str, Field(max_length=4_000)]
Name = Annotated[str, Field(max_length=100)]
TableName = Annotated[
    Name | None,
    Field(description="The table, such as t1. Not needed if you have only one table."),
]
GameName = Annotated[Name, Field(description="The name of a game, from list_games.")]
EventText = Annotated[
    Text,
    Field(description="An event in the notation of legal, such as mark(5)."),
]


class Arguments(BaseModel):
    """The arguments of a tool: these words, of these types, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)
