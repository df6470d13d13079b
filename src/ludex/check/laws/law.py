"""A law: a property that every rulebook has in every position."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from ludex.kernel import AnyGame, Dice, History

Broken = Iterator[str]
"""The faults of a position, in words; none where the law is kept."""

AnyHistory: TypeAlias = History[Any]

Holds = Callable[[AnyGame, AnyHistory, Dice], Broken]


class Law(NamedTuple):
    """A law with its name, a sentence, and its test in a position."""

    name: str
    sentence: str
    broken: Holds


def law(name: str) -> Callable[[Holds], Law]:
    """Make a law of a function; its docstring is the sentence."""

    def made(function: Holds) -> Law:
        sentence = " ".join((function.__doc__ or "").split())
        return Law(name, sentence, function)

    return made
