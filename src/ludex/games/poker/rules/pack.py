"""The pack, as events and states hold it: a card is its id, 0 to 51, with its own text.

The evaluator takes these ids as they are, so a hand at the table is looked up without any
conversion; this is why poker does not use the cards of `ludex.parts`. Several cards are
one word, `AsKh7d`, so that an event can deal any number of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import perm

from ludex.kernel import Atom, Dice, Domain, Sentence, say

from .notation import CARDS, NotCards, card, cards
from .ranking import rank_name


class PokerCard(int):
    """One of the fifty-two, or UNKNOWN for a card that a seat may not see."""

    __slots__ = ()

    @classmethod
    def domain(cls) -> Domain[object]:
        """Cards in positions are written one by one."""
        return OneCard()

    @property
    def is_known(self) -> bool:
        """Is it a card of the pack, and no blank?"""
        return 0 <= self < 52

    @property
    def spoken(self) -> Sentence:
        """The card in words: `ace of spades`."""
        return _SPOKEN[self] if self.is_known else FACE_DOWN

    def __str__(self) -> str:
        return CARDS[self] if 0 <= self < 52 else "??"

    def __repr__(self) -> str:
        return f"<{self}>"


SUITS = tuple(say("suit", word) for word in ("clubs", "diamonds", "hearts", "spades"))
_SPOKEN = tuple(
    say("card", "{rank} of {suit}", rank=rank_name(i // 4), suit=SUITS[i % 4]) for i in range(52)
)
FACE_DOWN = say("face_down", "a card face down")

UNKNOWN = PokerCard(52)
"""A card seen from behind."""

PACK = tuple(PokerCard(i) for i in range(52))

Cards = tuple[PokerCard, ...]


def read_cards(text: str) -> Cards | None:
    """The cards written in a row, or None; a card twice is for a guard to refuse."""
    if len(text) > 2 * len(PACK) + 2:
        return None
    try:
        return tuple(PACK[i] for i in cards(text))
    except NotCards:
        pieces = (text[i : i + 2] for i in range(0, len(text), 2))
    try:
        return tuple(UNKNOWN if p == "??" else PACK[card(p)] for p in pieces)
    except NotCards:
        return None


def hand_text(some: Iterable[PokerCard]) -> str:
    """Cards in a row, `AsKh`."""
    return "".join(map(str, some))


def spaced(some: Iterable[PokerCard]) -> str:
    """Cards with blanks between them, `As Kh`."""
    return " ".join(map(str, some))


@dataclass(frozen=True)
class OneCard(Atom[PokerCard]):
    """A card, written `As`; `??` is one that is not known."""

    name = "CARD"
    expected = "a card such as As or Td"
    size = 52

    def parse(self, word: str) -> PokerCard | None:
        read = read_cards(word)
        return read[0] if read is not None and len(read) == 1 else None

    def text(self, value: object) -> str:
        return str(value)

    def values(self) -> Iterable[PokerCard]:
        return PACK

    def hostile(self) -> Iterable[PokerCard]:
        return (UNKNOWN,)


@dataclass(frozen=True)
class SomeCards(Atom[Cards]):
    """Cards in a row, written `AsKh7d`; how many there should be is for a guard to say.

    There are too many values to list: `values` is a handful of each length in `lengths`.
    """

    lengths: tuple[int, ...]

    name = "CARDS"
    item = OneCard()
    expected = "cards in a row such as AsKh7d"

    def parse(self, word: str) -> Cards | None:
        return read_cards(word)

    def text(self, value: object) -> str:
        assert isinstance(value, tuple)
        return hand_text(value)

    @property
    def size(self) -> int:
        return perm(52, max(self.lengths))

    def values(self) -> Iterable[Cards]:
        return tuple(PACK[first : first + n] for n in self.lengths for first in (0, 13, 26))

    def hostile(self) -> Iterable[Cards]:
        most = max(self.lengths)
        return (
            (UNKNOWN,) * most,
            (PACK[0],) * most,
            *((PACK[0],) * n for n in self.lengths),
            *((*PACK[: n - 1], UNKNOWN) for n in self.lengths),
            PACK[: most + 1],
            PACK[:1],
        )


def deal(count: int, used: Iterable[PokerCard], dice: Dice) -> Cards:
    """Deal so many cards from those that are still in the pack, every order equally likely."""
    taken, below = {*used}, dice.below
    dealt: list[PokerCard] = []
    while len(dealt) < count:
        drawn = PACK[below(52)]  # quicker than a shuffle while most cards are there
        if drawn not in taken:
            taken.add(drawn)
            dealt.append(drawn)
    return tuple(dealt)
