"""The same episodes on the rulebook, on an engine and on a GPU: a program for `test_vectors`.

It runs with CUDA's simulator and without the compiler, which would take minutes for this.
"""

import sys
from typing import Any

import numpy as np

from ludex import envs
from ludex.compile.batches_gpu import DeviceBatch
from ludex.envs.gymnasium_env import RulebookEnv


def demand_the_same(name: str, steps: int, *, games: int = 3, **more: Any) -> None:
    """Play random actions on vectors, and their events on the rulebook, seed for seed."""
    seeds = [11, 12, 2**40][:games]
    here = envs.vector(name, games, **more)
    there = envs.vector(name, games, device="gpu", **more)
    boards = {} if "deal" in more else {"boards": "any"}
    alone = [RulebookEnv(name, **boards, **more) for _ in seeds]  # type: ignore[arg-type]
    _, info = here.reset(seed=seeds)
    there.reset(seed=seeds)
    for env, seed in zip(alone, seeds, strict=True):
        env.reset(seed=seed)
    live = [*range(games)]
    for _ in range(steps):
        for i in live:
            row, state = here._rows()[i], alone[i].episode.state
            assert here.engine.is_row_of(row, state), (name, i)
        assert np.array_equal(there._rows(), here._rows()), name
        chosen = here.random_actions()
        assert np.array_equal(there.random_actions().copy_to_host(), chosen), name
        events = {i: here.explain_action(i, int(chosen[i])) for i in live}
        _, _, ended, _, info = here.step(chosen)
        there.step(chosen)
        for i in live:
            _, _, over, _, _ = alone[i].play(events[i])
            assert over == ended[i], (name, i)
            outcome = alone[i].episode.outcome
            if outcome is not None and outcome.scores:
                assert info["scores"][i].tolist() == [*outcome.scores], (name, i)
        live = [i for i in live if not ended[i]]
        if not live:
            return


def demand_the_same_moves(name: str, steps: int) -> None:
    """The learner plays for all: where a bot tries the moves in another order than the engine."""
    here, there = envs.vector(name, 1, seat=None), envs.aec(name).unwrapped
    here.reset(seed=11)
    there.reset(seed=11)
    for _ in range(steps):
        assert here.engine.is_row_of(here._rows()[0], there.episode.state), name
        chosen = here.random_actions()
        event = here.explain_action(0, int(chosen[0]))
        here.step(chosen)
        assert there.episode.play(there.episode.read(event)) is None


def main() -> None:
    """Every game that has an engine, and puzzles from a list."""
    DeviceBatch.threads = 4  # each is a thread of Python's here
    boards = ["R..R/..../..../....", "Q.Q./..../..../...K"]
    demand_the_same("chess-solitaire", 4, pieces=5)
    demand_the_same("chess-solitaire", 2, deal=boards)
    demand_the_same("holdem", 2, seat=4, preset="one_hand")
    demand_the_same("freecell", 2, deal=[1, 11982])
    demand_the_same("holdem", 12)
    demand_the_same("freecell", 6)
    demand_the_same("freecell", 3, options={"columns": 7, "dealt_to_cells": 1})
    demand_the_same("carcassonne", 2, games=1, players=3, seat=1)  # ten seconds each
    demand_the_same_moves("russian-bank", 8)
    sys.stdout.write("the same\n")


if __name__ == "__main__":
    main()
