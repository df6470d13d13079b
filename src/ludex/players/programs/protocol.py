"""The language of programs that play: lines of text, one thing a line.

    referee                               program
    hello ludex 1
                                          hello NAME
    game tic-tac-toe
    seat 2
    told 1 mark(2,2)
    position .../.X./...
    legal mark(1,1)
    legal mark(1,2)
    go 5
                                          bestmove mark(1,1)
    over 1
    quit

Everything that a program needs comes before each `go`: it may forget all it has heard before.
docs/protocol-players.md is the whole of it.
"""

from dataclasses import dataclass, field
from typing import Final

VERSION: Final = 1
HELLO: Final = "hello"
GAME: Final = "game"
OPTION: Final = "option"
SEAT: Final = "seat"
TOLD: Final = "told"
POSITION: Final = "position"
LEGAL: Final = "legal"
GO: Final = "go"
BESTMOVE: Final = "bestmove"
OVER: Final = "over"
QUIT: Final = "quit"

GREETING: Final = f"{HELLO} ludex {VERSION}"

LONGEST_LINE: Final = 10_000
"""Bytes of a line that a program may say."""

MOST_REMARKS: Final = 10_000
"""Other lines that it may say before its move; nobody listens to them."""


@dataclass(slots=True)
class Turn:
    """All that a program knows when it is to move."""

    game: str = ""
    """The game's name."""

    options: dict[str, str] = field(default_factory=dict)
    """The options of its rules, where the referee tells them; the position says all."""

    seat: int = 1
    """Where the program sits, counted from 1."""

    told: list[str] = field(default_factory=list)
    """What was done since its last move, as it may know it: who (0 is chance), and what."""

    position: str = ""
    """The position line of what it sees."""

    legal: list[str] = field(default_factory=list)
    """Every move that it can make."""

    seconds: float = 0.0
    """How long it may think."""
