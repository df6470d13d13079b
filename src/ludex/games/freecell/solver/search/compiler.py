"""The functions of the search, compiled by Numba; in their modules they stand in plain Python."""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, Final, cast

from ludex.compile import bits, draws, jit

from . import best_first, interpreter, position
from .interpreter import MARKS, F, Mark

DECORATORS: Final[dict[Mark, Callable[[Callable[..., Any]], Callable[..., Any]]]] = {
    Mark.STEP: jit.step,
    Mark.CALLED: jit.called,
    Mark.COMPILED: jit.compiled,
}
OF_THE_COMPILER: Final[dict[Callable[..., Any], Callable[..., Any]]] = {
    interpreter.how_many: bits.how_many,
    interpreter.lowest: bits.lowest,
    interpreter.word: draws.word,
}


def translated(function: F) -> F:
    """Return a marked function compiled, with all the functions that it calls."""
    return cast("F", _translated(function))


@cache
def _translated(function: Callable[..., Any]) -> Callable[..., Any]:
    if function in OF_THE_COMPILER:
        return OF_THE_COMPILER[function]
    if function not in MARKS:
        return function
    assert isinstance(function, FunctionType)
    jit.counted_from_the_front(function.__module__)
    known = function.__globals__
    names = {
        name: _translated(known[name])
        for name in function.__code__.co_names
        if isinstance(known.get(name), FunctionType)
    }
    made = FunctionType(function.__code__, {**known, **names}, function.__name__)
    made.__doc__ = function.__doc__
    return DECORATORS[MARKS[function]](made)


begin = translated(best_first.begin)
go_on = translated(best_first.go_on)
trace = translated(best_first.trace)
builds_on = translated(position.builds_on)
random_bits = translated(position.random_bits)
ready_cards = translated(position.ready_cards)
safe_cards = translated(position.safe_cards)
