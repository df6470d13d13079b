"""The document of a game as it is written, for the commands that take one."""

from typing import Any

from ludex.cli.errors import BadInput
from ludex.kernel import Game
from ludex.registry import having
from ludex.study.documents.record import WrittenDocument, written_of


def demand_written(game: "Game[Any]") -> "WrittenDocument":
    """The model of the document that a game comes from, or one line that there is none."""
    model = written_of(game)
    if model is None:
        there = ", ".join(having("written"))
        raise BadInput(f"the document of {game.name} is not a model; the models are: {there}")
    return model


def written_module(
    game: "Game[Any]", call: str, trial: int | None
) -> "tuple[Game[Any], object | None]":
    """The module of the document that has such a routine, and a state to call it in.

    That of the trial asked for; else of the first in which the constructor was called, for
    before that nothing else can be.
    """
    name = call.partition("(")[0].strip()
    modules = demand_written(game).modules
    found = [module for module in modules if name in module.game.calls]
    if not found:
        every = [one for module in modules for one in module.game.calls]
        there = f"; those are: {', '.join(every)}" if every else ""
        raise BadInput(f"the document of {game.name} has no routine {name}{there}")
    module = found[0]
    trials = module.trials
    if trial is not None:
        if trial > len(trials):
            raise BadInput(f"--trial {trial}: {module.name} has {len(trials)} trials")
        return module.game, trials[trial - 1].start
    made = [one.start for one in trials if not _is_unmade(module.game, name, one.start)]
    return module.game, made[0] if made else None


def _is_unmade(game: "Game[Any]", name: str, state: object) -> bool:
    """Is there no object yet, where another routine than the constructor is called?"""
    return not getattr(game.calls[name], "constructor", False) and any(
        getattr(cls, "constructor", False) and cls().permitted(state) for cls in game.events
    )
