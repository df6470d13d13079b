"""Garbage collection is rare while very many states are made."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SELDOM: Final = 50_000
"""New objects between two looks; Python's own number is 700."""


@contextmanager
def rare_collection() -> Iterator[None]:
    """States are values, which never hold each other in a circle: there is little to collect,
    and to look for it all the time takes a tenth of the time."""
    before = gc.get_threshold()
    if before[0]:  # or else somebody has turned it off
        gc.set_threshold(max(before[0], SELDOM), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
