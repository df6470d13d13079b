"""`ludex run freecell --deal N --notation FILE`: a solution replayed on the rulebook."""

from ludex.kernel import Unreadable
from ludex.registry import Replayed

from ..rules.state import Phase, State
from .notation import Move, read_solution
from .solution import Replay, replayed


def replay_solution(state: State, text: str) -> Replayed | Unreadable:
    """Does the solution in `text` win, and where does it first fail?"""
    if state.phase is Phase.SETUP:
        return Unreadable(("--notation needs a board: give --deal or --position",))
    found = read_solution(text)
    moves = [move for move in found if isinstance(move, Move)]
    if len(moves) < len(found):
        first, *more = found
        others = f" (and {len(more)} more)" if more else ""
        return Unreadable((f"{first}{others}",))
    if not moves:
        return Unreadable(("no moves in it",))
    played = replayed(state, moves)
    return Replayed(played.wins, _describe(played), _record(played))


def _record(played: Replay) -> dict[str, object]:
    failure = played.failure
    return {
        "wins": played.wins,
        "limit": played.tries,
        "played": len(played.events),
        "events": [str(event) for event in played.events],
        "failure": failure
        and {
            "move": failure.number,
            "written": str(failure.move),
            "event": failure.event and str(failure.event),
            "reason": failure.reason,
        },
    }


def _describe(played: Replay) -> str:
    if played.wins:
        return f"{len(played.events)} moves: the game is won"
    if played.tries is not None:
        return (
            f"unknown: {played.tries:,} tries to read the moves were not enough; "
            f"the furthest came to move {len(played.events)}"
        )
    if played.failure is not None:
        failure = played.failure
        event = f" ({failure.event})" if failure.event else ""
        return f"move {failure.number}, {failure.move}{event}: {failure.reason}"
    at_home = sum(map(len, played.state.homes))
    return f"{len(played.events)} moves: not won, {at_home} cards are home"
