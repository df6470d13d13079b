"""Engines on a GPU: random games a second in kernels, and the same games as on the CPU.

    python bench/engines_gpu.py [--only NAME ...] [--moves 4000000000] [--same 1048576]

Each game of `bench/engines.py` is played in launches of several sizes, with a result kept for
a few games only: what is measured, by the clock, is playing and not copying. Before that, so
many games are played on both, and their scores and lengths compared one by one.
"""

import argparse
from time import perf_counter

import numpy as np
from engines import DERIVED, ROWS, derived_of, engine_for
from rows import keep

from ludex.compile import loops
from ludex.compile.engine import Engine

SIZES = (1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20)
"""Threads in a launch."""
THREADS = (64, 128, 256)
KEPT = 1024


def same(made: Engine, games: int) -> bool:
    """Do CPU and GPU play the same games?"""
    from ludex.compile import kernels

    here, there = (
        loops.simulate_games(made, games, workers=8),
        kernels.simulate_games(made, games),
    )
    return all(np.array_equal(a, b) for a, b in zip(here, there, strict=True))


def moves_a_second(made: Engine, moves: int, size: int, threads: int) -> tuple[float, float]:
    """Moves and games a second in one launch, after one to warm up."""
    from ludex.compile import kernels
    from ludex.compile.cuda import cuda

    scores = cuda.device_array((KEPT, made.seats), np.float64)
    lengths = cuda.device_array(KEPT, np.int64)
    cuts = cuda.device_array(KEPT, np.int8)
    run = kernels.kernels(made)[size // threads, threads]
    begins = cuda.to_device(np.array(made.head, np.int64)), made.is_whole

    def launched(games: int) -> tuple[int, float]:
        total = cuda.to_device(np.zeros(1, np.int64))
        cuda.synchronize()
        began = perf_counter()
        run(0, games, scores, lengths, cuts, total, *begins, made.longest)
        cuda.synchronize()
        return int(total.copy_to_host()[0]), perf_counter() - began

    made_moves, _ = launched(size)
    games = size * max(1, moves // max(1, made_moves))
    made_moves, spent = launched(games)
    return made_moves / spent, games / spent


def measured(name: str, made: Engine, moves: int, games: int) -> None:
    alike = "the same" if same(made, games) else "OTHER GAMES THAN"
    print(f"{name:32} {games:,} games {alike} on the CPU", flush=True)
    found = [
        (*moves_a_second(made, moves, size, threads), size, threads)
        for size in SIZES
        for threads in THREADS
    ]
    for label, each in (("slowest", min(found)), ("best", max(found))):
        a, b, size, threads = each
        told = f"{size:,} threads in blocks of {threads}"
        print(f"{label:>32} {a:18,.0f} moves/s {b:16,.0f} games/s, {told}", flush=True)
    keep(name, "moves/s", max(found)[0])
    keep(name, "games/s", max(found)[1])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--only", metavar="NAME", nargs="+", default=[""])
    parser.add_argument("--moves", type=int, default=4 * 10**9)
    parser.add_argument("--same", type=int, default=1 << 20)
    given = parser.parse_args()
    rows = [row for row in ROWS if any(name in str(row) for name in given.only)]
    if not rows:
        parser.error(f"no game has {' or '.join(given.only)} in its name")
    try:
        from ludex.compile.cuda import name, require

        require()
    except (ImportError, RuntimeError) as problem:
        print(f"Engines on a GPU are not measured: {problem}")
        return
    print(name())
    for row in rows:
        made = engine_for(row)
        measured(f"{row}, engine", made, given.moves, given.same)
        if str(row) in DERIVED:
            measured(f"{row}, derived", derived_of(made), given.moves, given.same)


if __name__ == "__main__":
    main()
