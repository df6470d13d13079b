"""`ludex why GAME EVENT`: every guard of an event, in order, with what it looks at."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.arguments.documents import written_module
from ludex.cli.arguments.options import (
    Changes,
    DealNumber,
    GameName,
    Json,
    Position,
    Preset,
    find_game,
    first_state,
    print_json,
)
from ludex.cli.errors import BadInput
from ludex.cli.terminal.timeout import coming_to_an_end

if TYPE_CHECKING:
    from ludex.check.why import Why


def why(
    name: GameName,
    event: Annotated[
        str, typer.Argument(metavar="EVENT", help="An event as scripts write it.")
    ],
    *,
    preset: Preset = None,
    option: Changes = None,
    position: Position = None,
    deal: DealNumber = None,
    as_written: Annotated[
        bool,
        typer.Option(
            "--as-written",
            help="A call of the game's document, taken at its word; --preset is then one of "
            "its readings.",
        ),
    ] = False,
    trial: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="With --as-written: where the document is tried from, in the order of "
            "`ludex check`.",
        ),
    ] = None,
    patience: Annotated[
        float, typer.Option(min=1, help="Seconds that its guards may take.")
    ] = 20.0,
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
    """
    from ludex.check.why import why as explain
    from ludex.kernel import Unreadable

    game, begun = find_game(name), None
    if trial is not None and not as_written:
        raise BadInput("--trial: trials are of documents; say --as-written too")
    if as_written:
        game, begun = written_module(game, event, trial)
    read = game.read(event)
    if isinstance(read, Unreadable):
        raise BadInput(str(read))
    if preset or option or position or deal is not None:
        begun = None
    with coming_to_an_end(patience):
        state = begun
        if begun is None:
            state = first_state(game, preset, option, position, deal)
        found = explain(game, state, read)
    if as_json:
        print_json(summary(game, found))
    else:
        from ludex.check.explanation import told

        print("\n".join(told(game, found)))
    if not found.is_legal:
        raise typer.Exit(1)


def summary(game: Any, found: "Why[Any]") -> dict[str, object]:  # noqa: ANN401  # of any game
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


def _guards(found: "Why[Any]") -> Iterator[dict[str, object]]:
    for judged in found.guards:
        yield {
            "number": judged.number,
            "standing": judged.standing.value,
            "condition": judged.condition,
            "said": judged.said,
            "code": judged.code,
            "place": judged.place,
            "terms": {term.text: term.value for term in judged.terms},
        }
