"""A solver's answer about a board.

There are three verdicts, never one for another: solved, with every move; impossible, when
the thorough search ended; unknown, when a limit was reached first.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ..formats.notation import NotatedMove, PlaceKind


@dataclass(frozen=True, slots=True)
class Solved:
    """A way to win, with every card that goes home."""

    moves: tuple[NotatedMove, ...]
    positions: int

    @property
    def players_moves(self) -> int:
        """Return the number of moves that are not to the homes; a run counts as one."""
        return moves_not_home(self.moves)


@dataclass(frozen=True, slots=True)
class Impossible:
    """There is no way to win: every position that can be reached was looked into."""

    positions: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A limit was reached before an answer was found."""

    positions: int
    limit: str


Verdict = Solved | Impossible | Unknown

POSITIONS = 500_000
"""The limit unless another is given."""


def moves_not_home(moves: Iterable[NotatedMove]) -> int:
    """Count the moves that are not to the homes."""
    return sum(move.target.kind is not PlaceKind.HOME for move in moves)


def so_many(number: str, thing: str) -> str:
    """Return a number of things in words: `1 position`, `50 positions`."""
    return f"{number} {thing}" if number == "1" else f"{number} {thing}s"
