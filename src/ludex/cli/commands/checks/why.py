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


def why(
    opening: GameOpening,
    event: str,
    *,
    as_written: bool = False,
    trial: int | None = None,
    patience: float = 20.0,
    as_json: Json = False,
) -> None:
    """Explain an event in a position: all its guards, and what it would do.

    Every guard is listed in order, with its code and its line in the rulebook: it held, it
    failed (with the values of its terms), or it is undefined because it raises. A refusal
    gives only the first reason; here are the others that it hides.

    \b
    ludex why chess-solitaire --position NP.Q/.R.B/K.N./.P.. 'move_and_capture(1,1,2,4)'
    ludex why examples/tic_tac_toe.py 'mark(5)'
    ludex why freecell 'moveGameToHome(0,0)' --as-written

    Exit status: 0 the event is legal, 1 it is not, 2 bad usage or input.

    Options:
      event (EVENT): An event as scripts write it.
      as_written: A call of the game's document, taken at its word; --preset is then one of
          its readings.
      trial (N, 1..): With --as-written: where the document is tried from, in the order of
          `ludex check`.
      patience (1..): Seconds that its guards may take.
    """
    game, begun = find_game(opening.name), None
    if trial is not None and not as_written:
        raise BadInput("--trial: trials are of documents; say --as-written too")
    if as_written:
        game, begun = written_module(game, event, trial)
    read = readable(game.read(event))
    with watchdog(lambda: 0, patience):
        state = begun if opening.is_usual and begun is not None else opening.state_of(game)
        found = explain(game, state, read)
    show(summary(game, found), report_lines(game, found), as_json=as_json)
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
        "position": None if found.after is None else game.position(found.after),
        "told": list(found.told),
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
