"""Numba compiles the search where it is installed; elsewhere its functions run as they stand.

`interpreted` is for those who cannot wait until it has compiled.
"""

from functools import cache
from types import FunctionType
from typing import cast

from . import interpreter
from .interpreter import F

try:
    from ludex.compile.bits import how_many, lowest
    from ludex.compile.draws import word
    from ludex.compile.jit import called, compiled, counted_from_the_front, step
except ImportError:
    from .interpreter import (
        called,
        compiled,
        counted_from_the_front,
        how_many,
        lowest,
        step,
        word,
    )


@cache
def interpreted(function: F) -> F:
    """Return the function in plain Python, with all the functions that it calls."""
    text = getattr(function, "py_func", None)
    if not isinstance(text, FunctionType):
        return function
    if function is word:
        return cast("F", interpreter.word)
    names = {
        name: interpreted(text.__globals__[name])
        for name in text.__code__.co_names
        if callable(text.__globals__.get(name))
    }
    known = {**text.__globals__, **names}
    return cast("F", FunctionType(text.__code__, known, text.__name__))


__all__ = [
    "called",
    "compiled",
    "counted_from_the_front",
    "how_many",
    "interpreted",
    "lowest",
    "step",
    "word",
]
