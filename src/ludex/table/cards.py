"""A card table: piles, fans and rows of cards, face up or seen from behind.

    looks = card_table(places, lambda s, seat: [Pile(s.stock, len(s.stock)), s.waste])

Most piles lie as they lay in the scene before: then their zones are the very same objects.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ludex.kernel import Event, Seat, as_sentence, say
from ludex.parts.cards import Card, Hidden
from ludex.parts.places import Nth
from ludex.table.looks import Looks
from ludex.table.scene import Gesture, Piece, TablePlace, Zone, button

S = TypeVar("S")

HIDDEN, HIDDEN_CARD = say("hidden", "a hidden card"), Hidden()


Cards = tuple[Card | Hidden, ...]
"""The cards at a place, the last on top."""


class Pile(NamedTuple):
    """Cards that are not all face up, or have a caption."""

    cards: Cards
    face_down: int = 0
    """The first so many show their backs."""

    caption: str = ""


def card_table(
    places: Callable[[S, Seat], Iterable[TablePlace]],
    piles: Callable[[S, Seat], Iterable[Pile | Cards]],
    gesture: Callable[[S, Event[S]], Gesture] = lambda _, event: button(event),
) -> Looks[S]:
    """The looks of a game of cards: its places as a seat sees them, and the pile at each."""

    def zones(s: S, seat: Seat) -> tuple[Zone, ...]:
        return tuple(map(pile, places(s, seat), piles(s, seat)))

    return Looks(zones=zones, gesture=gesture)


def places_in_row(first: TablePlace, count: int) -> Iterator[TablePlace]:
    """Return so many places like the first, side by side: `cell:0` is the place "free cell 1"."""
    for i in range(count):
        label = say(as_sentence(first.label).code, f"{first.label} {{number}}", number=Nth(i))
        yield replace(first, key=f"{first.key}:{i}", label=label, x=first.x + i)


@lru_cache(maxsize=1 << 12)
def card_piece(card: Card | Hidden, where: str = "") -> Piece:
    """A card as it lies on the table; one seen from behind is known by where it lies."""
    if isinstance(card, Hidden):
        return Piece(where, "card:back", HIDDEN)
    return Piece(str(card), f"card:{card.rank.letter}{card.suit.letter}", card.spoken)


@lru_cache(maxsize=1 << 14)
def pile(place: TablePlace, cards: Pile | Cards) -> Zone:
    """A place with its pile."""
    there = cards if isinstance(cards, Pile) else Pile(cards)
    pieces = tuple(
        card_piece(HIDDEN_CARD, f"{place.key}/{i}")
        if i < there.face_down or isinstance(card, Hidden)
        else card_piece(card)
        for i, card in enumerate(there.cards)
    )
    return place.holding(pieces, caption=there.caption)
