"""Very many random games: on the cores of this machine, or on a GPU."""

from typing import Any

from ludex.compile import loops
from ludex.compile.engine import Engine, Rows
from ludex.compile.templates import Floats


def simulate(
    engine: Engine[Any],
    games: int,
    first: int = 0,
    *,
    workers: int = 1,
    device: str = "cpu",
) -> tuple[Floats, Rows]:
    """Random games with the seeds from `first` on: the scores by seat, and the lengths.

    They are the same for any number of workers, and on a GPU (`device="gpu"`).
    """
    return played(engine, games, first, workers=workers, device=device)[:2]


def played(
    engine: Engine[Any],
    games: int,
    first: int = 0,
    *,
    workers: int = 1,
    device: str = "cpu",
) -> loops.Played:
    """The same, and which games were cut off."""
    if device == "gpu":
        from ludex.compile import cuda, kernels  # noqa: PLC0415 - needs CUDA

        cuda.require()
        return kernels.played(engine, games, first)
    return loops.played(engine, games, first, workers)
