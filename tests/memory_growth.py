"""What stays in memory when something is done again and again."""

import gc
import tracemalloc
from collections.abc import Callable
from itertools import pairwise


def kept_by(do: Callable[[int], object], warm_up: int, times: int) -> int:
    """Bytes that are kept by doing it so many times, after a warm-up; it is told how often.

    Old objects that are exchanged for new ones look like growth until all have been: a leak
    grows every time, so the smallest growth of several rounds is what is kept.
    """
    for i in range(warm_up):
        do(i)
    tracemalloc.start()
    try:
        kept = [_traced()]
        for _ in range(ROUNDS):
            for i in range(times):
                do(i)
            kept.append(_traced())
    finally:
        tracemalloc.stop()
    return min(after - before for before, after in pairwise(kept))


ROUNDS = 4


def _traced() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
