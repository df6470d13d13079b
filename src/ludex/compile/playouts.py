"""Random games by the million, on the cores of this machine or on a GPU."""

from ludex.compile import loops
from ludex.compile.engine import Engine, Rows
from ludex.compile.templates import Floats


def simulate(
    engine: Engine,
    games: int,
    first: int = 0,
    *,
    workers: int = 1,
    device: str = "cpu",
) -> tuple[Floats, Rows]:
    """Play random games with the seeds from `first` on; return the scores by seat, and the lengths.

    They are the same for any number of workers, and on a GPU (`device="gpu"`).
    """
    return simulate_games(engine, games, first, workers=workers, device=device)[:2]


def simulate_games(
    engine: Engine,
    games: int,
    first: int = 0,
    *,
    workers: int = 1,
    device: str = "cpu",
) -> loops.SimulatedGames:
    """Play the same games; return also which of them were cut off."""
    if device == "gpu":
        from ludex.compile import cuda, kernels  # noqa: PLC0415 - needs CUDA

        cuda.require()
        return kernels.simulate_games(engine, games, first)
    return loops.simulate_games(engine, games, first, workers)
