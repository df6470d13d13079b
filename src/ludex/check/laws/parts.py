"""Properties that nobody has to write, since the parts themselves imply them.

A card lies in one place: no event makes a second one of it, and whole packs stay whole until
chance or a reset takes them up. Of pieces that are `Placed` on squares no two stand on the
same. A record that only remembers what was (`remembers` is True) is no part of the table.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from ludex.check.laws.law import AnyHistory, Broken, law
from ludex.kernel import CHANCE, AnyGame, Dice, Reset
from ludex.parts.cards import Card, pack_of_cards
from ludex.parts.grid import Placed


def things(value: object) -> Iterator[object]:
    """Every card and every placed piece on the table of a state."""
    if isinstance(value, Card | Placed):
        yield value
    elif getattr(value, "remembers", False) is True:
        return
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from things(part)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.compare:
                yield from things(getattr(value, field.name))


def cards(state: object) -> Counter[Card]:
    """Count each card of a state."""
    return Counter(thing for thing in things(state) if isinstance(thing, Card))


def is_whole(found: Counter[Card]) -> bool:
    """Are these whole packs, each card once?"""
    packs = {card.pack for card in found}
    return bool(packs) and found == Counter(card for pack in packs for card in pack_of_cards(pack))


@law("cards are conserved")
def conserved(game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """No event makes a second one of a card; whole packs stay whole."""
    s, before = history.start, cards(history.start)
    for step in history.steps:
        after = cards(step.state)
        if game.turn(s) != CHANCE and not isinstance(step.event, Reset):
            problem = _changed(before, after)
            if problem is not None:
                yield f"{step.event} {problem}"
                return
        s, before = step.state, after


def unconserved(s: object, t: object) -> str | None:
    """Return in words the cards that a step makes or loses, where it is no deal and no reset."""
    return _changed(cards(s), cards(t))


def _changed(before: Counter[Card], after: Counter[Card]) -> str | None:
    twice = [str(card) for card, count in (after - before).items() if after[card] > 1]
    if twice and max(before.values(), default=1) == 1:
        return f"makes a second {_few(twice)}"
    if is_whole(before) and after != before:
        lost = [str(card) for card in before - after]
        return f"loses {_few(lost)}" if lost else "brings in cards of another pack"
    return None


def _few(words: list[str]) -> str:
    rest = len(words) - 4
    return ", ".join(words[:4]) + (f" and {rest} more" if rest > 0 else "")


@law("one piece a slot")
def one_a_slot(_game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """No two placed pieces stand on the same square."""
    placed = [t.at for t in things(history.state) if isinstance(t, Placed)]
    for at, count in Counter(placed).items():
        if count > 1:
            yield f"{count} pieces stand on {at}"


LAWS = (conserved, one_a_slot)
