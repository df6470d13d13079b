"""Retrograde analysis: who can force what, from the ends backwards, circles included.

Two players (or one) without chance, what one gains the other loses. The best end for the
first player is looked at first: whoever can force it is found by going backwards; then the next
best, down to what play without end is worth. The same from the other side. Whatever is left can be
forced by nobody: each can keep the other from more, by play without end if need be.
"""

from array import array
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

UNKNOWN: Final = 0xFFFFFFFF
"""No distance: nobody can force an end here."""


@dataclass(frozen=True, slots=True)
class Arena:
    """The part of a graph that is to be judged, by numbers from 0."""

    after: Sequence[Sequence[int]]
    """The states that follow each; none where the value is given."""

    maximises: Sequence[bool]
    """Does whoever moves there want much?"""

    given: Mapping[int, Fraction]
    """What is known already: ends, and states that were judged before."""

    endless: Fraction
    """What play without end is worth."""


def judged(arena: Arena) -> tuple[list[Fraction], "array[int]"]:
    """The value of each state, and in how many events whoever forces it comes to the end."""
    size = len(arena.after)
    values = [arena.endless] * size
    distances = array("I", [UNKNOWN]) * size
    before: list[list[int]] = [[] for _ in range(size)]
    for n, following in enumerate(arena.after):
        for t in following:
            before[t].append(n)
    for n, value in arena.given.items():
        values[n] = value
        distances[n] = 0
    known = {*arena.given.values()}
    above = sorted((v for v in known if v > arena.endless), reverse=True)
    below = sorted(v for v in known if v < arena.endless)
    _forced(arena, before, values, distances, above, forcing=True)
    _forced(arena, before, values, distances, below, forcing=False)
    return values, distances


def _forced(
    arena: Arena,
    before: list[list[int]],
    values: list[Fraction],
    distances: "array[int]",
    steps: list[Fraction],
    *,
    forcing: bool,
) -> None:
    """Whatever one side can force, from the value that it likes best downwards."""
    left = array("I", map(len, arena.after))
    done = bytearray(len(values))
    by_value: dict[Fraction, list[int]] = {}
    for n, value in arena.given.items():
        by_value.setdefault(value, []).append(n)
    for value in steps:
        todo = deque(by_value[value])  # the nearest come first, and stay so
        while todo:
            n = todo.popleft()
            done[n] = 1
            for b in before[n]:
                if done[b] or b in arena.given:
                    continue
                left[b] -= 1
                if arena.maximises[b] is forcing or not left[b]:
                    done[b] = 1
                    values[b], distances[b] = value, distances[n] + 1
                    todo.append(b)
