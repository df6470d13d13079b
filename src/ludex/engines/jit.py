"""The compiler of the engines, or one clear line when it is not installed."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

try:
    from numba import njit
except ImportError as missing:
    raise ImportError(
        'compiled loops need Numba: pip install "ludex[fast]"'
    ) from missing

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """A loop that Python calls: compiled once, kept on disk, and other threads may run."""
    return cast("F", njit(cache=True, nogil=True)(function))


def step(function: F) -> F:
    """A function that compiled loops call, on a CPU or in a kernel on a GPU."""
    return cast("F", njit(function))


__all__ = ["compiled", "njit", "step"]
