"""Why a move is good, in a sentence: what it frees, by the way to win that it begins.

Nothing is said that the way does not do: a card that is freed is the next to leave its column or gets
a card laid on it, and a card that is dug for is the next to go home.
"""

from collections.abc import Sequence
from itertools import accumulate

from ludex.kernel import Event, Sentence, say
from ludex.parts.cards import Card
from ludex.parts.places import Nth

from ..rules.state import State


def reason(s: State, way: Sequence[Event[State]]) -> Sentence | None:
    """Return why the first move of a way to win is made; None where it speaks for itself."""
    states = [*accumulate(way, lambda t, event: event.apply(t), initial=s)]
    after = states[1]
    if after.homes != s.homes:
        return None
    source = next(
        (i for i, column in enumerate(s.columns) if len(after.columns[i]) < len(column)),
        None,
    )
    if source is None:
        return say("reason", "It empties a free cell.")
    if not after.columns[source]:
        return say("reason", "It empties column {number}.", number=Nth(source))
    bare = after.columns[source][-1]
    if _next_home(states[1:]) == bare:
        return say("reason", "It frees the {card}.", card=bare.spoken)
    return _dug_for(states, source) or _used(states, source, bare)


def _next_home(states: Sequence[State]) -> Card | None:
    """Return the first card that goes home on a way."""
    first = states[0]
    for t in states:
        for before, pile in zip(first.homes, t.homes, strict=True):
            if len(pile) > len(before):
                return pile[len(before)]
    return None


def _dug_for(states: Sequence[State], source: int) -> Sentence | None:
    """Return the next card to go home, where it lies in the column from which was moved."""
    column, card = states[1].columns[source], _next_home(states[1:])
    if card is None or card not in column:
        return None
    above = len(column) - 1 - column.index(card)
    words = "It digs for the {card}, under {above} more cards."
    if above == 1:
        words = "It digs for the {card}, under one more card."
    return say("reason", words, card=card.spoken, above=above)


def _used(states: Sequence[State], source: int, bare: Card) -> Sentence | None:
    """Say what becomes of the card that lies bare now."""
    depth = len(states[1].columns[source])
    for t in states[2:]:
        column = t.columns[source]
        if len(column) > depth:
            words = "It makes room for the {card} on the {bare}."
            return say("reason", words, card=column[depth].spoken, bare=bare.spoken)
        if len(column) < depth:
            return say("reason", "It frees the {card}.", card=bare.spoken)
    return None
