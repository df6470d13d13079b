"""The places of the table, as the player on turn calls them.

    place               taken from it                         put on it
    reserve             its top card                          nothing
    hand                the card that is turned up            nothing
    waste               its top card, where rules open it     the turned card, by discarding it
    house1, house2 …    its top card                          down in alternate colours
    foundation1 …       nothing                               up in suit, from the ace
    their_reserve       nothing                               up or down in suit: loading
    their_waste         nothing                               up or down in suit: loading
    their_hand          nothing                               nothing

`building` says the same in guards.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Self

from ludex.kernel import Atom, Domain, Sentence, say

FOUNDATIONS = 8
MOST_HOUSES = 8


class PileKind(Enum):
    """The kinds of piles: the word for it, how it is spoken of, how many there can be."""

    # Plays are looked up by their places; an Enum's own hash is slow.
    __hash__ = object.__hash__

    RESERVE = "reserve", "the reserve"
    HAND = "hand", "the hand"
    WASTE = "waste", "the waste"
    HOUSE = "house", "house {number}", MOST_HOUSES
    FOUNDATION = "foundation", "foundation {number}", FOUNDATIONS
    THEIR_RESERVE = "their_reserve", "the opponent's reserve"
    THEIR_HAND = "their_hand", "the opponent's hand"
    THEIR_WASTE = "their_waste", "the opponent's waste"

    _value_: str
    words: str
    numbered: int

    def __new__(cls, word: str, words: str, numbered: int = 0) -> Self:
        """Its value is the word that scripts write."""
        kind = object.__new__(cls)
        kind._value_, kind.words, kind.numbered = word, words, numbered
        return kind


THE_OPPONENTS = (PileKind.THEIR_RESERVE, PileKind.THEIR_HAND, PileKind.THEIR_WASTE)
LOADABLE = (PileKind.THEIR_RESERVE, PileKind.THEIR_WASTE)


class Place(NamedTuple):
    """A pile: `house3`, `reserve`, `their_waste`."""

    kind: PileKind
    number: int = 0

    @property
    def word(self) -> str:
        """The place in scripts."""
        return f"{self.kind.value}{self.number if self.kind.numbered else ''}"

    def __str__(self) -> str:
        return spoken(self)

    @classmethod
    def domain(cls) -> Domain[object]:
        """Return every pile of the table."""
        return Places()


def spoken(place: Place) -> Sentence:
    """Return the place in a sentence: `house 3`, `the opponent's waste`."""
    return say(place.kind.value, place.kind.words, number=place.number)


class Play(NamedTuple):
    """A card that goes from one pile to another."""

    source: Place
    target: Place


RESERVE, HAND, WASTE = Place(PileKind.RESERVE), Place(PileKind.HAND), Place(PileKind.WASTE)
HOUSES = tuple(Place(PileKind.HOUSE, n + 1) for n in range(MOST_HOUSES))
ON_FOUNDATIONS = tuple(Place(PileKind.FOUNDATION, n + 1) for n in range(FOUNDATIONS))
THEIR_RESERVE, THEIR_HAND, THEIR_WASTE = map(Place, THE_OPPONENTS)
PLACES = (
    RESERVE, HAND, WASTE, *HOUSES, *ON_FOUNDATIONS, THEIR_RESERVE, THEIR_HAND, THEIR_WASTE,
)  # fmt: skip


@dataclass(frozen=True)
class Places(Atom[Place]):
    """The piles as words; hostile: houses and foundations beyond the table."""

    label: str | None = None

    @property
    def name(self) -> str:
        return "PLACE"

    @property
    def expected(self) -> str:
        return (
            "reserve, hand, waste, house1 to house8, foundation1 to foundation8, "
            "their_reserve, their_hand or their_waste"
        )

    def parse(self, word: str) -> Place | None:
        name = word.rstrip("0123456789")
        digits = word[len(name) :]
        kind = next((kind for kind in PileKind if kind.value == name), None)
        if kind is None or bool(kind.numbered) is not bool(digits) or len(digits) > 3:
            return None
        return Place(kind, int(digits or 0))

    def text(self, value: object) -> str:
        assert isinstance(value, Place)
        return value.word

    @property
    def size(self) -> int:
        return len(PLACES)

    def values(self) -> Iterable[Place]:
        return PLACES

    def hostile(self) -> Iterable[Place]:
        numbered = [(kind, kind.numbered) for kind in PileKind if kind.numbered]
        return [Place(kind, n) for kind, most in numbered for n in (0, most + 1)]
