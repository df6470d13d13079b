"""An answer as it is printed: the verdict, the moves in a notation, or a record."""

from enum import StrEnum
from typing import TYPE_CHECKING

from ludex.games.freecell.commands.answers import Answer, Budget

if TYPE_CHECKING:
    from ludex.games.freecell.rules.state import State
    from ludex.games.freecell.solver import Solved


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


def solution(state: "State", solved: "Solved", form: SolutionForm) -> list[str]:
    """The solution, a move an item."""
    from ludex.games.freecell.formats.notation import noted
    from ludex.games.freecell.rules.state import board_of
    from ludex.games.freecell.solver.hints import on_the_rulebook

    match form:
        case SolutionForm.STANDARD:
            return [str(move) for move in noted(board_of(state), solved.moves)]
        case SolutionForm.WORDS:
            return [move.words for move in solved.moves]
        case SolutionForm.EVENTS:
            return [str(event) for event in on_the_rulebook(state, solved).events]
        case SolutionForm.NONE:
            return []


def recorded(answer: Answer, lines: list[str] | None) -> dict[str, object]:
    """An answer for programs, as a line of JSON says it."""
    record: dict[str, object] = {"deal": answer.deal, "verdict": answer.name}
    if answer.name == "solved":
        record["moves"] = lines or []
        record["players_moves"] = answer.players_moves
    if answer.bound is not None:
        record["at_least"] = answer.bound
        record["optimal"] = answer.bound >= answer.players_moves
    if answer.name == "unknown":
        record["limit"] = answer.limit
    return {**record, "states": answer.positions}


def print_answer(
    what: str,
    answer: Answer,
    lines: list[str] | None,
    *,
    limits: Budget,
    remark: str,
) -> None:
    """An answer for people; the verdict is a remark where the moves are to be read back."""
    from ludex.bots.advice import FURTHER
    from ludex.games.freecell.solver.results import so_many

    told = answer.name
    if answer.name == "solved":
        home = answer.all_moves - answer.players_moves
        moves = so_many(str(answer.players_moves), "move")
        told = f"solved in {moves} and {home} home"
        if answer.bound is not None:
            told += " (card by card: " + (
                "proved the fewest)"
                if answer.bound >= answer.players_moves
                else f"at least {answer.bound} are needed)"
            )
    elif answer.name == "unknown":
        further: object = FURTHER * limits.positions
        if limits.seconds is not None:
            further = f"{FURTHER * limits.seconds:g}s"
        told = f"unknown, limit of {answer.limit} reached (--budget {further} looks further)"
    states = so_many(f"{answer.positions:,}", "state")
    print(f"{remark}{what}: {told}; {states}")
    if lines:
        each = 10 if len(lines[0]) < 8 else 1  # short moves stand ten a line
        for i in range(0, len(lines), each):
            print(" ".join(lines[i : i + each]))
