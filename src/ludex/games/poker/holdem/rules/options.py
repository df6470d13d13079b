"""The options of hold'em, agreed on before the players sit down."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, NamedTuple, get_type_hints

from ludex.kernel import Unreadable, Whole
from ludex.kernel.domains.atoms import domain_of

CHIPS = 10**9
"""More than anybody has."""

GROWTH = (
    *(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768),
    *(1024, 1536, 2048, 3072, 4096, 6144, 8192),
)
"""The blinds of a level as multiples of the first: they double every two levels."""


class Limit(Enum):
    """The bounds of bets."""

    NONE = "no_limit"
    FIXED = "fixed_limit"


class AnteBy(Enum):
    """The payer of the ante."""

    EVERYBODY = "everybody"
    BIG_BLIND = "big_blind"


class Rebuy(Enum):
    """Do players without chips buy in again?"""

    NO = "no"
    YES = "yes"
    IF_WANTED = "if_wanted"


class Stakes(NamedTuple):
    """The forced bets of one hand."""

    small: int
    big: int
    ante: int


def _chips(low: int) -> Whole:
    return Whole(low, CHIPS, listed=CHIPS + 1)


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a table."""

    players: Annotated[int, Whole(2, 10)] = 6
    stack: Annotated[int, _chips(1)] = 200
    small_blind: Annotated[int, _chips(0)] = 1
    big_blind: Annotated[int, _chips(1)] = 2
    ante: Annotated[int, _chips(0)] = 0
    ante_by: AnteBy = AnteBy.EVERYBODY
    limit: Limit = Limit.NONE
    cap: Annotated[int, Whole(0, 10)] = 4
    hands: Annotated[int, Whole(0, 1000)] = 20
    hands_per_level: Annotated[int, Whole(0, 1000)] = 0
    rebuy: Rebuy = Rebuy.YES

    @property
    def fixed(self) -> bool:
        """Are bets of fixed size?"""
        return self.limit is Limit.FIXED

    @property
    def rebuys(self) -> bool:
        """Does whoever is broke buy in again without being asked?"""
        return self.rebuy is Rebuy.YES

    @property
    def asks(self) -> bool:
        """Does whoever is broke decide whether to buy in again?"""
        return self.rebuy is Rebuy.IF_WANTED

    @property
    def is_tournament(self) -> bool:
        """Is it played until one has all the chips?"""
        return self.hands == 0

    def stakes(self, hand: int) -> Stakes:
        """The forced bets of a hand, counted from 1."""
        if not self.hands_per_level:
            return Stakes(self.small_blind, self.big_blind, self.ante)
        times = GROWTH[min(self.level(hand), len(GROWTH)) - 1]
        return Stakes(self.small_blind * times, self.big_blind * times, self.ante * times)

    def level(self, hand: int) -> int:
        """The level that a hand is played at, counted from 1."""
        return 1 + (max(hand, 1) - 1) // self.hands_per_level if self.hands_per_level else 1

    def contradiction(self) -> Unreadable | None:
        """Return what in these options cannot be, alone or together, if anything."""
        found = [
            f"{name}={getattr(self, name)}: expected {domain.expected}"
            for name, domain in BOUNDS.items()
            if not domain.low <= getattr(self, name) <= domain.high
        ]
        if self.small_blind > self.big_blind:
            found.append(
                f"the small blind {self.small_blind} is more than the big blind {self.big_blind}"
            )
        if not self.hands and self.rebuy is not Rebuy.NO:
            found.append(f"hands=0 with rebuy={self.rebuy.value} would never end")
        return Unreadable(tuple(found)) if found else None


BOUNDS = {
    name: domain
    for name, hint in get_type_hints(Rules, include_extras=True).items()
    if isinstance(domain := domain_of(hint), Whole)
}
"""The numbers among the options, and what they may be."""

PRESETS = {
    "cash": Rules(),
    "tournament": Rules(
        players=9, stack=1500, small_blind=10, big_blind=20, hands=0, hands_per_level=10,
        rebuy=Rebuy.NO,
    ),
    "heads_up": Rules(
        players=2, stack=500, small_blind=5, big_blind=10, hands=0, hands_per_level=10,
        rebuy=Rebuy.NO,
    ),
    "fixed_limit": Rules(limit=Limit.FIXED),
    "one_hand": Rules(hands=1, rebuy=Rebuy.NO),
    "home_game": Rules(rebuy=Rebuy.IF_WANTED),
}  # fmt: skip
"""Named tables, the default first."""
