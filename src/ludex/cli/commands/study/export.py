"""`ludex export GAME --to promela|tla`: a model of a rulebook for another checker."""

from typing import Literal

from ludex.check.explore import ExploreLimits, explore
from ludex.check.timeout import watchdog
from ludex.cli.arguments import (
    GameOpening,
    Time,
)
from ludex.cli.arguments.files import Force, OutFile, write_file
from ludex.cli.errors import as_bad_input, tell_user
from ludex.study import models
from ludex.study.models import NotTranslated


def export(
    opening: GameOpening,
    *,
    to: Literal["promela", "tla"],
    out: OutFile = None,
    force: Force = False,
    time: Time = 60.0,
) -> None:
    """Export a small game as a model for Spin (Promela) or TLC (TLA+).

    Every state gets a number, and every transition is listed with its event. The model has
    exactly the states and transitions that `ludex check` counts.

    \b
    ludex export examples/tic_tac_toe.py --to tla
    ludex export chess-solitaire --to promela --position R..N/.P../..../....
    spin -a p.pml && gcc -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -m100000
    spin -DCOUNT_won -a p.pml      adds a transition for each state that is won

    Three kinds of games cannot be exported: games with hidden information, games that cannot
    be explored completely, and games with too many transitions to list. Chance events become
    choices without probabilities.

    Options:
      to: The language of the model.
    """
    with watchdog(lambda: 0, 20.0):
        game, state = opening()
    with as_bad_input(NotTranslated, about=f"{game.name} is not exported: "):
        models.demand_listed(game, state)
        graph = explore(game, state, ExploreLimits(states=1_000_000, seconds=time))
        text = models.write_model(graph, to)
    if out is None:
        print(text, end="")
        return
    write_file(out, text, force=force)
    counts = f"{len(graph):,} states and {graph.transitions:,} transitions"
    tell_user(f"ludex: {out} has {counts}")
