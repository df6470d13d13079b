"""The same counts on a GPU, and beyond ten pieces: the whole game.

To ten pieces every board is valued; from two to sixteen those that cannot be won are counted
by themselves. Where both are done they have to agree.
"""

from collections.abc import Iterator
from time import perf_counter

from ludex.compile.cuda import Array, cuda

from . import dense_gpu, sparse_gpu
from .dense import won_boards
from .numbering import boards
from .tables import DENSE, BoardCount, table


def on_gpu(pieces: int) -> Iterator[BoardCount]:
    """Count the boards of 2 to `pieces` pieces."""
    valued = dict(_dense(min(pieces, DENSE)))
    begun = perf_counter()
    for n, lost, stuck in sparse_gpu.lost_boards(pieces):
        solvable = boards(n) - lost
        known, unique, seconds = valued.get(n, (solvable, None, 0.0))
        if known != solvable:
            raise ArithmeticError(f"the two ways to count {n} pieces disagree")
        seconds += perf_counter() - begun
        yield BoardCount(n, boards(n), solvable, unique, stuck, seconds)
        begun = perf_counter()


def _dense(pieces: int) -> Iterator[tuple[int, tuple[int, int, float]]]:
    """Boards that can be won, in one way only, and the seconds that it took."""
    before = won_boards()
    small = min(pieces, dense_gpu.LEAST - 1)
    for n in range(2, small + 1):
        begun = perf_counter()
        before, solvable, unique, _ = table(n, before)
        yield n, (solvable, unique, perf_counter() - begun)
    there: Array = cuda.to_device(before)
    for n in range(small + 1, pieces + 1):
        begun = perf_counter()
        if not dense_gpu.fits(n, keep=n < pieces):
            return  # a smaller card counts these as it counts the larger ones
        there, solvable, unique = dense_gpu.solve(n, there, keep=n < pieces)
        yield n, (solvable, unique, perf_counter() - begun)
