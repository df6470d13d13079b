"""Strange events: random, legal or not, some arguments hostile, so that guards are tested."""

from dataclasses import replace
from typing import TypeVar

from ludex.kernel import Dice, Domain, Event, Game, Spread

S = TypeVar("S")
T = TypeVar("T")


def strange_event(game: Game[S], dice: Dice, near: Event[S] | None = None) -> Event[S]:
    """Make a random event, legal or not, some arguments hostile.

    Given a legal event it is, half of the time, that one with one argument changed:
    a near miss gets past the first guards.
    """
    if near is not None and near.fields() and dice.below(2) == 0:
        changed = dice.choice(near.fields())
        return replace(near, **{changed.name: strange_value(changed.domain, dice)})
    return strange_event_of(dice.choice(game.events), dice)


def strange_event_of(cls: type[Event[S]], dice: Dice) -> Event[S]:
    """Make a random event of a kind, some arguments hostile."""
    return cls(*(strange_value(field.domain, dice) for field in cls.fields()))


def strange_value(domain: Domain[T], dice: Dice) -> T:
    """Make a random value, now and then a hostile one."""
    if isinstance(domain, Spread):  # the product of its parts may be too large to list
        made: T = domain.make(*(strange_value(part, dice) for part in domain.parts))
        return made
    pool: list[T] = [*domain.hostile()] if dice.below(4) == 0 else []
    return dice.choice(pool or [*domain.values()])
