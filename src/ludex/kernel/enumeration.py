"""Events made from the domains of their fields: all of them, or strange ones at random."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TypeVar

from ludex.kernel.dice import Dice
from ludex.kernel.event import Event, Query

S = TypeVar("S")


def every_event(events: tuple[type[Event[S]], ...]) -> Iterator[Event[S]]:
    """Every event that the domains can make, queries left out."""
    for cls in events:
        if not issubclass(cls, Query):
            domains = [f.domain.values() for f in cls.fields()]
            yield from (cls(*values) for values in product(*domains))


def strange_event(
    events: tuple[type[Event[S]], ...], dice: Dice, near: Event[S] | None = None
) -> Event[S]:
    """A random event, legal or not, some arguments hostile: for testing guards.

    Given a legal event it is, half of the time, that one with one argument changed:
    a near miss gets past the first guards.
    """
    if near is not None and near.fields() and dice.below(2) == 0:
        changed = dice.choice(near.fields())
        return replace(near, **{changed.name: changed.domain.strange(dice)})
    cls = dice.choice(events)
    return cls(*(f.domain.strange(dice) for f in cls.fields()))
