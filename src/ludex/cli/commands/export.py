"""`ludex export GAME --to promela|tla`: a model of a rulebook for another checker."""

import sys
from enum import StrEnum
from typing import Annotated

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
    position: Position = None,
    deal: DealNumber = None,
    out: OutFile = None,
    force: Force = False,
    time: Time = SECONDS,
) -> None:
    """Export a game for Spin (Promela) or TLC (TLA+), where that is faithful.

    Every state gets a number, and every transition is listed with its event. So the model has
    exactly the states and transitions that `ludex check` counts.

    \b
    ludex export examples/tic_tac_toe.py --to tla
    ludex export chess-solitaire --to promela --position NP.Q/.R.B/K.N./.P.. --out p.pml
    spin -a p.pml && gcc -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m100000
    spin -DCOUNT_won -a p.pml      adds a transition for each state that is won

    Refused, in one line: games whose players do not all see the same (a model has no hidden
    information), games that cannot be explored to the end, and those with more
    transitions than can be listed. Chance becomes a choice, without its probabilities.
    """
    from ludex.check.explore import Limits, explore
    from ludex.study.models import NotTranslated, explicit

    with coming_to_an_end(20.0):
        game, state = opening(name, preset, option, position, deal, seed=None)
    try:
        explicit.demand_listed(game, state)
        graph = explore(game, state, Limits(states=STATES, seconds=time))
        model = explicit.listed(graph, to.value)
    except NotTranslated as trouble:
        raise BadInput(f"{game.name} is not exported: {trouble}") from trouble
    text = explicit.promela(model) if to is Language.PROMELA else explicit.tla(model)
    if out is None:
        print(text, end="")
        return
    with new_file(out, force=force) as file:
        file.write(text)
    told = f"{len(graph):,} states and {graph.transitions:,} transitions"
    print(f"ludex: {out} has {told}", file=sys.stderr)
