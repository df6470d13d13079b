"""Bad input: one clear line for whoever typed it; and other messages."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from ludex.kernel import Unreadable

T = TypeVar("T")

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


class BadInput(Exception):
    """Input that cannot be used; the text says why in one line."""


def readable(found: "T | Unreadable", about: str = "") -> "T":
    """Return what was read; what could not be read is bad input."""
    from ludex.kernel import Unreadable

    if isinstance(found, Unreadable):
        raise BadInput(f"{about}{found}")
    return found


@contextmanager
def as_bad_input(*errors: type[Exception], about: str = "") -> Iterator[None]:
    """Tell these exceptions as bad input."""
    try:
        yield
    except errors as problem:
        raise BadInput(f"{about}{problem}") from problem


def tell_user(message: object) -> None:
    """Print a message, where messages go: to standard error."""
    print(message, file=sys.stderr)
