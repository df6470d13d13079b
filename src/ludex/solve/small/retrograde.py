"""Retrograde analysis: find from the ends backwards who can force what, in cycles too.

Two players (or one) without chance, where what one gains the other loses. The best end for the
first player is looked at first: whoever can force it is found by going backwards; then the next
best, down to what play without end is worth. The same from the other side. Whatever is left can be
forced by nobody: each can keep the other from more, by play without end if need be.
"""

from array import array
from collections import deque
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

UNKNOWN = 0xFFFFFFFF
"""No distance: nobody can force an end here."""


class Arena(NamedTuple):
    """The part of a graph that is to be evaluated, by numbers from 0."""

    after: Sequence[Sequence[int]]
    """The states that follow each; none where the value is given."""

    maximises: Sequence[bool]
    """Does the player on turn there want much?"""

    given: Mapping[int, Fraction]
    """Values that are known already: of ends, and of states that were evaluated before."""

    endless: Fraction
    """The value of play without end."""


class Analysis(NamedTuple):
    """Every state of an arena, evaluated."""

    values: list[Fraction]
    distances: "array[int]"
    """The number of events in which the player who forces the value comes to the end."""

    choices: "array[int]"
    """The chosen one of the states that follow."""


def analyse(arena: Arena) -> Analysis:
    """Evaluate each state."""
    size = len(arena.after)
    values = [arena.endless] * size
    distances = array("I", [UNKNOWN]) * size
    before: list[list[int]] = [[] for _ in range(size)]
    for n, following in enumerate(arena.after):
        for t in following:
            before[t].append(n)
    ends: dict[Fraction, list[int]] = {}
    for n, value in arena.given.items():
        values[n], distances[n] = value, 0
        ends.setdefault(value, []).append(n)
    for forcing in (True, False):
        better = [v for v in ends if v != arena.endless and (v > arena.endless) is forcing]
        left, done = array("I", map(len, arena.after)), bytearray(size)
        for value in sorted(better, reverse=forcing):
            todo = deque(ends[value])  # the nearest come first, and stay so
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
    return Analysis(values, distances, _choose(arena, values, distances))


def _choose(arena: Arena, values: list[Fraction], distances: "array[int]") -> "array[int]":
    """Choose what keeps the value: the player who forces the end hurries, the other holds out."""
    choices = array("I", [0]) * len(values)
    for n, following in enumerate(arena.after):
        if following:
            hurries = arena.maximises[n] is (values[n] > arena.endless)
            good = [i for i, t in enumerate(following) if values[t] == values[n]]
            nearest = min if hurries else max
            choices[n] = nearest(good, key=lambda i: distances[following[i]])
    return choices
