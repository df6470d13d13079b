"""A rulebook that does not come to an end is told in a line, and not waited for."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer


@contextmanager
def coming_to_an_end(seconds: float) -> Iterator[None]:
    """What is asked of a rulebook here may take so long; else it is a fault of the rulebook."""
    from ludex.check.timeout import Endless, impatient

    try:
        with impatient(lambda: 0, seconds):
            yield
    except Endless as endless:
        print(f"ludex: a bug in the rulebook: {endless}", file=sys.stderr)
        raise typer.Exit(1) from None
