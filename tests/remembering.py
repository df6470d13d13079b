"""What stays in memory when something is done again and again."""

import gc
import tracemalloc
from collections.abc import Callable


def kept_by(do: Callable[[int], object], warm_up: int, times: int) -> int:
    """Bytes that are kept by doing it so many times, after a warm-up; it is told how often."""
    for i in range(warm_up):
        do(i)
    tracemalloc.start()
    try:
        do(1)
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for i in range(times):
            do(i)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return after - before
