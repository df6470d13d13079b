"""The same loops as kernels: a thread plays a game, from the same steps and the same draws."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ludex.compile.cuda import THREADS, Array, cuda, kernel
from ludex.compile.engine import Engine, Row, Steps
from ludex.compile.loops import SimulatedGames, cutter, player

AT_ONCE = 1 << 20
"""Games in one launch, unless fewer are wanted: each thread then goes on with others."""


def kernels(engine: Engine) -> Any:  # noqa: ANN401 - a compiled kernel
    """Return the kernel that plays an engine's games, made once."""
    return _make(
        engine.steps,
        engine.words,
        engine.room or engine.most,
        engine.seats,
        engine.full,
    )


@cache
def _make(
    steps: Steps,
    words: int,
    most: int,
    seats: int,
    full: Callable[[Row], bool] | None,
) -> Any:  # noqa: ANN401
    play, score, cut = player(steps), steps.score, cutter(steps, full)

    @kernel
    def simulate(
        first: int,
        games: int,
        scores: Array,
        lengths: Array,
        cuts: Array,
        totals: Array,
        start: Array,
        is_whole: bool,
        longest: int,
    ) -> None:
        found = cuda.local.array(most, np.int64)
        state = cuda.local.array(words, np.int64)
        total = 0
        for game in range(cuda.grid(1), games, cuda.gridsize(1)):
            length = play(state, first + game, found, start, is_whole, longest)
            if game < lengths.shape[0]:
                for seat in range(seats):
                    scores[game, seat] = score(state, seat)
                lengths[game] = length
                cuts[game] = cut(state)
            total += length
        cuda.atomic.add(totals, 0, total)

    return simulate


def simulate_games(engine: Engine, games: int, first: int = 0) -> SimulatedGames:
    """Play random games on the GPU: the same as on a CPU."""
    scores = cuda.device_array((games, engine.seats), np.float64)
    lengths = cuda.device_array(games, np.int64)
    cuts = cuda.device_array(games, np.int8)
    totals = cuda.to_device(np.zeros(1, np.int64))
    blocks = -(-min(games, AT_ONCE) // THREADS)
    kernels(engine)[blocks, THREADS](
        first,
        games,
        scores,
        lengths,
        cuts,
        totals,
        cuda.to_device(np.array(engine.head, np.int64)),
        engine.is_whole,
        engine.longest,
    )
    found = (scores, lengths, cuts)
    return SimulatedGames(*(each.copy_to_host() for each in found))
