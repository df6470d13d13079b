"""The differences between FreeCell and its relatives, as one small value."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from ludex.kernel import Whole
from ludex.parts.cards import Card, Rank, Suit

SUITS = len(Suit)
RANKS = len(Rank)


class Building(Enum):
    """The way in which cards are laid on each other in the columns, always one rank down."""

    COLOURS = "colours"
    """Red on black and black on red."""
    SUIT = "suit"
    """In the same suit."""


class Spaces(Enum):
    """The cards that may be laid on an empty column."""

    ANY = "any"
    KINGS = "kings"


class AutoplayScope(Enum):
    """The cards that the event `autoplay` may send home."""

    OFF = "off"
    """None: every card is moved by hand."""
    SAFE = "safe"
    """Cards that no column needs."""
    ALL = "all"
    """Safe cards, or all cards on request."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A table: its places, how cards build, and how many are dealt to the cells."""

    columns: Annotated[int, Whole(4, 13)] = 8
    cells: Annotated[int, Whole(0, 10)] = 4
    packs: Annotated[int, Whole(1, 2)] = 1
    building: Building = Building.COLOURS
    spaces: Spaces = Spaces.ANY
    dealt_to_cells: Annotated[int, Whole(0, 10)] = 0
    autoplay: AutoplayScope = AutoplayScope.ALL

    def __post_init__(self) -> None:
        """Rules that no table could follow do not exist."""
        for name, low, value, high in (
            ("columns", 4, self.columns, 13),
            ("free cells", 0, self.cells, 10),
            ("packs", 1, self.packs, 2),
            ("cards dealt to the cells", 0, self.dealt_to_cells, self.cells),
        ):
            if not low <= value <= high:
                problem = f"the number of {name} is from {low} to {high}, not {value}"
                raise ValueError(problem)

    @property
    def homes(self) -> int:
        """The number of home cells: one for each suit of each pack."""
        return SUITS * self.packs

    @property
    def cards(self) -> int:
        """The number of cards on the table."""
        return SUITS * RANKS * self.packs

    def builds(self, card: Card, on: Card) -> bool:
        """May `card` be laid in a column on the card `on`?"""
        if on.rank - card.rank != 1:
            return False
        if self.building is Building.SUIT:
            return card.suit == on.suit
        return (card.suit ^ on.suit) & 1 == 1

    def fills_space(self, card: Card) -> bool:
        """May `card` be laid on an empty column?"""
        return self.spaces is Spaces.ANY or card.rank == Rank.KING

    def carried(self, free_cells: int, spaces: int) -> int:
        """Return how many cards one move may carry.

        `spaces` are the empty columns without the target. Where only kings may fill
        them they are no help, as the king of a run is never set down on the way.
        """
        if self.spaces is Spaces.KINGS:
            return free_cells + 1
        return (free_cells + 1) << spaces


FREECELL = Rules()
BAKERS_GAME = Rules(building=Building.SUIT)
EIGHT_OFF = Rules(8, 8, 1, Building.SUIT, Spaces.KINGS, dealt_to_cells=4)
SEAHAVEN_TOWERS = Rules(10, 4, 1, Building.SUIT, Spaces.KINGS, dealt_to_cells=2)
FORECELL = Rules(8, 4, 1, Building.COLOURS, Spaces.KINGS, dealt_to_cells=4)

PRESETS = {
    "freecell": FREECELL,
    "eight-off": EIGHT_OFF,
    "bakers-game": BAKERS_GAME,
    "seahaven-towers": SEAHAVEN_TOWERS,
    "forecell": FORECELL,
}
"""The game of the document, and its common relatives."""
