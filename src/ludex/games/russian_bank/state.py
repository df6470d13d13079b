"""The table: places, piles, both players' sides, and everything else a game remembers.

House rules of this file:
1. A pile is a tuple, its **top card last**.
2. Which cards lie face up follows from the piles: houses and foundations do, wastes do,
   a hand does not, and of a reserve the top card and what was loaded on it. Nothing is
   ever flipped (E-RB-T12, E-RB-F1).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from ludex.games.russian_bank.options import STANDARD, Rules
from ludex.kernel import Atom, Domain, Seat
from ludex.parts.cards import Card, Hidden

Pile = tuple[Card | Hidden, ...]
"""Cards of which a view may know only how many they are."""

Faces = tuple[Card, ...]
"""Cards that lie open to everybody."""

FOUNDATIONS: Final = 8
MOST_HOUSES: Final = 8


class Kind(Enum):
    """The kinds of piles, as the player on turn calls them."""

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


NUMBERED: Final = {Kind.HOUSE: MOST_HOUSES, Kind.FOUNDATION: FOUNDATIONS}
SPOKEN: Final = {
    Kind.RESERVE: "the reserve",
    Kind.HAND: "the hand",
    Kind.WASTE: "the waste",
    Kind.THEIR_RESERVE: "the opponent's reserve",
    Kind.THEIR_HAND: "the opponent's hand",
    Kind.THEIR_WASTE: "the opponent's waste",
}


class Place(NamedTuple):
    """A pile as seen by the player on turn: `house3`, `reserve`, `their_waste`."""

    kind: Kind
    number: int = 0

    @property
    def word(self) -> str:
        """The place in scripts."""
        return self.kind.value + (str(self.number) if self.kind in NUMBERED else "")

    @property
    def exists(self) -> bool:
        """Is there such a place under any rules?"""
        return 1 <= self.number <= NUMBERED.get(self.kind, 0) or self in UNNUMBERED

    def __str__(self) -> str:
        return SPOKEN.get(self.kind) or f"{self.kind.value} {self.number}"

    @classmethod
    def domain(cls) -> Domain[object]:
        """Every pile of the table."""
        return Places()


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
        try:
            kind = Kind(name)
        except ValueError:
            return None
        if (kind in NUMBERED) is not bool(digits) or len(digits) > 3:
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
        return BEYOND


UNNUMBERED: Final = frozenset(Place(kind) for kind in Kind if kind not in NUMBERED)
RESERVE: Final = Place(Kind.RESERVE)
HAND: Final = Place(Kind.HAND)
WASTE: Final = Place(Kind.WASTE)
THEIR_RESERVE: Final = Place(Kind.THEIR_RESERVE)
THEIR_WASTE: Final = Place(Kind.THEIR_WASTE)
HOUSES: Final = tuple(Place(Kind.HOUSE, n) for n in range(1, MOST_HOUSES + 1))
FOUNDATION_PLACES: Final = tuple(
    Place(Kind.FOUNDATION, n) for n in range(1, FOUNDATIONS + 1)
)
BEYOND: Final = tuple(
    Place(kind, n) for kind in NUMBERED for n in (0, NUMBERED[kind] + 1)
)
PLACES: Final = (
    RESERVE, HAND, WASTE, *HOUSES, *FOUNDATION_PLACES,
    THEIR_RESERVE, Place(Kind.THEIR_HAND), THEIR_WASTE,
)  # fmt: skip


class Play(NamedTuple):
    """A card that goes from one pile to another."""

    source: Place
    target: Place


class Side(NamedTuple):
    """One player's own piles; `loaded` cards of the reserve came from the opponent."""

    reserve: Pile = ()
    hand: Pile = ()
    waste: Pile = ()
    loaded: int = 0

    @property
    def is_empty(self) -> bool:
        """Are all three piles gone?"""
        return not (self.reserve or self.hand or self.waste)


class Phase(Enum):
    """A game waits for its deal, is played, and is over (with it the match)."""

    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


class End(Enum):
    """How a game ended."""

    WIN = "win"
    RESIGNED = "resigned"
    IDLE_CYCLE = "idle_cycle"
    REPETITION3 = "repetition3"
    AGREED = "agreed"


class Result(NamedTuple):
    """The end of one game: who came out ahead (nobody: level) and the points for it."""

    end: End
    ahead: Seat | None
    points: int


class Match(NamedTuple):
    """The running totals over the games of a match."""

    scores: tuple[int, int] = (0, 0)
    wins: tuple[int, int] = (0, 0)
    games: int = 0
    starter: Seat | None = None
    result: Result | None = None


class TurnSoFar(NamedTuple):
    """What the player on turn has done that the rules still ask about."""

    seen: tuple[tuple[Faces, ...], ...] = ()
    """How the houses lay before each house move since anything else happened.

    Only house moves can be undone by play, so no other position can come again.
    """

    progressed: bool = False
    """Has any card moved but from house to house?"""

    drained: bool = False
    """Did the hand run out in this turn?"""

    waste_played: bool = False
    acted: bool = False
    """Has the player done anything in this turn? (Kept where faults can be called.)"""

    misplayed: bool = False
    """Was the last action a wrong play? The next must be a proper one."""

    @property
    def remembers(self) -> bool:
        """Its cards lie elsewhere on the table, or did."""
        return True


