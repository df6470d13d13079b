"""`ludex run freecell --deal N --notation FILE`: a solution replayed on the rulebook."""

from typing import TYPE_CHECKING, Any

import typer

from ludex.cli.arguments.boards import text_of
from ludex.cli.arguments.options import print_json
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.formats.freecell.solution import Replay


def replay_solution(game: Any, state: Any, file: str, *, as_json: bool) -> None:  # noqa: ANN401  # of any game
    """Say whether the solution in `file` wins, and where it first fails."""
    if game.name != "freecell":
        raise BadInput(f"--notation is for freecell; {game.name} has none")
    from ludex.formats.freecell.notation import Move, read_solution
    from ludex.formats.freecell.solution import replayed
    from ludex.games.freecell.state import Phase

    if state.phase is Phase.SETUP:
        raise BadInput("--notation needs a board: give --deal or --position")
    found = read_solution(text_of(file))
    moves = [move for move in found if isinstance(move, Move)]
    if len(moves) < len(found):
        first, *more = found
        others = f" (and {len(more)} more)" if more else ""
        raise BadInput(f"{file}: {first}{others}")
    if not moves:
        raise BadInput(f"{file}: no moves in it")
    played = replayed(state, moves)
    if as_json:
        print_json(_record(played))
    else:
        print(_told(played))
    if not played.wins:
        raise typer.Exit(1)


def _record(played: "Replay") -> dict[str, object]:
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


def _told(played: "Replay") -> str:
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
