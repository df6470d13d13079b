"""What a module leaves open is found by the garbage collector here, and not in another."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left_for_other_modules() -> Iterator[None]:
    yield
    gc.collect()
