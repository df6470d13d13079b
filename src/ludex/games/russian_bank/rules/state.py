"""The table: both players' piles, the common ones, and all else that a game remembers.

House rules of this file:
1. A pile is a tuple, its **top card last**.
2. Which cards lie face up follows from the piles: houses and foundations do, wastes do,
   a hand does not, and of a reserve the top card and what was loaded on it. Nothing is
   ever flipped (E-RB-T12, E-RB-F1).
"""

from enum import Enum
from itertools import chain
from typing import NamedTuple, Self

from ludex.kernel import Seat, Sentence, say
from ludex.parts.cards import PACKS, Card, Hidden, pack_of_cards

from .options import STANDARD, Rules
from .places import (
    FOUNDATIONS,
    THE_OPPONENTS,
    PileKind,
    Place,
    Play,
)

CARDS = tuple(card for pack in range(PACKS) for card in pack_of_cards(pack))
"""All 104, player 1's pack first."""

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
    """The end of a game: with a winner, or in one of the stalemates of the options."""

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
    """The deeds of the player on turn that the rules still ask about."""

    seen: tuple[tuple[Faces, ...], ...] = ()
    """The layouts of the houses before each house move since anything else happened: only house
    moves can be undone by play, so no other position can come again."""
    progressed: bool = False  # has any card moved but from house to house?
    drained: bool = False  # did the hand run out in this turn?
    waste_played: bool = False
    acted: bool = False  # has the player done anything? (kept where faults are called)
    misplayed: bool = False  # was the last action a wrong play? Then the next is none

    @property
    def remembers(self) -> bool:
        return True  # its cards lie elsewhere on the table, or did


class StalemateProgress(NamedTuple):
    """The progress of the game towards a stalemate."""

    idle: tuple[int, int] = (0, 0)
    """The number of turns that each player has ended since anybody progressed."""
    past: tuple[int, ...] = ()
    """Fingerprints of the positions at the start of turns that could still come again."""


class FaultKind(Enum):
    """The kinds of wrong actions, each with its words."""

    # Duties are looked up by it; an Enum's own hash is slow.
    __hash__ = object.__hash__

    RESERVE_SKIPPED = "reserve_skipped", "the reserve card comes first"
    FOUNDATION_SKIPPED = "foundation_skipped", "foundations come first"
    TURNED_TOO_SOON = "turned_too_soon", "no hand card may be turned yet"
    WRONG_PLACE = "wrong_place", "a card was put where it may not go"
    NOT_AVAILABLE = "not_available", "a card was moved that may not be"
    DISCARDED_TOO_SOON = (
        "discarded_too_soon",
        "the turned card may not be discarded yet",
    )
    LOADED_TOO_SOON = "loaded_too_soon", "loading is the last resort"
    PASSED_TOO_SOON = "passed_too_soon", "loading comes before passing"

    _value_: str
    sentence: Sentence

    def __new__(cls, word: str, words: str) -> Self:
        """Its value is the word that positions write."""
        kind = object.__new__(cls)
        kind._value_, kind.sentence = word, say(word, words)
        return kind


MISPLAYS = (FaultKind.WRONG_PLACE, FaultKind.NOT_AVAILABLE)
"""A card where it does not belong; nothing was skipped by it."""


class Fault(NamedTuple):
    """A fault on record: what was skipped, and the position to go back to."""

    kind: FaultKind
    skipped: tuple[Play, ...]
    before: "State"

    @property
    def remembers(self) -> bool:
        return True  # its cards lie elsewhere on the table, or did


class Court(NamedTuple):
    """The facts by which a call of stop is judged, and the cost of earlier calls."""

    watched: Seat | None = None  # whose last action may be called; nobody's after a call
    fault: Fault | None = None
    forfeits: frozenset[Seat] = frozenset()  # who loses the next turn
    false_calls: tuple[int, int] = (0, 0)
    offers: frozenset[Seat] = frozenset()  # who has offered a stalemate in this turn


class State(NamedTuple):
    """Two sides, the common houses and foundations, whose turn it is, and the rest."""

    rules: Rules = STANDARD
    phase: Phase = Phase.DEAL
    sides: tuple[Side, Side] = (Side(), Side())  # tuples never change
    houses: tuple[Faces, ...] = ()
    foundations: tuple[Faces, ...] = ((),) * FOUNDATIONS
    seat: Seat = Seat(0)
    turned: Card | Hidden | None = None  # the hand card that lies face up
    turn: TurnSoFar = TurnSoFar()
    calm: StalemateProgress = StalemateProgress()
    match: Match = Match()
    court: Court = Court()
    partial: bool = False  # a sketch, for a test or a puzzle: not all 104 cards are there

    @property
    def mine(self) -> Side:
        """The side of the player on turn."""
        return self.sides[self.seat]

    @property
    def theirs(self) -> Side:
        """The other side."""
        return self.sides[1 - self.seat]


def begun(rules: Rules) -> State:
    """Return a table before the first deal."""
    return State(rules, houses=((),) * rules.houses)


def all_cards(s: State) -> list[Card | Hidden]:
    """Return every card on the table."""
    own = [pile for side in s.sides for pile in side[:3]]
    cards = [*chain(*own, *s.houses, *s.foundations)]
    return cards if s.turned is None else [s.turned, *cards]


def is_bare(s: State) -> bool:
    """Has nothing been dealt yet?"""
    return s.phase is Phase.DEAL and not all_cards(s)


def seated(s: State, mine: Side, theirs: Side) -> tuple[Side, Side]:
    """Both sides in the order of the seats."""
    return (mine, theirs) if s.seat == 0 else (theirs, mine)


def opponent(seat: Seat) -> Seat:
    """Return the other player."""
    return Seat(1 - seat)


def top(pile: Pile) -> Card | None:
    """Return the top card; none when the pile is empty or the card cannot be known."""
    card = pile[-1] if pile else None
    return card if isinstance(card, Card) else None


def pile_at(s: State, place: Place) -> Pile:
    """Return the cards at a place that exists; of the hand only what is turned up can move."""
    kind, number = place
    if kind is PileKind.HOUSE:
        return s.houses[number - 1]
    if kind is PileKind.FOUNDATION:
        return s.foundations[number - 1]
    if kind is PileKind.HAND:
        return () if s.turned is None else (s.turned,)
    side = s.theirs if kind in THE_OPPONENTS else s.mine
    if kind in (PileKind.RESERVE, PileKind.THEIR_RESERVE):
        return side.reserve
    return side.hand if kind is PileKind.THEIR_HAND else side.waste
