"""`ludex why GAME EVENT`: every guard of an event, in order, with what it looks at."""

from collections.abc import Iterator
from typing import Any

from typer import Exit

from ludex.check.timeout import watchdog
from ludex.check.why import WhyReport
from ludex.check.why import why as explain
from ludex.check.why.explanation import report_lines
from ludex.cli.arguments import (
    GameOpening,
    Json,
    find_game,
    show,
)
from ludex.cli.arguments.documents import written_module
from ludex.cli.errors import BadInput, readable
from ludex.language.position import position_line


def why(
    opening: GameOpening,
    event: str,
    *,
    as_written: bool = False,
    trial: int | None = None,
    patience: float = 20.0,
    source: bool = False,
    as_json: Json = False,
) -> None:
    """Explain an event in a position: all its guards, and its effect.

    Every guard is listed in order. A guard holds, or fails (with the values that it read), or
    is undefined because it raises an exception. A refusal gives only the first reason; this
    command also shows the other ones. For authors, --source adds the condition in Python, its
    code, its line and the value of each term.

    \b
    ludex why chess-solitaire --position R..N/.P../..../.... \\
        'move_and_capture(1,1,1,4)'
    ludex why examples/tic_tac_toe.py 'mark(5)' --source
    ludex why freecell 'moveGameToHome(0,0)' --as-written

    Exit status: 0 the event is legal, 1 it is not, 2 bad usage or input.

    Options:
      event (EVENT): An event in the notation of scripts.
      as_written: Explain a call of the source document as it is written; --preset is then a
          reading of the document.
      trial (N, 1..): With --as-written: the number of the starting state, in the order of
          `ludex check`.
      patience (1..): The time limit for the guards, in seconds.
      source: Show each guard as written in the rulebook, with its code and its line.
    """
    game, begun = find_game(opening.name), None
    if trial is not None and not as_written:
        raise BadInput("--trial needs --as-written: trials belong to documents")
    if as_written:
        game, begun = written_module(game, event, trial)
    read = readable(game.read(event))
    with watchdog(lambda: 0, patience):
        state = begun if opening.is_usual and begun is not None else opening.state_of(game)
        found = explain(game, state, read)
    show(
        summary(game, found),
        report_lines(game, found, source=source or as_written),
        as_json=as_json,
    )
    if not found.is_legal:
        raise Exit(1)


def summary(game: Any, found: "WhyReport") -> dict[str, object]:  # noqa: ANN401  # of any game
    """Everything as plain values."""
    return {
        "game": game.name,
        "event": str(found.event),
        "legal": found.is_legal,
        "refusal": found.refusal and str(found.refusal.text),
        "guard": found.refusal and found.refusal.guard,
        "fault": found.fault,
        "guards": [*_guards(found)],
        "position": None if found.after is None else position_line(game, found.after),
        "told": list(found.consequences),
        "outcome": found.outcome and found.outcome.text,
        "answer": found.answer,
    }


def _guards(found: "WhyReport") -> Iterator[dict[str, object]]:
    for judged in found.guards:
        yield {
            "number": judged.number,
            "standing": judged.standing.value,
            "condition": judged.condition,
            "said": judged.reason,
            "code": judged.code,
            "place": judged.place,
            "terms": {term.text: term.value for term in judged.terms},
        }
