"""A card table: piles, fans and rows of cards, face up or seen from behind.

Most piles lie as they lay in the scene before: then their zones are the very same objects.
"""

from functools import lru_cache

from ludex.kernel import say
from ludex.parts.cards import Card, Hidden
from ludex.table.scene import Piece, Place, Zone

HIDDEN = say("hidden", "a hidden card")


@lru_cache(maxsize=1 << 14)
def card_piece(card: Card | Hidden, where: str = "") -> Piece:
    """A card as it lies on the table; one seen from behind is known by where it lies."""
    if isinstance(card, Hidden):
        return Piece(where, "card:back", HIDDEN)
    return Piece(str(card), f"card:{card.rank.letter}{card.suit.letter}", card.spoken)


@lru_cache(maxsize=1 << 14)
def pile(
    place: Place,
    cards: tuple[Card | Hidden, ...],
    face_down: int = 0,
    caption: str = "",
) -> Zone:
    """The cards of a place, the last on top, of which the first `face_down` show their backs."""
    pieces = tuple(
        card_piece(Hidden() if i < face_down else card, f"{place.key}/{i}")
        for i, card in enumerate(cards)
    )
    return place.holding(pieces, caption=caption)
