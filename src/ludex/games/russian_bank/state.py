"""The table: both players' piles, the common ones, and all else that a game remembers.

House rules of this file:
1. A pile is a tuple, its **top card last**.
2. Which cards lie face up follows from the piles: houses and foundations do, wastes do,
   a hand does not, and of a reserve the top card and what was loaded on it. Nothing is
   ever flipped (E-RB-T12, E-RB-F1).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from ludex.games.russian_bank.options import STANDARD, Rules
from ludex.games.russian_bank.places import FOUNDATIONS, Kind, Place, Play
from ludex.kernel import Seat, Sentence, say
from ludex.parts.cards import Card, Hidden

Pile = tuple[Card | Hidden, ...]
"""Cards of which a view may know only how many they are."""

Faces = tuple[Card, ...]
"""Cards that lie open to everybody."""


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
    """How a game ended: with a winner, or in one of the stalemates of the options."""

    WIN = "win"
    RESIGNED = "resigned"
    BOTH_IDLE = "both_idle"
    THIRD_REPETITION = "third_repetition"
    AGREEMENT = "agreement"


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


@dataclass(frozen=True, slots=True)
class State:
    """Two sides, the common houses and foundations, whose turn it is, and the rest."""

    rules: Rules = STANDARD
    phase: Phase = Phase.DEAL
    sides: tuple[Side, Side] = (Side(), Side())  # tuples never change
    houses: tuple[Faces, ...] = ()
    foundations: tuple[Faces, ...] = ((),) * FOUNDATIONS
    seat: Seat = Seat(0)  # noqa: RUF009
    turned: Card | Hidden | None = None
    """The hand card that lies face up."""

    turn: TurnSoFar = TurnSoFar()  # noqa: RUF009
    calm: Calm = Calm()  # noqa: RUF009
    match: Match = Match()  # noqa: RUF009
    court: Court = Court()  # noqa: RUF009
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


def begun(rules: Rules) -> State:
    """A table before the first deal."""
    return State(rules, houses=((),) * rules.houses)


def seated(s: State, mine: Side, theirs: Side) -> tuple[Side, Side]:
    """Both sides in the order of the seats."""
    return (mine, theirs) if s.seat == 0 else (theirs, mine)


def opponent(seat: Seat) -> Seat:
    """The other player."""
    return Seat(1 - seat)


def player(seat: Seat) -> Sentence:
    """A player in the middle of a sentence."""
    return say("player", "player {number}", number=seat + 1)


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
