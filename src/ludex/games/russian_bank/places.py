"""The piles of the table, as the player on turn calls them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from ludex.kernel import Atom, Domain, Sentence, say

FOUNDATIONS: Final = 8
MOST_HOUSES: Final = 8


class Kind(Enum):
    """The kinds of piles."""

    # Plays are looked up by their places; an Enum's own hash is slow.
    __hash__ = object.__hash__

    RESERVE = "reserve"
    HAND = "hand"
    WASTE = "waste"
    HOUSE = "house"
    FOUNDATION = "foundation"
    THEIR_RESERVE = "their_reserve"
    THEIR_HAND = "their_hand"
    THEIR_WASTE = "their_waste"


SPOKEN: Final = {
    Kind.RESERVE: "the reserve",
    Kind.HAND: "the hand",
    Kind.WASTE: "the waste",
    Kind.HOUSE: "house {number}",
    Kind.FOUNDATION: "foundation {number}",
    Kind.THEIR_RESERVE: "the opponent's reserve",
    Kind.THEIR_HAND: "the opponent's hand",
    Kind.THEIR_WASTE: "the opponent's waste",
}
NUMBERED: Final = {Kind.HOUSE: MOST_HOUSES, Kind.FOUNDATION: FOUNDATIONS}
THE_OPPONENTS: Final = (Kind.THEIR_RESERVE, Kind.THEIR_HAND, Kind.THEIR_WASTE)
LOADABLE: Final = (Kind.THEIR_RESERVE, Kind.THEIR_WASTE)


class Place(NamedTuple):
    """A pile: `house3`, `reserve`, `their_waste`."""

    kind: Kind
    number: int = 0

    @property
    def word(self) -> str:
        """The place in scripts."""
        return self.kind.value + (str(self.number) if self.kind in NUMBERED else "")

    def __str__(self) -> str:
        return spoken(self)

    @classmethod
    def domain(cls) -> Domain[object]:
        """Every pile of the table."""
        return Places()


def spoken(place: Place) -> Sentence:
    """The place in a sentence: `house 3`, `the opponent's waste`."""
    return say(place.kind.value, SPOKEN[place.kind], number=place.number)


class Play(NamedTuple):
    """A card that goes from one pile to another."""

    source: Place
    target: Place


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
        kind = next((kind for kind in Kind if kind.value == name), None)
        if kind is None or (kind in NUMBERED) is not bool(digits) or len(digits) > 3:
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
        return [
            Place(kind, n) for kind, most in NUMBERED.items() for n in (0, most + 1)
        ]


RESERVE: Final = Place(Kind.RESERVE)
HAND: Final = Place(Kind.HAND)
WASTE: Final = Place(Kind.WASTE)
HOUSES: Final = tuple(Place(Kind.HOUSE, n + 1) for n in range(MOST_HOUSES))
ON_FOUNDATIONS: Final = tuple(Place(Kind.FOUNDATION, n + 1) for n in range(FOUNDATIONS))
THEIR_RESERVE, THEIR_HAND, THEIR_WASTE = (Place(kind) for kind in THE_OPPONENTS)
PLACES: Final = (
    RESERVE, HAND, WASTE, *HOUSES, *ON_FOUNDATIONS, THEIR_RESERVE, THEIR_HAND, THEIR_WASTE,
)  # fmt: skip
