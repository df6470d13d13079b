"""What is known of a board, as it is printed: the verdict, the moves in a notation, or a record;
and the sums over a range of deals.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ..rules.state import State
    from ..solver import Solved
from collections import Counter
from time import process_time

UNLIMITED: Final = 10**12
"""More positions than any memory holds."""

OPTIMAL_SECONDS: Final = 10.0
"""For so long the fewest moves are looked for, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far to look for one board."""

    positions: int
    seconds: float | None = None


class SolutionForm(StrEnum):
    """How the moves of a solution are written."""

    STANDARD = "standard"
    WORDS = "words"
    EVENTS = "events"
    NONE = "none"


# A notation was asked for: what is printed can be read back, verdict and all.
REMARKS: "dict[SolutionForm | None, str]" = {
    SolutionForm.STANDARD: "# ",
    SolutionForm.WORDS: "# ",
    SolutionForm.EVENTS: "-- ",
}


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """What is printed about a board, and a row of what is stored."""

    deal: int | None
    verdict: str
    """`solved`, `impossible` or `unknown`."""
    moves: int | None
    """As players count them, without those home."""
    all_moves: int | None
    states: int
    at_least: int | None
    """With --optimal: what no solution can be shorter than."""
    limit: str | None
    solution: str | None
    """A move a line."""

    @property
    def lines(self) -> list[str]:
        """The moves of the solution, if they are to be shown."""
        return self.solution.split("\n") if self.solution else []

    @property
    def is_shortest(self) -> bool:
        """Is the solution proved to have the fewest moves?"""
        return (self.at_least or 0) >= (self.moves or 0)

    def record(self) -> dict[str, object]:
        """Return an answer for programs, as a line of JSON says it."""
        record: dict[str, object] = {"deal": self.deal, "verdict": self.verdict}
        if self.verdict == "solved":
            record |= {"moves": self.lines, "players_moves": self.moves}
        if self.at_least is not None:
            record |= {"at_least": self.at_least, "optimal": self.is_shortest}
        if self.verdict == "unknown":
            record["limit"] = self.limit
        return {**record, "states": self.states}

    def describe(self, limits: SearchLimits) -> str:
        """Return an answer for people."""
        from ludex.bots.advice import FURTHER

        from ..solver.results import so_many

        text = self.verdict
        if self.verdict == "solved":
            home = (self.all_moves or 0) - (self.moves or 0)
            text = f"solved in {so_many(str(self.moves), 'move')} and {home} home"
            if self.at_least is not None:
                proof = f"at least {self.at_least} are needed"
                if self.is_shortest:
                    proof = "proved the fewest"
                text += f" (card by card: {proof})"
        elif self.verdict == "unknown":
            further: object = FURTHER * limits.positions
            if limits.seconds is not None:
                further = f"{FURTHER * limits.seconds:g}s"
            text = f"unknown, limit of {self.limit} reached (--budget {further} looks further)"
        return f"{text}; {so_many(f'{self.states:,}', 'state')}"

    def print_moves(self) -> None:
        """Print the solution; short moves stand ten a line."""
        lines = self.lines
        each = 10 if lines and len(lines[0]) < 8 else 1
        for i in range(0, len(lines), each):
            print(" ".join(lines[i : i + each]))


def format_solution(state: "State", solved: "Solved", form: SolutionForm) -> str | None:
    """Return the solution, a move a line; None if it is not to be shown."""
    from ..formats.notation import noted
    from ..formats.solution import replayed
    from ..rules.state import board_of

    match form:
        case SolutionForm.STANDARD:
            moves = [str(move) for move in noted(board_of(state), solved.moves)]
        case SolutionForm.WORDS:
            moves = [move.words for move in solved.moves]
        case SolutionForm.EVENTS:
            moves = [*map(str, replayed(state, solved.moves).events)]
        case SolutionForm.NONE:
            return None
    return "\n".join(moves)


class DealTally:
    """The verdicts and moves of many boards."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.moves = self.all_moves = 0
        self.impossible: list[int] = []
        self.begun = process_time()

    def count(self, answer: BoardAnswer) -> None:
        """Add an answer."""
        self.verdicts[answer.verdict] += 1
        self.moves += answer.moves or 0
        self.all_moves += answer.all_moves or 0
        if answer.verdict == "impossible" and answer.deal is not None:
            self.impossible.append(answer.deal)

    @property
    def summary(self) -> str:
        """All of it in a sentence."""
        total = self.verdicts.total()
        seconds = process_time() - self.begun
        verdicts = [f"{self.verdicts[v]:,} {v}" for v in ("solved", "impossible", "unknown")]
        solved = max(self.verdicts["solved"], 1)
        text = (
            f"{total:,} deals: {', '.join(verdicts)}; "
            f"mean {self.moves / solved:.1f} moves without those home "
            f"({self.all_moves / solved:.1f} with them); "
            f"{total / max(seconds, 1e-9):,.1f} deals per CPU second"
        )
        if self.impossible:
            text += f"\nimpossible: {', '.join(map(str, self.impossible))}"
        return text
