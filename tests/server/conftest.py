"""What a module leaves open is found by the garbage collector here, and not in another."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _what_others_remember_is_not_searched() -> None:
    """Graphs and tables of earlier modules stay: looking through them took seconds each time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left_for_other_modules() -> Iterator[None]:
    yield
    gc.collect()
