"""`ludex export GAME --to promela|tla`: a model of a rulebook for another checker."""

import sys
from enum import StrEnum
from typing import Annotated, Any

import typer

from ludex.cli.arguments.files import Force, OutFile, new_file
from ludex.cli.arguments.openings import opening
from ludex.cli.arguments.options import (
    Changes,
    DealNumber,
    GameName,
    Position,
    Preset,
    Time,
)
from ludex.cli.errors import BadInput
from ludex.cli.terminal.timeout import coming_to_an_end

STATES = 1_000_000
SECONDS = 60.0


class Language(StrEnum):
    """What the model is written in."""

    PROMELA = "promela"
    TLA = "tla"


def export(
    name: GameName,
    *,
    to: Annotated[Language, typer.Option("--to", help="The language of the model.")],
    preset: Preset = None,
    option: Changes = None,
    rules: Annotated[
        bool,
        typer.Option(
            "--rules", help="Translate guards and effects, instead of listing states."
        ),
    ] = False,
    position: Position = None,
    deal: DealNumber = None,
    out: OutFile = None,
    force: Force = False,
    time: Time = SECONDS,
) -> None:
    """Export a game for Spin (Promela) or TLC (TLA+), where that is faithful.

    Every state gets a number, and every transition is listed with its event. So the model has
    exactly the states and transitions that `ludex check` counts. With --rules the
    rulebook itself is translated: a variable for each part of a state (a number or a text, of
    up to 300 values), guards and effects for each event. The translation is compared
    with the rulebook before it is written.

    \b
    ludex export examples/tic_tac_toe.py --to tla
    ludex export examples/tic_tac_toe.py --to promela --rules
    ludex export chess-solitaire --to promela --position NP.Q/.R.B/K.N./.P.. --out p.pml
    spin -a p.pml && gcc -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m100000
    spin -DCOUNT_won -a p.pml      adds a transition for each state that is won

    Refused, in one line: games whose players do not all see the same (a model has no hidden
    information), games that cannot be explored to the end, and those with more
    transitions than can be listed; with --rules also rows whose length changes, parts with more
    than 300 values, and any Python in the rulebook that is not understood. Chance becomes a
    choice, without its probabilities.
    """
    from ludex.check.explore import Limits, explore
    from ludex.study.models import NotTranslated, explicit

    with coming_to_an_end(20.0):
        game, state = opening(name, preset, option, position, deal, seed=None)
    try:
        explicit.demand_listed(game, state)
        limits = Limits(states=STATES, seconds=time)
        if rules:
            text, told = _translated(game, state, to.value, limits)
        else:
            graph = explore(game, state, limits)
            model = explicit.listed(graph, to.value)
            write = explicit.promela if to is Language.PROMELA else explicit.tla
            text = write(model)
            told = f"{len(graph):,} states and {graph.transitions:,} transitions"
    except NotTranslated as trouble:
        raise BadInput(f"{game.name} is not exported: {trouble}") from trouble
    if out is None:
        print(text, end="")
        return
    with new_file(out, force=force) as file:
        file.write(text)
    print(f"ludex: {out} has {told}", file=sys.stderr)


def _translated(game: Any, state: object, to: str, limits: Any) -> tuple[str, str]:  # noqa: ANN401  # of any game
    """`--rules`: the text of the model, and what is told of it."""
    from ludex.check.explore import explore
    from ludex.study.models.promela import promela
    from ludex.study.models.symbolic import compared, model_of
    from ludex.study.models.tla import tla

    model = model_of(game, state)
    graph = explore(game, state, limits)
    said = compared(model, graph)
    head = [f"{game.title}: guards and effects, translated from the rulebook.", said]
    if any(cls.by_chance for cls in game.events):
        head.append("What chance does is a choice here: probabilities are left out.")
    text = promela(model, head) if to == Language.PROMELA else tla(model, head)
    return text, f"{len(model.steps):,} events. {said}"