class Calm(NamedTuple):
    """How far the game has gone towards a stalemate."""

    idle: tuple[int, int] = (0, 0)
    """How many turns each player has ended since anybody progressed."""

    past: tuple[int, ...] = ()
    """Fingerprints of the positions at the start of turns that could still come again."""

    def after(self, seat: Seat, *, progressed: bool) -> "Calm":
        """One more turn of this player."""
        one, two = self.idle
        idle = (one + (seat == 0), two + (seat == 1))
        return Calm((0, 0) if progressed else idle, self.past)


class FaultKind(Enum):
    """What can be wrong with an action; the first five are the classical faults."""

    RESERVE_SKIPPED = "reserve_skipped"
    FOUNDATION_SKIPPED = "foundation_skipped"
    TURNED_TOO_SOON = "turned_too_soon"
    WRONG_PLACE = "wrong_place"
    NOT_AVAILABLE = "not_available"
    DISCARDED_TOO_SOON = "discarded_too_soon"
    LOADED_TOO_SOON = "loaded_too_soon"
    PASSED_TOO_SOON = "passed_too_soon"


MISPLAYS: Final = (FaultKind.WRONG_PLACE, FaultKind.NOT_AVAILABLE)
"""A card where it does not belong; nothing was skipped by it."""


class Fault(NamedTuple):
    """A fault on record: what was skipped, and the position to go back to."""

    kind: FaultKind
    skipped: tuple[Play, ...]
    before: "State"

    @property
    def remembers(self) -> bool:
        """Its cards lie elsewhere on the table, or did."""
        return True


class Court(NamedTuple):
    """What a call of stop is judged by, and what earlier calls have cost."""

    watched: Seat | None = None
    """Whose last action may be called; nobody's after a call."""

    fault: Fault | None = None
    forfeits: frozenset[Seat] = frozenset()
    """Who loses the next turn."""

    false_calls: tuple[int, int] = (0, 0)
    offers: frozenset[Seat] = frozenset()
    """Who has offered to call the game a stalemate in this turn."""


EMPTY_SIDES: Final = (Side(), Side())
NOTHING_YET: Final = TurnSoFar()
RESTLESS: Final = Calm()
FRESH_MATCH: Final = Match()
NO_CASE: Final = Court()
FIRST: Final = Seat(0)


@dataclass(frozen=True, slots=True)
class State:
    """Two sides, the common houses and foundations, whose turn it is, and the rest."""

    rules: Rules = STANDARD
    phase: Phase = Phase.DEAL
    sides: tuple[Side, Side] = EMPTY_SIDES
    houses: tuple[Faces, ...] = ()
    foundations: tuple[Faces, ...] = ((),) * FOUNDATIONS
    seat: Seat = FIRST
    turned: Card | Hidden | None = None
    """The hand card that lies face up."""

    turn: TurnSoFar = NOTHING_YET
    calm: Calm = RESTLESS
    match: Match = FRESH_MATCH
    court: Court = NO_CASE
    partial: bool = False
    """A sketch for a test or a puzzle: not all 104 cards are on the table."""

    @property
    def mine(self) -> Side:
        """The side of the player on turn."""
        return self.sides[self.seat]

    @property
    def theirs(self) -> Side:
        """The other side."""
        return self.sides[1 - self.seat]

    def with_record(self, turn: TurnSoFar, court: Court) -> "State":
        """The same table with other records; every supervised action writes them, and
        `replace` takes three times as long."""
        return State(
            self.rules,
            self.phase,
            self.sides,
            self.houses,
            self.foundations,
            self.seat,
            self.turned,
            turn,
            self.calm,
            self.match,
            court,
            self.partial,
        )


def begun(rules: Rules) -> State:
    """A table before the first deal."""
    return State(rules, houses=((),) * rules.houses)


def opponent(seat: Seat) -> Seat:
    """The other player."""
    return Seat(1 - seat)


def top(pile: Pile) -> Card | None:
    """The top card; none when the pile is empty or the card cannot be known."""
    card = pile[-1] if pile else None
    return card if isinstance(card, Card) else None


def pile_at(s: State, place: Place) -> Pile:  # noqa: PLR0911  # one a kind
    """The cards at a place that exists; of the hand only what is turned up can move."""
    match place.kind:
        case Kind.HOUSE:
            return s.houses[place.number - 1]
        case Kind.FOUNDATION:
            return s.foundations[place.number - 1]
        case Kind.RESERVE:
            return s.mine.reserve
        case Kind.HAND:
            return () if s.turned is None else (s.turned,)
        case Kind.WASTE:
            return s.mine.waste
        case Kind.THEIR_RESERVE:
            return s.theirs.reserve
        case Kind.THEIR_WASTE:
            return s.theirs.waste
        case Kind.THEIR_HAND:
            return s.theirs.hand
