"""The view of a seat, and the states that could lie behind it.

Reserve, hand and waste are squared piles: everybody sees the top card of a reserve and a
waste, the turned hand card, and how many cards there are. Houses are fanned, and what
lies in a foundation follows from its top. The backs tell nothing: every hidden card is
the same value. What a player could remember is left to the player.

Whoever imagines what lies behind a view deals every card anew that nobody sees. Which cards
these are is known, only their places are not. What was dealt to a reserve is of its player's
own pack; hands and wastes may hold cards of both.
"""

from collections.abc import Iterable, Iterator

from ludex.kernel import Dice, Seat
from ludex.parts.cards import Card, Hidden
from ludex.parts.remembered import remembered

from .state import (
    CARDS,
    Pile,
    Side,
    StalemateProgress,
    State,
    all_cards,
)

UNKNOWN = Hidden()


def view(s: State, _: Seat) -> State:
    """Return what a seat sees: here both see the same."""
    return seen_by_both(s)


@remembered(1 << 10)  # asked for by everybody at a table, and for the log a move later
def seen_by_both(s: State) -> State:
    """Return the state as both players see it.

    Fingerprints of past positions would tell the hidden cards apart, so they are gone;
    no legal event depends on them. Whether an action was a fault is for the opponent to
    notice: who is watched is known, what is on record is not.
    """
    court = s.court._replace(fault=None)
    one, two = s.sides
    return s._replace(
        sides=(seen(one), seen(two)), calm=StalemateProgress(s.calm.idle), court=court
    )


def seen(side: Side) -> Side:
    """Return a player's piles, seen from above."""
    return Side(
        topmost(side.reserve),
        (UNKNOWN,) * len(side.hand),
        topmost(side.waste),
        side.loaded,
    )


def topmost(pile: Pile) -> Pile:
    """Return the pile with all but its top card hidden."""
    return (UNKNOWN,) * (len(pile) - 1) + pile[-1:]


def imagine(known: State, _: Seat, dice: Dice) -> State:
    """Return a whole table that looks like this one; nobody has made a fault on it."""
    seen = {*all_cards(known)}
    unseen = [card for card in CARDS if card not in seen]
    dice.shuffle(unseen)
    owned = [own_cards(side, pack, unseen) for pack, side in enumerate(known.sides)]
    taken = {*owned[0], *owned[1]}
    rest = iter([card for card in unseen if card not in taken])
    one, two = (
        side._replace(
            reserve=filled(side.reserve, own, rest),
            hand=filled(side.hand, (), rest),
            waste=filled(side.waste, (), rest),
        )
        for side, own in zip(known.sides, owned, strict=True)
    )
    turned = next(rest) if isinstance(known.turned, Hidden) else known.turned
    return known._replace(sides=(one, two), turned=turned)


def own_cards(side: Side, pack: int, unseen: list[Card]) -> list[Card]:
    """Cards for the hidden ones that were dealt to a reserve; too few in a sketch."""
    dealt = side.reserve[: len(side.reserve) - side.loaded]
    hidden = sum(isinstance(card, Hidden) for card in dealt)
    return [card for card in unseen if card.pack == pack][:hidden]


def filled(pile: Pile, first: Iterable[Card], rest: Iterator[Card]) -> Pile:
    """Return the pile with a card for every unknown: the `first` ones below, then any."""
    lowest = iter(first)
    return tuple(
        next(lowest, None) or next(rest) if isinstance(card, Hidden) else card for card in pile
    )
