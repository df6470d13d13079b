"""Kernels in the simulator of CUDA, for machines without a GPU: a program for `test_kernels`.

It prints the lengths, the cuts and the scores of a few games of each engine.
"""

from dataclasses import replace
from importlib import import_module
from typing import Any, Final

from ludex.compile.engine import Engine
from ludex.registry import engine
from playing import example

PLAYED: Final = {
    "tic_tac_toe": (12, 100),
    "kuhn_poker": (12, 100),
    "ludex.games.chess_solitaire.engine.engine": (12, 100),
    "ludex.games.freecell.engine.engine": (3, 120),
    "ludex.games.poker.holdem.engine.engine": (6, 100),
    "ludex.games.russian_bank.engine.engine": (2, 120),
    "ludex.games.carcassonne.engine.engine": (1, 100),
}
"""By engine: how many games, and after how many moves they are cut off."""


def engine_of(module: str) -> tuple[Engine, int]:
    """The engine of a module, or that of an example; and how many games are played."""
    games, longest = PLAYED[module]
    is_example = "." not in module
    made = engine(example(module)) if is_example else import_module(module).engine()
    return replace(made, longest=longest), games


def written(found: tuple[Any, Any, Any]) -> str:
    """What games came to, in a line."""
    scores, lengths, cuts = found
    return f"{lengths.tolist()} {cuts.tolist()} {scores.tolist()}"


if __name__ == "__main__":
    from ludex.compile import kernels

    vars(kernels)["THREADS"] = 4
    for module in PLAYED:
        played, games = engine_of(module)
        print(written(kernels.simulate_games(played, games, first=5)))
